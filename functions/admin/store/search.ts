/** Finds applications by what an operator types. Rule: each statement uses an index, except the last resort. */
import { emailKey, isEmail } from '../../../src/domain/input/email.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { isUuid, readNumberPart } from '../secrets/keys.ts';
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
 * the e-mail's local part or the application number. The second step reads whole indexes, so a complete number, e-mail or
 * request id that was found ends the search.
 */
export async function searchApplications(db: D1Database, said: SearchQuery, limit: number): Promise<SearchResult> {
  const { rows, incomplete } = await findApplications(db, said, limit);
  const text = cutText(said.text.trim(), MAX_LENGTH);
  const isComplete = said.number !== null || isUuid(text) || isEmail(text);
  if (rows.length === limit || (isComplete && rows.length > 0)) return { rows, incomplete };
  const known = new Set(rows.map(({ id }) => id));
  const others = await findContaining(db, text, limit + rows.length);
  return { rows: [...rows, ...others.filter(({ id }) => !known.has(id))].slice(0, limit), incomplete };
}

/** Matches in names and passport numbers come first, then those in e-mails and numbers; each newest first. */
async function findContaining(db: D1Database, text: string, limit: number): Promise<ListedApplicant[]> {
  const ways = [...keyPartLookup(text, limit), ...emailPartLookup(text, limit), ...numberPartLookup(text, limit)];
  if (ways.length === 0) return [];
  const { sql, values } = rankedLookup(ways);
  const statement = db.prepare(sql).bind(...values, limit);
  return (await statement.all<ListedApplicant>()).results;
}

/** Applications with a key that contains each word; of a passport number in groups, the groups together. */
function keyPartLookup(text: string, limit: number): Lookup[] {
  const words = foldWords(text).slice(0, MAX_WORDS);
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  if (first.length < MIN_PART || text.includes('@')) return [];
  const another =
    ' AND EXISTS (SELECT 1 FROM search_keys o WHERE o.applicant_id = k.applicant_id AND instr(o.key, ?) > 0)';
  const sql = `SELECT DISTINCT k.applicant_id AS found FROM search_keys k
    WHERE instr(k.key, ?) > 0 OR (instr(k.key, ?) > 0${another.repeat(others.length)}) LIMIT ?`;
  return [{ sql, values: [foldText(text), first, ...others, limit] }];
}

/** By a part of the address that begins before its `@`. */
function emailPartLookup(text: string, limit: number): Lookup[] {
  const part = emailKey(text);
  if (part.length < MIN_PART || /\s/.test(part)) return [];
  // The inner query reads only the index of addresses.
  const sql = `SELECT id AS found FROM applicants WHERE email_key IN (SELECT email_key FROM applicants
    WHERE instr(email_key, ?) BETWEEN 1 AND instr(email_key, '@') - 1 LIMIT ?)`;
  return [{ sql, values: [part, limit] }];
}

/** By a part of the number without its prefix; parts that short words would match by chance are left out. */
function numberPartLookup(text: string, limit: number): Lookup[] {
  const part = readNumberPart(text);
  const isLikely = part !== null && part.length >= (/\d/.test(text) ? 3 : 4);
  if (!isLikely) return [];
  return [
    { sql: 'SELECT id AS found FROM applicants WHERE instr(substr(id, 5), ?) > 0 LIMIT ?', values: [part, limit] },
  ];
}
