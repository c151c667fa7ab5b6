/**
 * Storage files that two processes share: a local portal and the desk beside it. Rule: what the other one holds for a
 * moment is asked for again; SQLite does a statement or batch whole or not at all, so nothing is done twice.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** The second is said after a statement that was done and taken back: D1's bookmark, written with it, found the file held. */
const HELD = /SQLITE_BUSY|database is locked|Failed to get session commit token/;
const TRIES = 8;
const FIRST_PAUSE_MS = 25;

/** What stands behind each patient object, for calls that are handed one. */
const originals = new WeakMap<object, object>();

/**
 * A bound database or bucket whose calls wait while the other process holds the file: up to three seconds in all.
 * Objects that its calls give at once, such as prepared statements, are patient too.
 */
export function patient<Bound extends object>(bound: Bound): Bound {
  const proxy = new Proxy(bound, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const call = () => Reflect.apply(value, target, given.map(original)) as unknown;
        const first = call();
        if (first instanceof Promise) return retried(first, call);
        return isObject(first) ? patient(first) : first;
      };
    },
  });
  originals.set(proxy, bound);
  return proxy;
}

async function retried(first: Promise<unknown>, call: () => unknown): Promise<unknown> {
  let answer: unknown = first;
  for (let tried = 1; ; tried += 1) {
    try {
      return await answer;
    } catch (error) {
      if (tried === TRIES || !(error instanceof Error) || !HELD.test(error.message)) throw error;
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
