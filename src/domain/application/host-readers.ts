/** Reads a host's record in the form's spelling. An unreadable value is undefined: neither "no" nor empty. */

import { INTL_TAGS, LOCALES } from '../i18n/locales.ts';
import { MAX_HOST_TEXT, readDay, readFlag, readList, readObject, readText } from '../input/host-values.ts';
import type { HostReaders } from '../kinds/kind.ts';
import { COUNTRY_CODES } from '../reference/countries.ts';
import { DISTRICTS } from '../reference/districts.ts';
import { type Place, REGIONS } from '../reference/regions.ts';

export const HOST_READERS: HostReaders = {
  text: readText,
  day: readDay,
  flag: readFlag,
  object: readObject,
  list: readList,
  countryCode,
  regionId: (value) => placeId(value, REGIONS),
  districtId: (value, region) =>
    placeId(
      value,
      DISTRICTS.filter(({ regionId }) => region === undefined || String(regionId) === region),
    ),
  fileReference,
};

/** Objects with the applicant's data in frameworks' records. */
const INNER = ['data', 'attributes', 'user'];

/** Lists beside the relatives, and what each entry is of the relative at its position (specification §3). */
const PARALLEL_LISTS: Readonly<Record<string, string>> = {
  file6: 'file6',
  marriage_or_birth_document_file: 'marriage_or_birth_document_file',
  reletion_level: 'kinship',
  // The whole name: which words are the surname is not known.
  reletion_fio: 'name',
  reletion_birth: 'birth_of_date',
  reletion_citizen: 'citizenship',
};

/** What a record holds beside the fields of the form: texts that repeat answers, and lists by position (specification §3). */
export const BESIDE_ANSWERS = [
  ...Object.keys(PARALLEL_LISTS),
  ...['fio', 'sex', 'citizen', 'adress', 'adress_specialist', 'visa_date'],
];

/** The fields of a record and of its inner objects; relatives with what it keeps beside them. */
export function flattenRecord(value: unknown): Record<string, unknown> | undefined {
  const source = readObject(value);
  if (!source) return undefined;
  const inner = INNER.map((name) => readObject(source[name]) ?? {});
  const own = Object.entries(source).filter(([, one]) => one !== null && one !== '');
  return withParallelLists(Object.assign({}, source, ...inner, Object.fromEntries(own)));
}

/**
 * Completes relatives by position from the lists beside them (specification §3). A list of another length says nothing of
 * positions. Without the relatives themselves, they are known in part, as far as the lists agree on their number.
 */
function withParallelLists(source: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(PARALLEL_LISTS).flatMap(([name, field]) => {
    const list = readList(source[name]);
    return list && list.length > 0 ? [{ isOfText: name.startsWith('reletion_'), field, list }] : [];
  });
  const own = readList(source.formatted_relatives);
  const lengths = new Set(found.filter(({ isOfText }) => isOfText).map(({ list }) => list.length));
  const [length = 0] = lengths.size === 1 ? lengths : [];
  const items = own ?? Array.from({ length }, () => ({}));
  const lists = found.filter(({ list, isOfText }) => list.length === items.length && !(own && isOfText));
  if (lists.length === 0) return source;
  const complete = items.map((item, at) => {
    const relative = readObject(item);
    if (!relative) return item;
    const missing = lists.filter(({ field }) => !relative[field]);
    return { ...relative, ...Object.fromEntries(missing.map(({ field, list }) => [field, list[at]])) };
  });
  const unread = [...(readList(source.unread_lists) ?? []), ...(own ? [] : ['formatted_relatives'])];
  return { ...source, formatted_relatives: complete, ...(unread.length > 0 && { unread_lists: unread }) };
}

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

/** The id of a region or district from an id, a name or the reference entry. */
function placeId(value: unknown, places: readonly Place[]): string | undefined {
  const text = readText(readObject(value)?.id ?? value);
  if (!text || /^\d+$/.test(text)) return text || undefined;
  const name = text.toLowerCase();
  const found = places.filter(({ uz, ru, en }) => [uz, ru, en].some((one) => one.toLowerCase() === name));
  return found.length === 1 ? String(found[0]?.id) : text;
}

/** The reference unchanged: it is sent back as it is (specification §5). */
export function fileReference(value: unknown): string | undefined {
  const object = readObject(value);
  const reference = object ? (object.url ?? object.path) : value;
  return typeof reference === 'string' && reference.length <= MAX_HOST_TEXT ? reference || undefined : undefined;
}
