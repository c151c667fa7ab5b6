/** An application as multipart body and back (specification §3): the wire's spelling is here and in the field table. */
import { DEFAULT_LOCALE } from '../i18n/locales.ts';
import { cleanText } from '../input/text.ts';
import { GENDERS, sexOf } from '../reference/choices.ts';
import { addressText, countryName, fullName } from './answers.ts';
import { type FieldName, FLAG_OF, fieldsOf, LISTS, type ListName, MAX_ITEMS, type NamedField } from './fields.ts';
import { type ApplicantRecord, knownFields } from './record.ts';
import { itemValues } from './told-answers.ts';
import type { ApplicationType } from './types.ts';
import { type Address, type ApplicationValues, emptyValue, emptyValues, type FileValue, isNewFile } from './values.ts';

/** One part of a multipart body: text, or a file that was chosen now. */
export interface Part<File extends FileValue = FileValue> {
  name: string;
  value: string | File;
}

/** What an update starts from. */
export interface Stored {
  record: ApplicantRecord;
  /** Names of the fields that were changed. */
  changed: ReadonlySet<string>;
}

/**
 * The body of a create or update call, without the password. Derived texts (`adress`, `citizen`, …) are in the default
 * language, so that a retry after a language switch has the same body. @param values checked ones @param stored of an
 * update, which has only what is known or changed: nothing that the host did not tell is overwritten
 */
export function toParts(type: ApplicationType, values: ApplicationValues, stored?: Stored): Part[] {
  if (!stored) return [...fieldsOf(type).flatMap((field) => fieldParts(field, values)), ...derivedParts(type, values)];
  const known = knownFields(type, stored.record);
  const isSent = (name: FieldName) => stored.changed.has(name) || known.has(name);
  const parts = fieldsOf(type).flatMap((field) => (isSent(field.name) ? fieldParts(field, values, stored) : []));
  const isRepeated = ({ name }: Part) => {
    const sources = derivedFrom(type, name);
    return (
      sources.some((one) => stored.changed.has(one)) ||
      sources.every((one) => known.has(one) && isWhole(stored.record[one]))
    );
  };
  return [...parts, ...derivedParts(type, values).filter((part) => part.value !== '' && isRepeated(part))];
}

/** False for an address or a list of which the host told less than a derived text repeats. */
function isWhole(told: unknown): boolean {
  if (Array.isArray(told)) return told.every((item) => RELATIVE_TEXTS.every((name) => item[name] !== undefined));
  return typeof told !== 'object' || ADDRESS_TEXTS.every((name) => Object.hasOwn(Object(told), name));
}

const RELATIVE_TEXTS = ['kinship', 'surname', 'name', 'birth_of_date', 'citizenship'];
const ADDRESS_TEXTS = ['region', 'district', 'street'];

/** The fields that a derived part repeats, by the field table's names. */
function derivedFrom(type: ApplicationType, name: string): readonly FieldName[] {
  if (name.startsWith('reletion_')) return ['formatted_relatives'];
  return (type === 'founder' ? FOUNDER_SOURCES[name] : undefined) ?? SOURCES[name] ?? [];
}

const SOURCES: Record<string, readonly FieldName[]> = {
  fio: ['surname', 'name', 'middlename'],
  sex: ['gender'],
  citizen: ['citizenship'],
  adress: ['formatted_address'],
  adress_specialist: ['employer_address'],
  visa_date: ['validity_time'],
};
const FOUNDER_SOURCES: typeof SOURCES = { company_name: ['petitioner_name'], applicant_fio: ['petitioner_name'] };

function fieldParts(field: NamedField, values: ApplicationValues, stored?: Stored): Part[] {
  const { name } = field;
  const flag = FLAG_OF[name];
  if (flag && values[flag] !== 'yes') return [];
  const value = values[name];
  if (name in LISTS) return listParts(name as ListName, values, stored);
  if (field.kind === 'file' || field.kind === 'photo') {
    const file = value as FileValue | null;
    return file && isNewFile(file) ? [{ name, value: file }] : [];
  }
  if (field.kind === 'address') {
    const kept = stored && !stored.changed.has(name) ? stored.record[name] : value;
    return [{ name, value: JSON.stringify(kept) }];
  }
  return [{ name, value: String(value).trim() }];
}

/**
 * A list as JSON, then its new files in order. An item with a stored file names it, so that the host can tell items
 * apart.
 */
function listParts(list: ListName, values: ApplicationValues, stored?: Stored): Part[] {
  const files: Part[] = [];
  const fields = Object.entries(LISTS[list].item);
  const told = new Map(stored?.record[list]?.map((item) => [JSON.stringify(itemValues(list, item)), item]));
  const items = (values[list] as Record<string, unknown>[]).map((item) => {
    // An item that stays as it is has nothing that the host did not tell.
    const kept = told.get(JSON.stringify(item));
    if (kept) return kept;
    return Object.fromEntries(
      fields.flatMap(([name, { kind }]) => {
        if (kind !== 'file') return [[name, String(item[name]).trim()]];
        const file = item[name] as FileValue | null;
        if (!file) return [];
        if (!isNewFile(file)) return [[name, file.path]];
        files.push({ name, value: file });
        return [];
      }),
    );
  });
  return [{ name: list, value: JSON.stringify(items) }, ...files];
}

