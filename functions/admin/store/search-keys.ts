/** The keys that find applications. Rule: written in the application's batch; the sweep adds them to older rows. */
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
  /** Nothing is written when the row has another version. */
  version: number;
  fields: StoredFields;
}

/** Replaces the keys of applications; follows the statement that writes them. */
export function keyStatements(db: D1Database, applications: readonly KeyedApplication[]): D1PreparedStatement[] {
  const rows = JSON.stringify(applications.map(({ id, version, fields }) => ({ id, version, keys: keysOf(fields) })));
  const due = fragment`SELECT a.id, json_each.value AS given FROM json_each(${rows})
    JOIN applicants a ON a.id = json_each.value ->> '$.id'
    WHERE a.version = json_each.value ->> '$.version' AND a.keys_version IS NOT a.version`;
  return [
    sql(db)`DELETE FROM search_keys WHERE applicant_id IN (SELECT id FROM (${due}))`,
    sql(db)`INSERT INTO search_keys (key, applicant_id)
      SELECT json_each.value, due.id FROM (${due}) AS due, json_each(due.given, '$.keys')`,
    sql(db)`UPDATE applicants SET keys_version = version WHERE id IN (SELECT id FROM (${due}))`,
  ];
}

/** Selects an application without keys of its version. */
export const selectWithoutKeys = (db: D1Database) =>
  sql(db)`SELECT 1 FROM applicants WHERE keys_version IS NOT version LIMIT 1`;

/** A worker may run 1000 statements: applications per batch, and batches per sweep. */
const BATCH_SIZE = 500;
const MAX_BATCHES = 100;

/** Makes missing keys; the next sweep continues. */
export async function makeMissingKeys(db: D1Database): Promise<void> {
  const missing = sql(db)`SELECT id, version, fields FROM applicants WHERE keys_version IS NOT version
    LIMIT ${BATCH_SIZE}`;
  for (let piece = 0; piece < MAX_BATCHES; piece += 1) {
    const { results } = await missing.all<{ id: string; version: number; fields: string }>();
    if (results.length === 0) return;
    const found = results.map((row) => ({ ...row, fields: JSON.parse(row.fields) as StoredFields }));
    await db.batch(keyStatements(db, found));
  }
}
