/** Databases that interfere with a request: another request runs just before one of its statements. */
import type { AdminEnv } from '../../../../functions/admin/runtime/env.ts';
import { bindings } from './host.ts';

const EXECUTING = ['run', 'first', 'all', 'raw'];

/**
 * Returns bindings for one request that something else interrupts.
 * @param sql part of the statement before which it happens, alone or in a batch @param times how often
 */
export function envWith(sql: string, happens: () => Promise<unknown>, times = 1): AdminEnv {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; text: string }>();
  let left = times;
  const reach = async (text: string) => {
    if (left <= 0 || !text.includes(sql)) return;
    left -= 1;
    await happens();
  };
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), text);
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || !EXECUTING.includes(String(name))) return value;
        return async (...given: unknown[]) => {
          await reach(text);
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
    originals.set(wrapped, { statement, text });
    return wrapped;
  };
  const DB = new Proxy(bindings.DB, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => wrap(target.prepare(text), text);
      if (name !== 'batch') return Reflect.get(target, name) as unknown;
      return async (statements: D1PreparedStatement[]) => {
        const all = statements.map((statement) => originals.get(statement) ?? { statement, text: '' });
        await reach(all.map(({ text }) => text).join(';'));
        return target.batch(all.map(({ statement }) => statement));
      };
    },
  });
  return { ...bindings, DB };
}
