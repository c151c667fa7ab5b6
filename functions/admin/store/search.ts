/** Finds applications by what an operator types. Rule: each statement uses an index, except the last resort. */
import { emailKey } from '../../../src/domain/input/email.ts';
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

/** Longer texts and names are cut. */
const MAX_LENGTH = 200;
const MAX_WORDS = 8;

/** Finds applications by number, request, e-mail, passport number or name. */
export async function findApplications(db: D1Database, said: SearchQuery, limit: number): Promise<SearchResult> {
  const text = said.text.trim().slice(0, MAX_LENGTH);
  const ways = [...exactLookups({ ...said, text }), ...prefixLookups(text, limit)];
  const ranked = ways.map(({ sql }, rank) => `SELECT found, ${rank} AS rank FROM (${sql})`).join(' UNION ALL ');
  const sql = `SELECT ${LISTED} FROM (SELECT found, min(rank) AS rank FROM (${ranked}) GROUP BY found)
    CROSS JOIN applicants a ON a.id = found ORDER BY rank, a.created_at DESC LIMIT ?`;
  const found = db.prepare(sql).bind(...ways.flatMap(({ values }) => values), limit);
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

/** The shortest text that {@link findContaining} looks for. */
const MIN_CONTAINED = 3;

/** Applications whose name or passport number contains a text, newest first. The last resort: reads all keys. */
export async function findContaining(db: D1Database, text: string, limit: number): Promise<ListedApplicant[]> {
  const part = foldText(text.trim().slice(0, MAX_LENGTH));
  if (part.length < MIN_CONTAINED || text.includes('@')) return [];
  const sql = `SELECT ${LISTED} FROM (SELECT DISTINCT applicant_id FROM search_keys WHERE instr(key, ?1) > 0 LIMIT ?2)
    CROSS JOIN applicants a ON a.id = applicant_id ORDER BY a.created_at DESC`;
  return (await db.prepare(sql).bind(part, limit).all<ListedApplicant>()).results;
}
