/** Finds applications by what somebody says of them. Rule: each statement goes by an index, however many there are. */
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
  const statements = [...exactStatements(db, { ...said, text }), ...prefixStatements(db, text, limit)];
  const answers = await db.batch([someWithoutKeys(db), ...statements]);
  const [missing, ...found] = answers as unknown as D1Result<ListedApplicant>[];
  const rows = new Map(found.flatMap(({ results }) => results.map((row) => [row.id, row] as const)));
  return { rows: [...rows.values()].slice(0, limit), incomplete: (missing?.results.length ?? 0) > 0 };
}

/** By what names one application only: number, request, whole e-mail, the e-mail that was left. */
function exactStatements(db: D1Database, { text, number }: Said): D1PreparedStatement[] {
  const select = (condition: string) => db.prepare(`SELECT ${LISTED} FROM applicants a WHERE ${condition}`);
  const key = emailKey(text);
  return [
    select('a.id IN (?, ?)').bind(text.toUpperCase(), number ?? ''),
    select('a.request_id IN (?, ?)').bind(text, text.toLowerCase()),
    select('a.email_key = ?').bind(key),
    select('a.id IN (SELECT applicant_id FROM left_addresses WHERE email_key = ?)').bind(key),
  ];
}

function prefixStatements(db: D1Database, text: string, limit: number): D1PreparedStatement[] {
  if (text.includes('@')) {
    const [from, to] = range(emailKey(text));
    const sql = `SELECT ${LISTED} FROM applicants a WHERE a.email_key >= ? AND a.email_key < ? LIMIT ?`;
    return [db.prepare(sql).bind(from, to, limit)];
  }
  const words = foldedWords(text).slice(0, MAX_WORDS);
  const passport = folded(text);
  const lists = words.length > 1 ? [[passport], words] : [words];
  return lists.filter((list) => list.length > 0).map((list) => keysStatement(db, list, limit));
}

/** Applications that have, for each word, a key that begins with it. The longest word has the fewest. */
function keysStatement(db: D1Database, words: readonly string[], limit: number): D1PreparedStatement {
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const another =
    ' AND EXISTS (SELECT 1 FROM search_keys o WHERE o.applicant_id = k.applicant_id AND o.key >= ? AND o.key < ?)';
  const sql = `SELECT ${LISTED} FROM
    (SELECT DISTINCT k.applicant_id AS found FROM search_keys k WHERE k.key >= ? AND k.key < ?${another.repeat(others.length)} LIMIT ?)
    CROSS JOIN applicants a ON a.id = found`;
  return db.prepare(sql).bind(...[first, ...others].flatMap(range), limit);
}

/** Between which texts those are that begin with one. */
const range = (prefix: string): [string, string] => [prefix, `${prefix}\u{10ffff}`];
