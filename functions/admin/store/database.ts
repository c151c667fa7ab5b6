/** Runs statements: a batch is written whole or not at all, and one that finds the database locked is tried again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AdminEnv } from '../runtime/env.ts';

/**
 * As the triggers of the schema name them: `RAISE(ABORT, 'conflict: version')`.
 * `credentials`: the password, session or code of the request is no longer valid. `files`: the sweep has claimed a file.
 */
const CONFLICTS = [
  ...(['email', 'credentials', 'version', 'history', 'claim'] as const),
  ...(['files', 'mail', 'allowance', 'deletion', 'message'] as const),
];
export type ConflictKind = (typeof CONFLICTS)[number];

/** Another request has changed what a batch relies on; nothing was written. */
export class Conflict extends Error {
  readonly reason: ConflictKind;
  constructor(kind: ConflictKind) {
    super(`conflict: ${kind}`);
    this.name = 'Conflict';
    this.reason = kind;
  }
}

/** Writes all statements or none. @throws Conflict when a trigger aborts the batch with the name of one */
export async function commit<Row = unknown>(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<D1Result<Row>[]> {
  try {
    return await db.batch<Row>(statements);
  } catch (error) {
    const name = error instanceof Error ? /conflict: ([a-z]+)/.exec(error.message)?.[1] : undefined;
    const kind = CONFLICTS.find((conflict) => conflict === name);
    throw kind ? new Conflict(kind) : error;
  }
}

/** @returns a rejection handler for {@link commit}: throws `refusal()` for a conflict, rethrows any other error */
export function onConflict(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    throw error instanceof Conflict ? refusal() : error;
  };
}

/** The local runtime may report a lock so. The statement may have been executed: only reads are tried again. */
const INTERNAL = /internal error/i;
const READS_OF_BUCKETS = ['get', 'head', 'list'];

const reads = new WeakSet<object>();

/** The last alternative follows a rollback: D1 found the file locked when it wrote its bookmark. */
const LOCKED = /SQLITE_BUSY|database is locked|Failed to get session commit token/;
const TRIES = 8;
const FIRST_PAUSE_MS = 25;

/** The object behind each proxy: bound methods do not accept proxies as arguments. */
const originals = new WeakMap<object, object>();

/**
 * Wraps a bound database or bucket, and the statements it prepares, so that calls are retried for up to three seconds while
 * another process (the local portal, or the desk beside it) locks the file. SQLite executes a statement whole or not at all,
 * so a retry never repeats half of one. Reads are retried after an internal error too.
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

/**
 * {@link retryWhenLocked} for both bindings, only where another process shares the storage: elsewhere such an error may follow
 * an executed statement.
 */
export function withLockRetry<Env extends Pick<AdminEnv, 'DB' | 'FILES' | 'STORAGE_IS_SHARED'>>(env: Env): Env {
  if (!env.STORAGE_IS_SHARED) return env;
  return { ...env, DB: retryWhenLocked(env.DB), FILES: retryWhenLocked(env.FILES) };
}

const isSelect = (sql: unknown) => typeof sql === 'string' && /^\s*SELECT\b/i.test(sql);

function isRead(target: object, name: string, given: readonly unknown[]): boolean {
  if (name !== 'batch') return reads.has(target) || READS_OF_BUCKETS.includes(name);
  return [given[0]]
    .flat()
    .every((statement) => isObject(statement) && reads.has(originals.get(statement) ?? statement));
}

async function retried(first: Promise<unknown>, call: () => unknown, isRead: boolean): Promise<unknown> {
  let attempt: unknown = first;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt;
    } catch (error) {
      const mayRetry =
        error instanceof Error && (LOCKED.test(error.message) || (isRead && INTERNAL.test(error.message)));
      if (tried === TRIES || !mayRetry) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
      attempt = call();
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
