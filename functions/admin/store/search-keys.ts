/** The keys that find applications. Rule: written in the application's batch. */
import { mailboxKey } from '../../../src/domain/input/email.ts';
import { REGIONAL } from '../../../src/domain/input/full-name.ts';
import { latinSpelling } from '../../../src/domain/input/latin-spelling.ts';
import type { StoredFields } from './applicants.ts';
import { IDENTITY } from './same-person.ts';
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

/** Spellings of one sound, longest first: Shcherbakov, Sherbakov and Scherbakov; Khasan and Hasan; Tsoi and Coi. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(.)\1+/g, '$1'],
  [/shch|sch|tsch|tch/g, 'sh'],
  [/kh/g, 'h'],
  [/ts|tz/g, 'c'],
  [/zh|dzh|dj/g, 'j'],
  [/i(?=[aeou])/g, ''],
  [/x/g, 'ks'],
  [/w/g, 'v'],
];

/** A folded word by its sound, so that other Latin spellings of Cyrillic names match. */
export const soundOf = (folded: string): string =>
  SOUNDS.reduce((word, [spelling, sound]) => word.replace(spelling, sound), folded);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Keys of the same person: passport number, name and birth date, mailbox. */
function identityKeys({ surname, name, passport_number, date_birth, email }: StoredFields): string[] {
  const passport = foldText(textOf(passport_number));
  const names = foldWords(`${textOf(surname)} ${textOf(name)}`)
    .map(soundOf)
    .sort()
    .join(' ');
  return [
    ...(passport ? [`${IDENTITY}p${passport}`] : []),
    ...(names && textOf(date_birth) ? [`${IDENTITY}n${names} ${textOf(date_birth)}`] : []),
    ...(textOf(email) ? [`${IDENTITY}m${mailboxKey(textOf(email))}`] : []),
  ];
}

/** Keys for names, company, passport and phone numbers, which have no indexed column. */
function keysOf(fields: StoredFields): string[] {
  const { surname, name, middlename, passport_number, company_name, phone, additional_phone } = fields;
  const words = foldWords([surname, name, middlename, company_name].map(textOf).join(' '));
  const numbers = [passport_number, phone, additional_phone].map((number) => foldText(textOf(number)));
  return [...new Set([...words, ...words.map(soundOf), ...numbers, ...identityKeys(fields)])].filter(Boolean);
}

interface KeyedApplication {
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
        (SELECT group_concat(key, ' ') FROM search_keys WHERE applicant_id = applicants.id AND substr(key, 1, 1) <> ${IDENTITY})
      WHERE id IN (SELECT value ->> '$.id' FROM ${rows})`,
  ];
}
