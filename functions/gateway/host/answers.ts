/** Reads an answer of any host by its kind, in the contract's form. Undefined for no answer, or an unreadable one. */
import { type FieldName, fieldsOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import { INTL_TAGS, LOCALES } from '../../../src/domain/i18n/locales.ts';
import { spanOf } from '../../../src/domain/input/date.ts';
import { fillMissingAnswers } from '../../../src/domain/input/missing-answers.ts';
import { TO_THE_MONTH, TO_THE_YEAR } from '../../../src/domain/kinds/dates.ts';
import { DATE_GROUPS, type FieldKind, KINDS, MAX_ITEMS, type RecordedItem } from '../../../src/domain/kinds/index.ts';
import type { SingleKind } from '../../../src/domain/kinds/single.ts';
import { GENDERS, KINSHIP } from '../../../src/domain/reference/choices.ts';
import { COUNTRY_CODES } from '../../../src/domain/reference/countries.ts';
import { DISTRICTS } from '../../../src/domain/reference/districts.ts';
import { type Place, regions } from '../../../src/domain/reference/regions.ts';
import { MAX_HOST_TEXT, readDay, readFlag, readList, readObject, readText } from './values.ts';

/** Names of each type's answers, made once. */
export const ANSWER_NAMES: ReadonlyMap<ApplicationType, readonly FieldName[]> = new Map(
  APPLICATION_TYPES.map((type) => [type, fieldsOf(type).map(({ name }) => name)]),
);

type Read = (value: unknown) => unknown;

const readLine: Read = (value) => readText(value);
const readLong: Read = (value) => readText(value, true);
/** @param read called for a text that is not empty */
const textBy =
  (read: (text: string) => string | undefined): Read =>
  (value) => {
    const text = readText(value);
    return text ? read(text) : text;
  };

/** Reads a date, or the known part of one such as `1960-00-00`. @param inPart captures that part */
const dateBy = (inPart: RegExp) =>
  textBy((text) => {
    const day = readDay(text);
    if (day !== undefined) return day;
    const short = text.replace(inPart, '$1');
    const isPart = short.length < 10 && inPart.test(`${short}-`) && spanOf(short) !== null;
    return isPart ? short : undefined;
  });

/** Hosts' other words for the genders; `woman` and `man` are the wire's `sex` (requirements: repeated-answers). */
const GENDER_WORDS: Record<string, readonly string[]> = {
  female: ['woman', 'f', 'w', 'женщина', 'ж', 'жен'],
  male: ['man', 'm', 'мужчина', 'м', 'муж'],
};

function readGender(text: string): string {
  const word = text.toLowerCase().replace(/\.$/, '');
  const found = GENDERS.find((gender) =>
    [...Object.values(gender), ...(GENDER_WORDS[gender.value] ?? [])].some((one) => one.toLowerCase() === word),
  );
  return found?.value ?? text;
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** Names of all countries in all languages, made once: a single entry costs more than reading a record. */
function countryNames(): ReadonlyMap<string, string> {
  const names = LOCALES.map((locale) => new Intl.DisplayNames(INTL_TAGS[locale], { type: 'region' }));
  return new Map(COUNTRY_CODES.flatMap((code) => names.map((name) => [String(name.of(code)).toLowerCase(), code])));
}

function readCountry(text: string): string {
  const code = text.toUpperCase();
  if (COUNTRY_CODES.includes(code)) return code;
  codesByName ??= countryNames();
  return codesByName.get(text.toLowerCase()) ?? text;
}

/** The id of a region or district; reads an id, a name, or an entry of a reference table. */
function placeId(value: unknown, places: () => readonly Place[]): string | undefined {
  const text = readText(readObject(value)?.id ?? value);
  if (!text || /^\d+$/.test(text)) return text || undefined;
  const name = text.toLowerCase();
  const found = places().filter(({ uz, ru, en }) => [uz, ru, en].some((one) => one.toLowerCase() === name));
  return found.length === 1 ? String(found[0]?.id) : text;
}

function readAddress(value: unknown): Record<string, string> | undefined {
  const found = readObject(value);
  if (!found) return undefined;
  const region = placeId(found.region, () => regions.all);
  const ofRegion = () => DISTRICTS.filter(({ regionId }) => region === undefined || String(regionId) === region);
  const lines = {
    region,
    district: placeId(found.district, ofRegion),
    street: readText(found.street),
    flat: readText(found.flat),
  };
  const known = Object.entries(lines).filter((line): line is [string, string] => line[1] !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The reference as it is, since it is sent back unchanged (requirements: files). */
function fileReference(value: unknown): string | undefined {
  const object = readObject(value);
  const reference = object ? (object.url ?? object.path) : value;
  return typeof reference === 'string' && reference.length <= MAX_HOST_TEXT ? reference || undefined : undefined;
}

/** Kinds that are read in a way of their own; all others are a line of text. */
const SINGLE: { readonly [Kind in SingleKind]?: Read } = {
  longtext: readLong,
  photoMarks: readLong,
  date: textBy(readDay),
  tripDate: dateBy(TO_THE_MONTH),
  birthDate: dateBy(TO_THE_YEAR),
  gender: textBy(readGender),
  kinship: textBy((text) => KINSHIP.find((one) => one === text.toLowerCase()) ?? text),
  country: textBy(readCountry),
  months: textBy((text) => /^\d+/.exec(text)?.[0] ?? text),
  flag: readFlag,
  consent: readFlag,
  tick: readFlag,
  address: readAddress,
  file: fileReference,
  photo: fileReference,
};

export function readAnswer(kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const shape = KINDS[kind];
  if ('fields' in shape) return readItems(shape.fields, value);
  return (SINGLE[kind as SingleKind] ?? readLine)(value);
}

type ItemFields = Record<string, { kind: SingleKind }>;

/** Undefined for a list in which no entry can be read, unless the list is empty. */
function readItems(fields: ItemFields, value: unknown): RecordedItem[] | undefined {
  const entries = readList(value);
  if (!entries) return undefined;
  const read = entries.slice(0, MAX_ITEMS).map((entry) => readItem(fields, entry));
  const items = read.filter((item) => item !== undefined);
  return items.length === 0 && entries.length > 0 ? undefined : items;
}

/** Undefined for an entry without a known field. */
function readItem(fields: ItemFields, entry: unknown): RecordedItem | undefined {
  const found = readObject(entry);
  if (!found) return undefined;
  const groups = DATE_GROUPS.flatMap((group) => readObject(found[group]) ?? []);
  const flat: Record<string, unknown> = groups.length > 0 ? Object.assign({}, ...groups, found) : found;
  const known = Object.entries(fields).filter(([name]) => name in flat);
  if (known.length === 0) return undefined;
  const item: RecordedItem = {};
  for (const [name, { kind }] of known) {
    const answer = readAnswer(kind, flat[name]);
    if (typeof answer === 'string') item[name] = answer;
  }
  return fillMissingAnswers(item);
}
