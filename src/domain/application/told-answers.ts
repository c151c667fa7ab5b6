/**
 * Answers of a record as a host tells them, in the form's own spelling: codes in place of labels, dates as `YYYY-MM-DD`,
 * lists as lists. What can't be read is undefined: unknown, which is neither "no" nor empty.
 */
import { INTL_TAGS, LOCALES } from '../i18n/locales.ts';
import { LONGEST_READ, readDay, readFlag, readList, readObject, readText } from '../input/host-values.ts';
import { GENDERS, KINSHIP } from '../reference/choices.ts';
import { COUNTRY_CODES } from '../reference/countries.ts';
import { DISTRICTS } from '../reference/districts.ts';
import { REGIONS } from '../reference/regions.ts';
import { type FieldKind, LISTS, type ListName, MAX_ITEMS } from './fields.ts';
import { type Address, emptyValue } from './values.ts';

/** An item of a list: only what the host told of it. */
export type ToldItem = Partial<Record<string, string>>;

export interface ToldList {
  items: ToldItem[];
  /** False where something of the list could not be read: it is shown, and not sent back unless it was changed. */
  isWhole: boolean;
}

/** One answer, but of a list. @returns undefined for an unknown one */
export function toldAnswer(kind: FieldKind, value: unknown): string | Partial<Address> | undefined {
  if (value === null || value === undefined) return undefined;
  if (kind === 'address') return toldAddress(value);
  if (kind === 'file' || kind === 'photo') return toldFile(value);
  if (kind === 'flag' || kind === 'consent') return readFlag(value);
  const text = readText(value, kind === 'longtext');
  return text && inFormSpelling(kind, text);
}

/** A choice that the portal does not know stays as it came, to be shown and sent back. */
function inFormSpelling(kind: FieldKind, text: string): string | undefined {
  switch (kind) {
    case 'date':
      return readDay(text);
    case 'gender':
      return genderOf(text) ?? text;
    case 'kinship':
      return KINSHIP.find((kinship) => kinship === text.toLowerCase()) ?? text;
    case 'country':
      return countryCode(text) ?? text;
    case 'months':
      return /^\d+/.exec(text)?.[0] ?? text;
    default:
      return text;
  }
}

const FEMALE = ['woman', 'f', 'w', 'женщина', 'ж', 'жен'];
const MALE = ['man', 'm', 'мужчина', 'м', 'муж'];

/** Also the wire's `sex` (specification §3) and labels. */
function genderOf(text: string): string | undefined {
  const word = text.toLowerCase().replace(/\.$/, '');
  const named = GENDERS.find((one) =>
    [one.value, one.label_en, one.label_ru].some((name) => name.toLowerCase() === word),
  );
  if (named) return named.value;
  if (FEMALE.includes(word)) return 'female';
  return MALE.includes(word) ? 'male' : undefined;
}

/** The code of a country, also by its name in either language. */
function countryCode(text: string): string | undefined {
  const code = text.toUpperCase();
  if (COUNTRY_CODES.includes(code)) return code;
  const name = text.toLowerCase();
  for (const locale of LOCALES) {
    const names = new Intl.DisplayNames(INTL_TAGS[locale], { type: 'region' });
    const found = COUNTRY_CODES.find((one) => names.of(one)?.toLowerCase() === name);
    if (found) return found;
  }
  return undefined;
}

interface Place {
  id: number;
  uz: string;
  ru: string;
  en: string;
}

/** The id of a region or district that is told by id, by name, or as the reference entry itself. */
function placeId(value: unknown, places: readonly Place[]): string | undefined {
  const text = readText(readObject(value)?.id ?? value);
  if (!text || /^\d+$/.test(text)) return text || undefined;
  const name = text.toLowerCase();
  const found = places.filter(({ uz, ru, en }) => [uz, ru, en].some((one) => one.toLowerCase() === name));
  return found.length === 1 ? String(found[0]?.id) : text;
}

function toldAddress(value: unknown): Partial<Address> | undefined {
  const told = readObject(value);
  if (!told) return undefined;
  const region = placeId(told.region, REGIONS);
  const inRegion = DISTRICTS.filter(({ regionId }) => region === undefined || String(regionId) === region);
  const lines = {
    region,
    district: placeId(told.district, inRegion),
    street: readText(told.street),
    flat: readText(told.flat),
  };
  const known = Object.entries(lines).filter(([, line]) => line !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The reference as it came: it is sent back unchanged (specification §5). */
export function toldFile(value: unknown): string | undefined {
  const told = readObject(value);
  const reference = told ? (told.url ?? told.path) : value;
  return typeof reference === 'string' && reference.length <= LONGEST_READ ? reference || undefined : undefined;
}

/** Where a form keeps the two dates of a trip, which some hosts store as it is (specification §3). */
const NESTED_DATES = ['previos_trip_date', 'trim_date'];

/** @returns undefined for an unknown list */
export function toldList(list: ListName, value: unknown): ToldList | undefined {
  const entries = readList(value);
  if (!entries) return undefined;
  const read = entries.slice(0, MAX_ITEMS).map((entry) => toldItem(list, entry));
  const items = read.filter((item): item is ToldItem => item !== undefined);
  const isWhole = items.length === entries.length;
  return items.length === 0 && !isWhole ? undefined : { items, isWhole };
}

function toldItem(list: ListName, entry: unknown): ToldItem | undefined {
  const told = readObject(entry);
  if (!told) return undefined;
  const nested = NESTED_DATES.map((name) => readObject(told[name]));
  const flat: Record<string, unknown> = Object.assign({}, ...nested, told);
  const fields = Object.entries(LISTS[list].item).filter(([name]) => name in flat);
  if (fields.length === 0) return undefined;
  const item: ToldItem = {};
  for (const [name, { kind }] of fields) {
    const answer = toldAnswer(kind, flat[name]);
    if (typeof answer === 'string') item[name] = answer;
  }
  return item;
}

/** An item as a form has it; what the host did not tell is empty there. */
export function itemValues(list: ListName, item: ToldItem): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(LISTS[list].item).map(([name, { kind }]) => {
      const told = item[name];
      return [name, kind === 'file' ? (told ? { path: told } : null) : (told ?? emptyValue(kind))];
    }),
  );
}
