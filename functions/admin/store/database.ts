/** How statements are run: all or none, conflicts told apart by the constraint's name, and held storage waited for. */
import { setTimeout as pause } from 'node:timers/promises';

export type ConflictKind =
  | 'email'
  | 'credentials'
  | 'version'
  | 'history'
  | 'claim'
  | 'files'
  | 'mail'
  | 'allowance'
  | 'deletion'
  | 'message';

/** Somebody else was first; nothing was written. */
export class Conflict extends Error {
  readonly reason: ConflictKind;
  constructor(kind: ConflictKind) {
    super(`conflict: ${kind}`);
    this.name = 'Conflict';
    this.reason = kind;
  }
}

const CONSTRAINTS: [string, ConflictKind][] = [
  ['UNIQUE constraint failed: applicants.email_key', 'email'],
  ['NOT NULL constraint failed: applicants.email_key', 'email'],
  // What the request was let in by (password, session, code) counts no longer.
  ['NOT NULL constraint failed: applicants.password_hash', 'credentials'],
  ['NOT NULL constraint failed: tokens.applicant_id', 'credentials'],
  ['NOT NULL constraint failed: applicants.version', 'version'],
  ['NOT NULL constraint failed: desk_actions.applicant_id', 'version'],
  ['UNIQUE constraint failed: status_history.', 'history'],
  ['NOT NULL constraint failed: idempotency.claim', 'claim'],
  ['NOT NULL constraint failed: mails.state', 'mail'],
  ['NOT NULL constraint failed: messages.state', 'message'],
  ['NOT NULL constraint failed: parcel_spending.bytes', 'allowance'],
  ['NOT NULL constraint failed: deletion_requests.id', 'deletion'],
  // The sweep was faster.
  ['NOT NULL constraint failed: files.applicant_id', 'files'],
];

/** Writes all statements or none. @throws Conflict when a constraint says that somebody else was first */
export async function commit<Row = unknown>(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<D1Result<Row>[]> {
  try {
    return await db.batch<Row>(statements);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const kind = CONSTRAINTS.find(([constraint]) => message.includes(constraint))?.[1];
    throw kind ? new Conflict(kind) : error;
  }
}

/** For what a {@link commit} fails with: a conflict becomes the refusal that it means here, any other error stays. */
export function onConflict(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    throw error instanceof Conflict ? refusal() : error;
  };
}

/** What the local runtime says in place of a lock that it met elsewhere. It does not say whether the statement was done. */
const INTERNAL = /internal error/i;
const READS_OF_BUCKETS = ['get', 'head', 'list'];

/** Prepared statements that only read. */
const reads = new WeakSet<object>();

/** The last is said after a statement that was rolled back: D1's bookmark, written with it, found the file locked. */
const LOCKED = /SQLITE_BUSY|database is locked|Failed to get session commit token/;
const TRIES = 8;
const FIRST_PAUSE_MS = 25;

/** The object behind each proxy, for calls that are handed one. */
const originals = new WeakMap<object, object>();

/**
 * A bound database or bucket, and what its calls give at once (prepared statements), which tries again for up to three seconds
 * while another process (the local portal, or the desk beside it) holds the file. SQLite does a statement whole or not at all.
 * Reads are tried again after an internal error too.
 */
export function retryWhenLocked<Bound extends object>(bound: Bound): Bound {
  const proxy = new Proxy(bound, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const call = () => Reflect.apply(value, target, given.map(original)) as unknown;
        const first = call();
        if (first instanceof Promise) return retried(first, call, isRead(target, String(name), given));
        if (!isObject(first)) return first;
        if (name === 'prepare' ? isSelect(given[0]) : reads.has(target)) reads.add(first);
        return retryWhenLocked(first);
      };
    },
  });
  originals.set(proxy, bound);
  return proxy;
}

const isSelect = (sql: unknown) => typeof sql === 'string' && /^\s*SELECT\b/i.test(sql);

function isRead(target: object, name: string, given: readonly unknown[]): boolean {
  if (name !== 'batch') return reads.has(target) || READS_OF_BUCKETS.includes(name);
  return [given[0]].flat().every((one) => isObject(one) && reads.has(originals.get(one) ?? one));
}

async function retried(first: Promise<unknown>, call: () => unknown, isRead: boolean): Promise<unknown> {
  let answer: unknown = first;
  for (let tried = 1; ; tried += 1) {
    try {
      return await answer;
    } catch (error) {
      const mayRetry =
        error instanceof Error && (LOCKED.test(error.message) || (isRead && INTERNAL.test(error.message)));
      if (tried === TRIES || !mayRetry) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
      answer = call();
    }
  }
}

function original(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(original);
  return isObject(value) ? (originals.get(value) ?? value) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