/** Parts that repeat other fields in the form that the wire wants. */
function derivedParts(type: ApplicationType, values: ApplicationValues): Part[] {
  const text: Record<string, string> = {
    fio: fullName(values),
    sex: GENDERS.some(({ value }) => value === values.gender) ? sexOf(values.gender) : '',
    citizen: countryName(values.citizenship, DEFAULT_LOCALE),
    adress: addressText(values.formatted_address, DEFAULT_LOCALE),
    visa_date: values.validity_time,
    application_type: type,
  };
  if (type === 'specialist') text.adress_specialist = addressText(values.employer_address, DEFAULT_LOCALE);
  if (type === 'founder') {
    text.company_name = values.petitioner_name.trim();
    text.applicant_fio = values.petitioner_name.trim();
  }
  if (values.relatives_check === 'yes') {
    const relatives = values.formatted_relatives;
    text.reletion_level = JSON.stringify(relatives.map((relative) => relative.kinship));
    text.reletion_fio = JSON.stringify(relatives.map(fullName));
    text.reletion_birth = JSON.stringify(relatives.map((relative) => relative.birth_of_date));
    text.reletion_citizen = JSON.stringify(
      relatives.map((relative) => countryName(relative.citizenship, DEFAULT_LOCALE)),
    );
  }
  return Object.entries(text).map(([name, value]) => ({ name, value }));
}

/** A part that does not fit its kind: no JSON, a file in place of text. */
export class UnreadablePart extends Error {
  readonly part: string;
  constructor(part: string) {
    super(`part "${part}" can't be read`);
    this.part = part;
  }
}

/** Reads a body; what is missing is empty. @throws UnreadablePart for a part not of its field's form */
export function fromParts(type: ApplicationType, parts: readonly Part[]): ApplicationValues {
  const values: Record<string, unknown> = {};
  for (const field of fieldsOf(type)) values[field.name] = readField(field, parts);
  return values as ApplicationValues;
}

function readField(field: NamedField, parts: readonly Part[]): unknown {
  const part = parts.find(({ name }) => name === field.name);
  if (!part) return emptyValue(field.kind);
  if (field.kind === 'file' || field.kind === 'photo') {
    if (typeof part.value === 'string') throw new UnreadablePart(field.name);
    return part.value;
  }
  if (typeof part.value !== 'string') throw new UnreadablePart(field.name);
  if (field.name in LISTS) return readList(field.name as ListName, part.value, parts);
  if (field.kind === 'address') {
    const address = readJson(part.value);
    if (!isTextRecord(address)) throw new UnreadablePart(field.name);
    return { ...(emptyValue('address') as Address), ...pick(address, ['region', 'district', 'street', 'flat']) };
  }
  // A multipart body ends lines with CR LF, whatever was typed.
  return part.value.replace(/\r\n?/g, '\n').trim();
}

function readList(list: ListName, text: string, parts: readonly Part[]): unknown[] {
  const items = readJson(text);
  if (!Array.isArray(items)) throw new UnreadablePart(list);
  const { item: fields } = LISTS[list];
  const names = Object.keys(fields);
  const fileNames = Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []));
  const queues = new Map(fileNames.map((name) => [name, parts.filter((part) => part.name === name)]));
  // One more than there may be says that there are too many; no work is done for the rest.
  return items.slice(0, MAX_ITEMS + 1).map((item: unknown) => {
    if (!isTextRecord(item)) throw new UnreadablePart(list);
    const read: Record<string, unknown> = { ...emptyValues(fields), ...pick(item, names) };
    for (const name of fileNames) {
      const path = item[name];
      const next = path ? { path } : (queues.get(name)?.shift()?.value ?? null);
      if (typeof next === 'string') throw new UnreadablePart(name);
      read[name] = next;
    }
    return read;
  });
}

/** Undefined for what is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === 'string')
  );
}

function pick(source: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)));
}

/** The values of this type without hidden characters in any text: the host refuses those. Files stay the same objects. */
export function cleanValues(type: ApplicationType, values: ApplicationValues): ApplicationValues {
  const entries = fieldsOf(type).map(({ name, kind }) => [name, clean(values[name], kind === 'longtext')]);
  return { ...values, ...Object.fromEntries(entries) };
}

function clean(value: unknown, isLong: boolean): unknown {
  if (typeof value === 'string') return cleanText(value, isLong);
  if (Array.isArray(value)) return value.map((item) => clean(item, isLong));
  if (typeof value !== 'object' || value === null || 'size' in value || 'path' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner, isLong)]));
}
