/** Finds applications by what an operator types. Rule: each statement uses an index; only a search for parts reads a whole one. */
import { emailKey } from '../../../src/domain/input/email.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { LISTED, type ListedApplicant } from './lists.ts';
import { foldText, foldWords, soundOf } from './search-keys.ts';
import { type Fragment, fragment, joinFragments, sql } from './sql.ts';

export interface SearchQuery {
  text: string;
  /** The text as an application number; null for any other text. */
  number: string | null;
  /** The text as a part of a number, without its prefix; null for any other text. */
  numberPart: string | null;
  /** The text is a whole number, e-mail or request id. */
  isComplete: boolean;
}

/** Longer texts are cut, counted in code points. */
const MAX_LENGTH = 200;
const MAX_WORDS = 8;

/** Finds applications by number, request, e-mail, passport or phone number, name or company. */
export async function findApplications(db: D1Database, said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
  const text = cutText(said.text.trim(), MAX_LENGTH);
  const found = rankedLookup(db, [...exactLookups({ ...said, text }), ...prefixLookups(text, limit)], limit);
  return (await found.all<ListedApplicant>()).results;
}

/** Selects applications in the order of the lookups, then newest first. @param ways each selects ids as `found` */
function rankedLookup(db: D1Database, ways: readonly Fragment[], limit: number): D1PreparedStatement {
  const ranked = ways.map((way, rank) => fragment`SELECT found, ${rank} AS rank FROM (${way})`);
  return sql(db)`SELECT ${LISTED} FROM (
      SELECT found, min(rank) AS rank FROM (${joinFragments(ranked, ' UNION ALL ')}) GROUP BY found
    ) CROSS JOIN applicants a ON a.id = found ORDER BY rank, a.created_at DESC LIMIT ${limit}`;
}

/** By unique values: number, request, e-mail, left e-mail. */
function exactLookups({ text, number }: SearchQuery): Fragment[] {
  const key = emailKey(text);
  if (text.includes('@'))
    return [
      fragment`SELECT id AS found FROM applicants WHERE email_key = ${key}`,
      fragment`SELECT applicant_id AS found FROM left_addresses WHERE email_key = ${key}`,
    ];
  return [
    fragment`SELECT id AS found FROM applicants WHERE id IN (${text.toUpperCase()}, ${number ?? ''})`,
    fragment`SELECT id AS found FROM applicants WHERE request_id IN (${text}, ${text.toLowerCase()})`,
  ];
}

function prefixLookups(text: string, limit: number): Fragment[] {
  if (text.includes('@')) {
    const isFound = startsWith(fragment`email_key`, emailKey(text));
    return [fragment`SELECT id AS found FROM applicants WHERE ${isFound} LIMIT ${limit}`];
  }
  const words = foldWords(text).slice(0, MAX_WORDS);
  const passport = foldText(text);
  const sounds = words.map(soundOf);
  const lists = [...(words.length > 1 ? [[passport]] : []), words, ...(sounds.join() === words.join() ? [] : [sounds])];
  return lists.filter((list) => list.length > 0).map((list) => keyLookup(list, limit));
}

/** Applications with a key that starts with each word. The longest word matches fewest. */
function keyLookup(words: readonly string[], limit: number): Fragment {
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const conditions = others.map(
    (word) => fragment`EXISTS (SELECT 1 FROM search_keys o
      WHERE o.applicant_id = k.applicant_id AND ${startsWith(fragment`o.key`, word)})`,
  );
  const isFound = joinFragments([startsWith(fragment`k.key`, first), ...conditions], ' AND ');
  return fragment`SELECT DISTINCT k.applicant_id AS found FROM search_keys k WHERE ${isFound} LIMIT ${limit}`;
}

/** A range, so that an index is used. */
const startsWith = (column: Fragment, prefix: string) =>
  fragment`${column} >= ${prefix} AND ${column} < ${`${prefix}\u{10ffff}`}`;

/** The shortest part of a name, e-mail or passport number that is looked for. */
const MIN_PART = 2;

/**
 * {@link findApplications}, then what only contains the text: each word in a name or the passport number, or the whole text in
 * the e-mail's local part or the application number. The second step reads an index from end to end, so a complete number, e-mail or
 * request id that was found ends the search.
 */
export async function searchApplications(db: D1Database, said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
  const rows = await findApplications(db, said, limit);
  const text = cutText(said.text.trim(), MAX_LENGTH);
  if (rows.length === limit || (said.isComplete && rows.length > 0)) return rows;
  const known = new Set(rows.map(({ id }) => id));
  const others = await findContaining(db, { ...said, text }, limit + rows.length);
  return [...rows, ...others.filter(({ id }) => !known.has(id))].slice(0, limit);
}

/** Matches in names and passport numbers come first, then those in e-mails and numbers; each newest first. */
async function findContaining(db: D1Database, said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
  const ways = [inKeys(said), inEmailOrNumber(said)].flatMap((way) => (way ? partLookup(way, limit) : []));
  if (ways.length === 0) return [];
  return (await rankedLookup(db, ways, limit).all<ListedApplicant>()).results;
}

function partLookup(condition: Fragment, limit: number): Fragment {
  return fragment`SELECT id AS found FROM applicants INDEXED BY applicants_by_part
    WHERE search_text IS NOT NULL AND (${condition}) ORDER BY created_at DESC LIMIT ${limit}`;
}

/** The condition of a name or passport number with each word, or of a passport number that is written in groups. */
function inKeys({ text }: SearchQuery): Fragment | null {
  const words = foldWords(text).slice(0, MAX_WORDS);
  if (!words.some(({ length }) => length >= MIN_PART) || text.includes('@')) return null;
  const contains = (part: string) =>
    soundOf(part) === part
      ? fragment`instr(search_text, ${part}) > 0`
      : fragment`(instr(search_text, ${part}) > 0 OR instr(search_text, ${soundOf(part)}) > 0)`;
  return fragment`${contains(foldText(text))} OR ${joinFragments(words.map(contains), ' AND ')}`;
}

/** The condition of a part of the e-mail that begins before its `@`, or of a part of the number without its prefix. */
function inEmailOrNumber({ text, numberPart: number }: SearchQuery): Fragment | null {
  const email = emailKey(text);
  // Shorter parts match too many numbers by chance.
  const isNumber = number !== null && number.length >= (/\d/.test(text) ? 3 : 4);
  const parts = [
    ...(email.length >= MIN_PART && !/\s/.test(email)
      ? [fragment`instr(email_key, ${email}) BETWEEN 1 AND instr(email_key, '@') - 1`]
      : []),
    ...(isNumber ? [fragment`instr(substr(id, 5), ${number}) > 0`] : []),
  ];
  return parts.length === 0 ? null : joinFragments(parts, ' OR ');
}
