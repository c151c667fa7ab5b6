/**
 * Finds applications by what an operator types. Each statement uses an index; only the search for parts reads a whole one. The
 * keys are written in the application's batch.
 */
import { isRealDate, joinDate } from '../../../src/domain/input/date.ts';
import { emailKey, mailboxKey } from '../../../src/domain/input/email.ts';
import { REGIONAL } from '../../../src/domain/input/full-name.ts';
import { latinSpelling } from '../../../src/domain/input/latin-spelling.ts';
import { readDate } from '../../../src/domain/input/read-date.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import type { StoredFields } from './applicants.ts';
import { type Fragment, fragment, joinFragments, Repository } from './database.ts';
import { LISTED, type ListedApplicant } from './lists.ts';
import { IDENTITY } from './same-person.ts';

/** Latin spellings of letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
  æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i',
}; // biome-ignore format: a table is read by its rows

/**
 * A text in the form of the keys: lower case, without accents, apostrophes and signs, Cyrillic in Latin letters (ICAO Doc 9303).
 * `y` becomes `i`, so that common spellings match: Юлия, Iuliia, Yuliya; Қасым, Касым, Kasym.
 */
function foldText(text: string): string {
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

const splitWords = (text: string): string[] => text.split(/[\s\p{Pd}]+/u);

const foldWords = (text: string): string[] => [...new Set(splitWords(text).map(foldText))].filter(Boolean);

/** True for a name that has each word in the letters that were typed. */
function hasSpelling(name: string, typed: string): boolean {
  const wordsOf = (text: string) => splitWords(text.normalize('NFC').toLowerCase());
  const words = wordsOf(name);
  return wordsOf(typed).every((word) => words.includes(word));
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
const soundOf = (folded: string): string =>
  SOUNDS.reduce((word, [spelling, sound]) => word.replace(spelling, sound), folded);

/**
 * Further spellings of one sound, for the search only: keys that identify a person are compared with those that 1.0.0 has stored.
 * Müller and MUELLER, as passports have it (ICAO Doc 9303 part 3, section 6); Pyotr and Petr.
 */
const searchedSoundOf = (folded: string): string =>
  soundOf(soundOf(folded.replaceAll('io', 'e')).replace(/(?<=[aou])e/g, ''));

/**
 * A number with zeros for its letters O, which people mistake for each other: keys and searches both have zeros. Words without a
 * digit stay.
 */
const zerosOf = (folded: string): string => (/\d/.test(folded) ? folded.replaceAll('o', '0') : folded);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Keys that identify a person: passport number, name and birth date, mailbox. */
function identityKeys({ surname, name, passport_number, date_birth, email }: StoredFields): string[] {
  const passport = zerosOf(foldText(textOf(passport_number)));
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

/** First character of a key that is a sound: only a whole word of the same sound finds it. Folded words have no such sign. */
const SOUND = '~';

/** Keys for names, company, passport and phone numbers and the date of birth, which have no indexed column. */
function keysOf(fields: StoredFields): string[] {
  const { surname, name, middlename, passport_number, company_name, phone, additional_phone, date_birth } = fields;
  const words = foldWords([surname, name, middlename, company_name].map(textOf).join(' '));
  const numbers = [passport_number, phone, additional_phone, date_birth].map((number) => foldText(textOf(number)));
  const asWritten = [...words, ...numbers];
  const sounds = words.map((word) => SOUND + searchedSoundOf(word));
  const keys = [...asWritten, ...sounds, ...asWritten.map(zerosOf), ...identityKeys(fields)];
  return [...new Set(keys)].filter(Boolean);
}

interface SearchQuery {
  text: string;
  /** The text as an application number; null if it is none. */
  number: string | null;
  /** The text as a part of a number without its prefix; null if it is none. */
  numberPart: string | null;
  /** The text is a whole number, e-mail or request id. */
  isComplete: boolean;
}

/** Longest search text in code points; the rest is cut off. */
const MAX_LENGTH = 200;
const MAX_WORDS = 8;

/** Finds by unique values: number, request, e-mail, left e-mail. */
function exactLookups({ text, number }: SearchQuery): Fragment[] {
  const key = emailKey(text);
  if (text.includes('@'))
    return [
      fragment`SELECT id AS found FROM applicants WHERE email_key = ${key}`,
      fragment`SELECT applicant_id AS found FROM left_addresses WHERE email_key = ${key}`,
    ];
  return [
    fragment`SELECT id AS found FROM applicants WHERE id IN (${text.toUpperCase()}, ${number ?? ''})
      OR request_id IN (${text}, ${text.toLowerCase()})`,
  ];
}

function prefixLookups(text: string, limit: number): Fragment[] {
  if (text.includes('@')) {
    const isFound = startsWith(fragment`email_key`, emailKey(text));
    return [fragment`SELECT id AS found FROM applicants WHERE ${isFound} LIMIT ${limit}`];
  }
  const words = foldWords(text).slice(0, MAX_WORDS).map(zerosOf);
  if (words.length === 0) return [];
  const whole: KeyMatch = (word, key) => [fragment`${key} = ${word}`];
  const begun: KeyMatch = (word, key) => [startsWith(key, word)];
  // Keys of an application that was not changed since 1.0.0 have sounds without that sign.
  const sounding: KeyMatch = (word, key) => {
    const sound = searchedSoundOf(word);
    return [startsWith(key, word), fragment`${key} IN (${SOUND + sound}, ${sound}, ${soundOf(word)})`];
  };
  const numbers = [...(words.length > 1 ? [zerosOf(foldText(text))] : []), ...birthDates(text)];
  const anyNumber: KeyMatch = (_, key) => numbers.map((number) => startsWith(key, number));
  // With the exact lookups, at most five: D1 accepts no more in one statement.
  return [
    ...(numbers.length > 0 ? [keyLookup([''], anyNumber, limit)] : []),
    ...[whole, begun, sounding].map((matches) => keyLookup(words, matches, limit)),
  ];
}

/** A date in any notation, as keys have it: `YYYYMMDD`; several where it can be read in several ways. */
const birthDates = (text: string): string[] => readDate(text).readings.map(joinDate).filter(isRealDate).map(foldText);

/** Conditions on a key; one of them has to hold. Each uses an index. */
type KeyMatch = (word: string, key: Fragment) => Fragment[];

/** Applications that have a key for each word. The longest word matches fewest, so it is looked up first. */
function keyLookup(words: readonly string[], matches: KeyMatch, limit: number): Fragment {
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const ways = matches(first, fragment`key`).map(
    (isFound) => fragment`SELECT applicant_id AS found FROM search_keys WHERE ${isFound}`,
  );
  const conditions = others.map(
    (word) => fragment`EXISTS (SELECT 1 FROM search_keys o
      WHERE o.applicant_id = found AND (${joinFragments(matches(word, fragment`o.key`), ' OR ')}))`,
  );
  return fragment`SELECT DISTINCT found FROM (${joinFragments(ways, ' UNION ')})
    WHERE ${joinFragments([fragment`true`, ...conditions], ' AND ')} LIMIT ${limit}`;
}

/** A range, since `LIKE` would use no index. */
const startsWith = (column: Fragment, prefix: string) =>
  fragment`${column} >= ${prefix} AND ${column} < ${`${prefix}\u{10ffff}`}`;

/** Length of the shortest part of a name, e-mail or passport number that is searched. */
const MIN_PART = 3;

/** Finds applications by their keys. */
export class ApplicationSearch extends Repository {
  /** Replaces the keys of applications; follows the statement that writes them. */
  keyStatements(applications: readonly { id: string; fields: StoredFields }[]): D1PreparedStatement[] {
    const rows = fragment`json_each(${JSON.stringify(applications.map(({ id, fields }) => ({ id, keys: keysOf(fields) })))})`;
    return [
      this.sql`DELETE FROM search_keys WHERE applicant_id IN (SELECT value ->> '$.id' FROM ${rows})`,
      this.sql`INSERT INTO search_keys (key, applicant_id)
        SELECT k.value, json_each.value ->> '$.id' FROM ${rows}, json_each(json_each.value, '$.keys') AS k`,
      this.sql`UPDATE applicants SET search_text =
          (SELECT group_concat(key, ' ') FROM search_keys WHERE applicant_id = applicants.id AND substr(key, 1, 1) NOT IN (${IDENTITY}, ${SOUND}))
        WHERE id IN (SELECT value ->> '$.id' FROM ${rows})`,
    ];
  }

  /**
   * Finds applications by number, request, e-mail, passport or phone number, name or company; names spelt as typed come first.
   */
  async find(said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
    const text = cutText(said.text.trim(), MAX_LENGTH);
    const found = this.#rankedLookup([...exactLookups({ ...said, text }), ...prefixLookups(text, limit)], limit);
    const { results } = await found.all<ListedApplicant>();
    const isAsTyped = ({ name }: ListedApplicant) => Number(hasSpelling(name ?? '', text));
    return results.toSorted((one, other) => isAsTyped(other) - isAsTyped(one));
  }

  /** Selects applications in the order of the lookups, then newest first. @param ways each selects ids as `found` */
  #rankedLookup(ways: readonly Fragment[], limit: number): D1PreparedStatement {
    const ranked = ways.map((way, rank) => fragment`SELECT found, ${rank} AS rank FROM (${way})`);
    return this.sql`SELECT ${LISTED} FROM (
        SELECT found, min(rank) AS rank FROM (${joinFragments(ranked, ' UNION ALL ')}) GROUP BY found
      ) CROSS JOIN applicants a ON a.id = found ORDER BY rank, a.created_at DESC LIMIT ${limit}`;
  }

  /**
   * {@link find}, then applications that only contain the text: each word in a name or the passport number, or the whole text in
   * the e-mail's local part or the application number. This second step reads an index from end to end, so it is left out after a
   * complete number, e-mail or request id was found.
   */
  async findWithParts(said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
    const rows = await this.find(said, limit);
    const text = cutText(said.text.trim(), MAX_LENGTH);
    if (rows.length === limit || (said.isComplete && rows.length > 0)) return rows;
    const known = new Set(rows.map(({ id }) => id));
    const others = await this.#findContaining({ ...said, text }, limit + rows.length);
    return [...rows, ...others.filter(({ id }) => !known.has(id))].slice(0, limit);
  }

  /** Matches in names and passport numbers come first, then those in e-mails and numbers; each newest first. */
  async #findContaining(said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
    const ways = [inKeys(said), inEmailOrNumber(said)].flatMap((way) => (way ? partLookup(way, limit) : []));
    if (ways.length === 0) return [];
    return (await this.#rankedLookup(ways, limit).all<ListedApplicant>()).results;
  }
}

function partLookup(condition: Fragment, limit: number): Fragment {
  return fragment`SELECT id AS found FROM applicants INDEXED BY applicants_by_part
    WHERE search_text IS NOT NULL AND (${condition}) ORDER BY created_at DESC LIMIT ${limit}`;
}

/** The condition that each word is in a name or passport number, or that the text is a passport number written in groups. */
function inKeys({ text }: SearchQuery): Fragment | null {
  if (text.includes('@')) return null;
  const words = foldWords(text).slice(0, MAX_WORDS).map(zerosOf);
  const isLong = ({ length }: string) => length >= MIN_PART;
  const contains = (word: string) =>
    isLong(word) ? fragment`instr(search_text, ${word}) > 0` : fragment`instr(' ' || search_text, ${` ${word}`}) > 0`;
  const whole = zerosOf(foldText(text));
  const ways = [
    ...(isLong(whole) ? [contains(whole)] : []),
    ...(words.some(isLong) ? [joinFragments(words.map(contains), ' AND ')] : []),
  ];
  return ways.length > 0 ? joinFragments(ways, ' OR ') : null;
}

/** The condition that the text is a part of the e-mail before its `@`, or a part of the number without its prefix. */
function inEmailOrNumber({ text, numberPart: number }: SearchQuery): Fragment | null {
  const email = emailKey(text);
  // Shorter parts match too many numbers by chance.
  const isNumber = number !== null && number.length >= (/\d/.test(text) ? 3 : 4);
  const conditions = [
    ...(email.length >= MIN_PART && !/\s/.test(email)
      ? [fragment`instr(email_key, ${email}) BETWEEN 1 AND instr(email_key, '@') - 1`]
      : []),
    ...(isNumber ? [fragment`instr(substr(id, 5), ${number}) > 0`] : []),
  ];
  return conditions.length === 0 ? null : joinFragments(conditions, ' OR ');
}
