/** Finds applications by what an operator types. Rule: each statement uses an index; only a search for parts reads a whole one. */
import { emailKey } from '../../../src/domain/input/email.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { LISTED, type ListedApplicant } from './lists.ts';
import { foldText, foldWords, selectWithoutKeys } from './search-keys.ts';

export interface SearchResult {
  /** The best matches first. */
  rows: ListedApplicant[];
  /** Some applications have no search keys yet. */
  incomplete: boolean;
}

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

/** Finds applications by number, request, e-mail, passport number or name. */
export async function findApplications(db: D1Database, said: SearchQuery, limit: number): Promise<SearchResult> {
  const text = cutText(said.text.trim(), MAX_LENGTH);
  const { sql, values } = rankedLookup([...exactLookups({ ...said, text }), ...prefixLookups(text, limit)]);
  const found = db.prepare(sql).bind(...values, limit);
  // Two statements: on the operator's machine each round trip costs more than the query.
  const [missing, rows] = await db.batch([selectWithoutKeys(db), found]);
  return {
    rows: (rows?.results ?? []) as unknown as ListedApplicant[],
    incomplete: (missing?.results.length ?? 0) > 0,
  };
}

interface Lookup {
  sql: string;
  values: (string | number)[];
}

/** Rows of applications in the order of the lookups, then newest first; the last value is the limit. */
function rankedLookup(ways: readonly Lookup[]): Lookup {
  const ranked = ways.map(({ sql }, rank) => `SELECT found, ${rank} AS rank FROM (${sql})`).join(' UNION ALL ');
  const sql = `SELECT ${LISTED} FROM (SELECT found, min(rank) AS rank FROM (${ranked}) GROUP BY found)
    CROSS JOIN applicants a ON a.id = found ORDER BY rank, a.created_at DESC LIMIT ?`;
  return { sql, values: ways.flatMap(({ values }) => values) };
}

/** By unique values: number, request, e-mail, left e-mail. */
function exactLookups({ text, number }: SearchQuery): Lookup[] {
  const key = emailKey(text);
  const byNumber = {
    sql: 'SELECT id AS found FROM applicants WHERE id IN (?, ?)',
    values: [text.toUpperCase(), number ?? ''],
  };
  if (!text.includes('@')) {
    const byRequest = 'SELECT id AS found FROM applicants WHERE request_id IN (?, ?)';
    return [byNumber, { sql: byRequest, values: [text, text.toLowerCase()] }];
  }
  return [
    { sql: 'SELECT id AS found FROM applicants WHERE email_key = ?', values: [key] },
    { sql: 'SELECT applicant_id AS found FROM left_addresses WHERE email_key = ?', values: [key] },
  ];
}

function prefixLookups(text: string, limit: number): Lookup[] {
  if (text.includes('@')) {
    const sql = 'SELECT id AS found FROM applicants WHERE email_key >= ? AND email_key < ? LIMIT ?';
    return [{ sql, values: [...range(emailKey(text)), limit] }];
  }
  const words = foldWords(text).slice(0, MAX_WORDS);
  const passport = foldText(text);
  const lists = words.length > 1 ? [[passport], words] : [words];
  return lists.filter((list) => list.length > 0).map((list) => keyLookup(list, limit));
}

/** Applications with a key that starts with each word. The longest word matches fewest. */
function keyLookup(words: readonly string[], limit: number): Lookup {
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const another =
    ' AND EXISTS (SELECT 1 FROM search_keys o WHERE o.applicant_id = k.applicant_id AND o.key >= ? AND o.key < ?)';
  const sql = `SELECT DISTINCT k.applicant_id AS found FROM search_keys k
    WHERE k.key >= ? AND k.key < ?${another.repeat(others.length)} LIMIT ?`;
  return { sql, values: [...[first, ...others].flatMap(range), limit] };
}

/** The range of texts with a prefix. */
const range = (prefix: string): [string, string] => [prefix, `${prefix}\u{10ffff}`];

/** The shortest part of a name, e-mail or passport number that is looked for. */
const MIN_PART = 2;

/**
 * {@link findApplications}, then what only contains the text: each word in a name or the passport number, or the whole text in
 * the e-mail's local part or the application number. The second step reads an index from end to end, so a complete number, e-mail or
 * request id that was found ends the search.
 */
export async function searchApplications(db: D1Database, said: SearchQuery, limit: number): Promise<SearchResult> {
  const { rows, incomplete } = await findApplications(db, said, limit);
  const text = cutText(said.text.trim(), MAX_LENGTH);
  if (rows.length === limit || (said.isComplete && rows.length > 0)) return { rows, incomplete };
  const known = new Set(rows.map(({ id }) => id));
  const others = await findContaining(db, { ...said, text }, limit + rows.length);
  return { rows: [...rows, ...others.filter(({ id }) => !known.has(id))].slice(0, limit), incomplete };
}

/** Matches in names and passport numbers come first, then those in e-mails and numbers; each newest first. */
async function findContaining(db: D1Database, said: SearchQuery, limit: number): Promise<ListedApplicant[]> {
  const ways = [inKeys(said), inEmailOrNumber(said)].flatMap((way) => (way ? partLookup(way, limit) : []));
  if (ways.length === 0) return [];
  const { sql, values } = rankedLookup(ways);
  const statement = db.prepare(sql).bind(...values, limit);
  return (await statement.all<ListedApplicant>()).results;
}

/** Reads an index, newest first, until it has found enough. */
function partLookup({ sql, values }: Lookup, limit: number): Lookup {
  const lookup = `SELECT id AS found FROM applicants INDEXED BY applicants_by_part
    WHERE search_text IS NOT NULL AND ${sql} ORDER BY created_at DESC LIMIT ?`;
  return { sql: lookup, values: [...values, limit] };
}

/** The condition of a name or passport number with each word, or of a passport number that is written in groups. */
function inKeys({ text }: SearchQuery): Lookup | null {
  const words = foldWords(text).slice(0, MAX_WORDS);
  if (!words.some(({ length }) => length >= MIN_PART) || text.includes('@')) return null;
  const each = words.map(() => 'instr(search_text, ?) > 0').join(' AND ');
  return { sql: `(instr(search_text, ?) > 0 OR ${each})`, values: [foldText(text), ...words] };
}

/** The condition of a part of the e-mail that begins before its `@`, or of a part of the number without its prefix. */
function inEmailOrNumber({ text, numberPart: number }: SearchQuery): Lookup | null {
  const email = emailKey(text);
  // Shorter parts match too many numbers by chance.
  const isNumber = number !== null && number.length >= (/\d/.test(text) ? 3 : 4);
  const parts: [string, string][] = [
    ...(email.length >= MIN_PART && !/\s/.test(email)
      ? [["instr(email_key, ?) BETWEEN 1 AND instr(email_key, '@') - 1", email] satisfies [string, string]]
      : []),
    ...(isNumber ? [['instr(substr(id, 5), ?) > 0', number] satisfies [string, string]] : []),
  ];
  if (parts.length === 0) return null;
  return { sql: `(${parts.map(([sql]) => sql).join(' OR ')})`, values: parts.map(([, part]) => part) };
}
