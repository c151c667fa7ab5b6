/** The work of a call as a list: each SQL statement in order; quick-hashing.ts adds each password hash. */
import type { AdminEnv } from '../../../../functions/admin/runtime/env.ts';
import { bindings } from './host.ts';

/** The statement behind each recording one. */
const originals = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();

/** Returns bindings that record their use in `efforts`. */
export function recordingEnv(efforts: string[]): AdminEnv {
  const DB = recording(bindings.DB, {
    prepare: (sql: string) => recordingStatement(bindings.DB.prepare(sql), normalized(sql), efforts),
    batch: (statements: D1PreparedStatement[]) => {
      const all = statements.map(originalOf);
      efforts.push(`batch: ${all.map(({ sql }) => sql).join('; ')}`);
      return bindings.DB.batch(all.map(({ statement }) => statement));
    },
    exec: (sql: string) => {
      efforts.push(normalized(sql));
      return bindings.DB.exec(sql);
    },
  });
  const FILES = recording(bindings.FILES, {}, (name) => efforts.push(`bucket: ${name}`));
  const MAIL = recording(bindings.MAIL, {}, (name) => efforts.push(`mail: ${name}`));
  return { ...bindings, DB, FILES, MAIL };
}

const EXECUTING = ['run', 'first', 'all', 'raw'];

function recordingStatement(statement: D1PreparedStatement, sql: string, efforts: string[]): D1PreparedStatement {
  const bind = (...values: unknown[]) => recordingStatement(statement.bind(...values), sql, efforts);
  const recorder = recording(statement, { bind }, (name) => {
    if (EXECUTING.includes(name)) efforts.push(sql);
  });
  originals.set(recorder, { statement, sql });
  return recorder;
}

function originalOf(recorder: D1PreparedStatement): { statement: D1PreparedStatement; sql: string } {
  const original = originals.get(recorder);
  if (!original) throw new Error('a statement that was not prepared by this database');
  return original;
}

/** Returns an object that reports calls of its other methods before they run. */
function recording<Bound extends object>(bound: Bound, own: object, onCall: (name: string) => void = () => {}): Bound {
  return new Proxy(bound, {
    get(target, name) {
      const given: unknown = Reflect.get(own, name);
      if (given !== undefined) return given;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        onCall(String(name));
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

const normalized = (sql: string) => sql.replace(/\s+/g, ' ').trim();
