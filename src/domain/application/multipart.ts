/** An application as multipart body and back (specification §3): the wire's spelling is here and in the field table. */
import { DEFAULT_LOCALE } from '../i18n/locales.ts';
import { cleanText } from '../input/text.ts';
import { sexOf } from '../reference/choices.ts';
import { addressText, countryName, fullName } from './answers.ts';
import { FLAG_OF, fieldsOf, LISTS, type ListName, MAX_ITEMS, type NamedField } from './fields.ts';
import type { ApplicationType } from './types.ts';
import { type Address, type ApplicationValues, emptyValue, emptyValues, type FileValue, isNewFile } from './values.ts';

/** One part of a multipart body: text, or a file that was chosen now. */
export interface Part<File extends FileValue = FileValue> {
  name: string;
  value: string | File;
}

/**
 * The body of a create or update call, without the password. Derived texts (`adress`, `citizen`, …) are in the default
 * language, so that a retry after a language switch has the same body. @param values checked ones
 */
export function toParts(type: ApplicationType, values: ApplicationValues): Part[] {
  const parts = fieldsOf(type).flatMap((field) => fieldParts(field, values));
  return [...parts, ...derivedParts(type, values)];
}

function fieldParts(field: NamedField, values: ApplicationValues): Part[] {
  const { name } = field;
  const flag = FLAG_OF[name];
  if (flag && values[flag] !== 'yes') return [];
  const value = values[name];
  if (name in LISTS) return listParts(name as ListName, values);
  if (field.kind === 'file' || field.kind === 'photo') {
    const file = value as FileValue | null;
    return file && isNewFile(file) ? [{ name, value: file }] : [];
  }
  if (field.kind === 'address') return [{ name, value: JSON.stringify(value) }];
  return [{ name, value: String(value).trim() }];
}

/**
 * A list as JSON, then its new files in order. An item with a stored file names it, so that the host can tell items
 * apart.
 */
function listParts(list: ListName, values: ApplicationValues): Part[] {
  const files: Part[] = [];
  const fields = Object.entries(LISTS[list].item);
  const items = (values[list] as Record<string, unknown>[]).map((item) =>
    Object.fromEntries(
      fields.flatMap(([name, { kind }]) => {
        if (kind !== 'file') return [[name, String(item[name]).trim()]];
        const file = item[name] as FileValue | null;
        if (!file) return [];
        if (!isNewFile(file)) return [[name, file.path]];
        files.push({ name, value: file });
        return [];
      }),
    ),
  );
  return [{ name: list, value: JSON.stringify(items) }, ...files];
}

/** Parts that repeat other fields in the form that the wire wants. */
function derivedParts(type: ApplicationType, values: ApplicationValues): Part[] {
  const text: Record<string, string> = {
    fio: fullName(values),
    sex: sexOf(values.gender),
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
