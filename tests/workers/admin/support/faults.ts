/** Database, bucket and mail of which chosen operations fail, before they are executed or with their result lost. */
import type { AdminEnv } from '../../../../functions/admin/runtime/env.ts';
import { bindings } from './host.ts';

const EXECUTING = ['run', 'first', 'all', 'raw', 'batch', 'exec', 'get', 'head', 'list', 'put', 'delete', 'send'];

export interface Fault {
  /** The first operation that fails, from 1. */
  from: number;
  /** How many fail in a row; the retries of one operation count. */
  count: number;
  /** Whether the operation is executed before it fails. */
  isExecuted: boolean;
  message: string;
}

/** Returns bindings with a fault, and the number of operations so far; null: none fails. */
export function faultyEnv(fault: Fault | null): { env: AdminEnv; operations: () => number } {
  let operations = 0;
  const originals = new WeakMap<object, object>();
  const plain = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(plain) : (originals.get(Object(value)) ?? value);
  const faulty = <Bound extends object>(bound: Bound): Bound => {
    const proxy = new Proxy(bound, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const call = () => Reflect.apply(value, target, given.map(plain)) as unknown;
          if (!EXECUTING.includes(String(name))) {
            const made = call();
            return typeof made === 'object' && made !== null ? faulty(made) : made;
          }
          operations += 1;
          const isDue = fault && operations >= fault.from && operations < fault.from + fault.count;
          if (!isDue) return call();
          const failed = () => Promise.reject(new Error(fault.message));
          return fault.isExecuted ? Promise.resolve(call()).then(failed) : failed();
        };
      },
    });
    originals.set(proxy, bound);
    return proxy;
  };
  const { DB, FILES, MAIL } = bindings;
  const env = { ...bindings, DB: faulty(DB), FILES: faulty(FILES), MAIL: faulty(MAIL) };
  return { env, operations: () => operations };
}
