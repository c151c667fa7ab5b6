/** Runs statements: a batch is written whole or not at all. Passing faults are retried where nothing can be written twice. */
import { isLocked, isPassing, pauseTimes, repeatPassing } from '../../platform/passing-faults.ts';
import type { AdminEnv } from '../runtime/env.ts';

/** SQL with its values, to be inserted into a statement of {@link sql}. */
export class Fragment {
  readonly text: string;
  readonly values: readonly unknown[];
  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** A part of a statement: its values are bound, fragments are inserted. @example fragment`status = ${status}` */
export function fragment(texts: TemplateStringsArray, ...values: unknown[]): Fragment {
  const fragments = values.map((value) => (value instanceof Fragment ? value : new Fragment('?', [value])));
  return new Fragment(
    String.raw({ raw: texts }, ...fragments.map(({ text }) => text)),
    fragments.flatMap((inserted) => inserted.values),
  );
}

/** A statement like a {@link fragment}. @example sql(db)`DELETE FROM tokens WHERE hash = ${hash}` */
export const sql =
  (db: D1Database) =>
  (texts: TemplateStringsArray, ...values: unknown[]): D1PreparedStatement => {
    const { text, values: bound } = fragment(texts, ...values);
    return db.prepare(text).bind(...bound);
  };

/** The statements about one subject. Statements for a batch are returned, others are executed. */
export abstract class Repository {
  protected readonly db: D1Database;
  protected readonly sql: ReturnType<typeof sql>;
  constructor(db: D1Database) {
    this.db = db;
    this.sql = sql(db);
  }
}

/** True when the newest migration was applied. */
export async function hasTables(db: D1Database): Promise<boolean> {
  const row = await sql(db)`SELECT 1 AS found FROM pragma_table_info('status_history') WHERE name = 'officer'`.first();
  return row !== null;
}

export function joinFragments(fragments: readonly Fragment[], separator: string): Fragment {
  return new Fragment(
    fragments.map(({ text }) => text).join(separator),
    fragments.flatMap(({ values }) => values),
  );
}

/** SQL: whether the previous statement of the batch has written a row. */
export const IS_WRITTEN = fragment`changes() > 0`;

/** SQL: a list for `IN`, of any length. */
export const listOf = (values: readonly string[]): Fragment =>
  fragment`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * The names that the triggers of the schema use: `RAISE(ABORT, 'conflict: version')`. `status`: it does not follow the present
 * one, which no trigger checks. `credentials`: the password, session or code of the request is no longer valid, or its applicant
 * was erased. `files`: the sweep has claimed a file.
 */
const CONFLICTS = [
  'email',
  'credentials',
  'version',
  'history',
  'status',
  'claim',
  'files',
  'mail',
  'deletion',
  'message',
] as const;
type ConflictKind = (typeof CONFLICTS)[number];

/** Another request has changed what a batch relies on; nothing was written. */
export class Conflict extends Error {
  readonly reason: ConflictKind;
  constructor(kind: ConflictKind) {
    super(`conflict: ${kind}`);
    this.name = 'Conflict';
    this.reason = kind;
  }
}

/**
 * Writes all statements or none. @param written selects a row that only this batch writes, such as one with a new id: then a
 * passing fault is retried, and an attempt whose result was lost is not repeated; its results are missing
 * @throws Conflict when a trigger aborts the batch with the name of one
 */
export async function commit<Row = unknown>(
  db: D1Database,
  statements: D1PreparedStatement[],
  written?: D1PreparedStatement,
): Promise<D1Result<Row>[]> {
  if (!written) return db.batch<Row>(statements).catch(asConflict);
  const isWritten = async () => (await written.first()) !== null;
  return repeatPassing(async (nth) => {
    if (nth > 1 && (await isWritten())) return [];
    try {
      return await db.batch<Row>(statements);
    } catch (error) {
      // The first attempt may have been executed after the check.
      if (nth > 1 && !isPassing(error) && (await isWritten())) return [];
      return asConflict(error);
    }
  });
}

function asConflict(error: unknown): never {
  const message = String(error);
  // An applicant who was erased no longer has a session or code.
  const name = /FOREIGN KEY/.test(message) ? 'credentials' : /conflict: ([a-z]+)/.exec(message)?.[1];
  const kind = CONFLICTS.find((conflict) => conflict === name);
  throw kind ? new Conflict(kind) : error;
}

/** @returns a rejection handler for {@link commit}: throws `refusal()` for a conflict, rethrows any other error */
export function onConflict(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    throw error instanceof Conflict ? refusal() : error;
  };
}

/** Calls to a bucket that may be repeated, since each names its object. */
const BUCKET_CALLS = ['get', 'head', 'list', 'put', 'delete'];

/**
 * Statements that may be executed twice; and the object behind each proxy, since bound methods do not accept proxies as
 * arguments.
 */
const repeatables = new WeakSet<object>();
const originals = new WeakMap<object, object>();

const original = (value: unknown): unknown => (isObject(value) ? (originals.get(value) ?? value) : value);

/** Marks a write that has the same effect when executed twice, so that it is retried after a passing fault. */
export function repeatable(statement: D1PreparedStatement): D1PreparedStatement {
  repeatables.add(original(statement) as object);
  return statement;
}

/**
 * Wraps database and bucket. After a passing fault, reads, {@link repeatable} writes and calls to the bucket are retried; other
 * writes throw at once. Where another process shares the storage, any statement waits for the lock, since a locked statement was
 * not executed.
 */
export function withRetries<Env extends Pick<AdminEnv, 'DB' | 'FILES' | 'STORAGE_IS_SHARED'>>(env: Env): Env {
  const isShared = Boolean(env.STORAGE_IS_SHARED);
  return { ...env, DB: retrying(env.DB, isShared), FILES: retrying(env.FILES, isShared) };
}

/** {@link withRetries} for one binding. */
export function retrying<Bound extends object>(bound: Bound, isShared = false): Bound {
  const pauses = isShared ? pauseTimes.locked : pauseTimes.passing;
  const proxy = new Proxy(bound, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const plain = given.map((one) => (Array.isArray(one) ? one.map(original) : original(one)));
        const call = () => Reflect.apply(value, target, plain) as unknown;
        const first = call();
        if (first instanceof Promise) {
          const accepts = isRepeatable(target, String(name), plain) ? isPassing : isShared ? isLocked : () => false;
          return repeatPassing((nth) => (nth === 1 ? first : (call() as Promise<unknown>)), { pauses, accepts });
        }
        if (!isObject(first)) return first;
        if (name === 'prepare' ? isSelect(given[0]) : repeatables.has(target)) repeatables.add(first);
        return retrying(first, isShared);
      };
    },
  });
  originals.set(proxy, bound);
  return proxy;
}

const isSelect = (sql: unknown) =>
  typeof sql === 'string' && /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(sql);

function isRepeatable(target: object, name: string, [first, second]: readonly unknown[]): boolean {
  if (name === 'batch') return [first].flat().every((statement) => isObject(statement) && repeatables.has(statement));
  // A stream can be read only once.
  if (name === 'put') return !(second instanceof ReadableStream);
  return repeatables.has(target) || BUCKET_CALLS.includes(name);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
