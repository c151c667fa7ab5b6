/** The keys that find applications. Rule: written in the application's batch. */
import { REGIONAL } from '../../../src/domain/input/full-name.ts';
import { latinSpelling } from '../../../src/domain/input/latin-spelling.ts';
import type { StoredFields } from './applicants.ts';
import { fragment, sql } from './sql.ts';

/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
  æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i',
}; // biome-ignore format: a table is read by its rows

/**
 * A text as keys hold it: lower case, no accents, apostrophes or signs, Cyrillic in Latin letters (ICAO Doc 9303). `y` becomes
 * `i`, so that common spellings match: Юлия, Iuliia, Yuliya; Қасым, Касым, Kasym.
 */
export function foldText(text: string): string {
  const small = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => REGIONAL[letter] ?? letter);
  return [...(latinSpelling(small) ?? small).normalize('NFKD')]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
    .replaceAll('y', 'i');
}

export function foldWords(text: string): string[] {
  const words = text.split(/[\s\p{Pd}]+/u).map(foldText);
  return [...new Set(words)].filter(Boolean);
}

/** Keys for names and passport number, which have no indexed column. */
function keysOf({ surname, name, middlename, passport_number }: StoredFields): string[] {
  const names = [surname, name, middlename].filter((part) => typeof part === 'string');
  const passport = typeof passport_number === 'string' ? foldText(passport_number) : '';
  return [...new Set([...foldWords(names.join(' ')), ...(passport ? [passport] : [])])];
}

export interface KeyedApplication {
  id: string;
  fields: StoredFields;
}

/** Replaces the keys of applications; follows the statement that writes them. */
export function keyStatements(db: D1Database, applications: readonly KeyedApplication[]): D1PreparedStatement[] {
  const rows = fragment`json_each(${JSON.stringify(applications.map(({ id, fields }) => ({ id, keys: keysOf(fields) })))})`;
  return [
    sql(db)`DELETE FROM search_keys WHERE applicant_id IN (SELECT value ->> '$.id' FROM ${rows})`,
    sql(db)`INSERT INTO search_keys (key, applicant_id)
      SELECT k.value, json_each.value ->> '$.id' FROM ${rows}, json_each(json_each.value, '$.keys') AS k`,
    sql(db)`UPDATE applicants SET search_text =
        (SELECT group_concat(key, ' ') FROM search_keys WHERE applicant_id = applicants.id)
      WHERE id IN (SELECT value ->> '$.id' FROM ${rows})`,
  ];
}
