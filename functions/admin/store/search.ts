/** Finds applications by what somebody says of them. Rule: each statement goes by an index, however many there are, but the last resort. */
import { emailKey } from '../../../src/domain/input/email.ts';
import { LISTED, type ListedApplicant } from './lists.ts';
import { folded, foldedWords, someWithoutKeys } from './search-keys.ts';

export interface Found {
  /** The most exact first. */
  rows: ListedApplicant[];
  /** Some applications can't be found by name or passport number yet. */
  incomplete: boolean;
}

/** What somebody said. */
export interface Said {
  text: string;
  /** The application's number that it may be; null for what is none. */
  number: string | null;
}

/** A text is cut after so many characters, and a name after so many words: none is longer. */
const MAX_LENGTH = 200;
const MAX_WORDS = 8;

/** The applications of a number, request, e-mail, passport number or name, at most `limit`. */
export async function findApplications(db: D1Database, said: Said, limit: number): Promise<Found> {
  const text = said.text.trim().slice(0, MAX_LENGTH);
  const ways = [...exactWays({ ...said, text }), ...prefixWays(text, limit)];
  const ranked = ways.map(({ sql }, rank) => `SELECT found, ${rank} AS rank FROM (${sql})`).join(' UNION ALL ');
  const sql = `SELECT ${LISTED} FROM (SELECT found, min(rank) AS rank FROM (${ranked}) GROUP BY found)
    CROSS JOIN applicants a ON a.id = found ORDER BY rank, a.created_at DESC LIMIT ?`;
  const found = db.prepare(sql).bind(...ways.flatMap(({ values }) => values), limit);
  // Two statements, since on the operator's machine each costs more than what it finds.
  const [missing, rows] = await db.batch([someWithoutKeys(db), found]);
  return {
    rows: (rows?.results ?? []) as unknown as ListedApplicant[],
    incomplete: (missing?.results.length ?? 0) > 0,
  };
}

/** A way to find applications: it selects their numbers as `found`. */
interface Way {
  sql: string;
  values: (string | number)[];
}

/** By what names one application only: number, request, whole e-mail, the e-mail that was left. */
function exactWays({ text, number }: Said): Way[] {
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

function prefixWays(text: string, limit: number): Way[] {
  if (text.includes('@')) {
    const sql = 'SELECT id AS found FROM applicants WHERE email_key >= ? AND email_key < ? LIMIT ?';
    return [{ sql, values: [...range(emailKey(text)), limit] }];
  }
  const words = foldedWords(text).slice(0, MAX_WORDS);
  const passport = folded(text);
  const lists = words.length > 1 ? [[passport], words] : [words];
  return lists.filter((list) => list.length > 0).map((list) => byKeys(list, limit));
}

/** Applications that have, for each word, a key that begins with it. The longest word has the fewest. */
function byKeys(words: readonly string[], limit: number): Way {
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const another =
    ' AND EXISTS (SELECT 1 FROM search_keys o WHERE o.applicant_id = k.applicant_id AND o.key >= ? AND o.key < ?)';
  const sql = `SELECT DISTINCT k.applicant_id AS found FROM search_keys k
    WHERE k.key >= ? AND k.key < ?${another.repeat(others.length)} LIMIT ?`;
  return { sql, values: [...[first, ...others].flatMap(range), limit] };
}

/** Between which texts those are that begin with one. */
const range = (prefix: string): [string, string] => [prefix, `${prefix}\u{10ffff}`];

/** The shortest text that {@link findWithin} looks for. */
const LEAST_WITHIN = 3;

/**
 * The applications with a name or passport number that a text is a part of, newest first. It reads all keys, so it is for what
 * {@link findApplications} does not find.
 */
export async function findWithin(db: D1Database, text: string, limit: number): Promise<ListedApplicant[]> {
  const part = folded(text.trim().slice(0, MAX_LENGTH));
  if (part.length < LEAST_WITHIN || text.includes('@')) return [];
  const sql = `SELECT ${LISTED} FROM (SELECT DISTINCT applicant_id FROM search_keys WHERE instr(key, ?1) > 0 LIMIT ?2)
    CROSS JOIN applicants a ON a.id = applicant_id ORDER BY a.created_at DESC`;
  return (await db.prepare(sql).bind(part, limit).all<ListedApplicant>()).results;
}
