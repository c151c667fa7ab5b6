/** A device for tests: storage and lock shared by several tabs, and tabs that open the draft on it. */
import { DraftStore } from '../../../../src/stores/application/draft-store.ts';
import type { EntryLock } from '../../../../src/stores/device/entry-lock.ts';
import type { DeviceStorage } from '../../../../src/stores/device/storage.ts';

export interface Device {
  stored: Map<string, unknown>;
  /** The writes and reads that fail. */
  refuses: { write?: (key: string, value: unknown) => boolean; read?: boolean; delete?: boolean };
  /** Every write, in order. */
  writes: string[];
  storage: DeviceStorage;
  lock: () => EntryLock;
  /** Takes the lock from its tab without giving it to another. */
  endLock: () => void;
  /** Closes the tab with the lock, which passes to the next waiting tab. @returns whether there was one */
  closeOwner: () => boolean;
  /** The device's marker of its draft; null without one. */
  marker: () => string | null;
  tab: (options?: { version?: number; lock?: EntryLock }) => Tab;
}

export interface Tab extends DraftStore {
  hide: () => void;
  /** Shows the tab again, from the back/forward cache. */
  comeBack: () => void;
}

export function createDevice(): Device {
  const stored = new Map<string, unknown>();
  const writes: string[] = [];
  const refuses: Device['refuses'] = {};
  const copy = (value: unknown): unknown => (value instanceof Blob ? value.slice() : structuredClone(value));
  const storage: DeviceStorage = {
    async get(key) {
      if (refuses.read) throw new DOMException('refused', 'SecurityError');
      return copy(stored.get(key));
    },
    async set(key, value, allowed = () => true) {
      if (refuses.write?.(key, value)) throw new DOMException('full', 'QuotaExceededError');
      if (!allowed(stored.get(key))) return false;
      stored.set(key, copy(value));
      writes.push(key);
      return true;
    },
    async setOnLeave(entries) {
      for (const [key, value] of entries) await storage.set(key, value);
    },
    async delete(key) {
      if (refuses.delete) throw new DOMException('refused', 'UnknownError');
      stored.delete(key);
    },
    async keys() {
      return [...stored.keys()];
    },
  };

  let held: (() => void) | null = null;
  const waiting: { onLost: () => void; onFree: () => void }[] = [];
  const lock = (): EntryLock => ({
    async take(onLost, onFree) {
      if (held) waiting.push({ onLost, onFree });
      else held = onLost;
      return held === onLost;
    },
    async steal(onLost) {
      const lost = held;
      held = onLost;
      lost?.();
    },
  });

  const closeOwner = () => {
    const next = waiting.shift();
    held = next?.onLost ?? null;
    next?.onFree();
    return next !== undefined;
  };
  const endLock = () => {
    const lost = held;
    held = null;
    lost?.();
  };

  let marker: string | null = null;
  const tab: Device['tab'] = (options = {}) => {
    const hidden: (() => void)[] = [];
    const shownAgain: (() => void)[] = [];
    const store = new DraftStore({
      storage,
      lock: options.lock ?? lock(),
      now: () => new Date(),
      newKey: () => crypto.randomUUID(),
      onHide: (action) => hidden.push(action),
      onReturn: (action) => shownAgain.push(action),
      setDraftMarker: (now) => {
        marker = now;
      },
      ...(options.version && { version: options.version }),
    });
    const all = (actions: (() => void)[]) => () => actions.forEach((action) => void action());
    return Object.assign(store, { hide: all(hidden), comeBack: all(shownAgain) });
  };
  return { stored, writes, refuses, storage, lock, endLock, closeOwner, marker: () => marker, tab };
}

/** Returns a tab after a reload; the earlier tab with the draft is closed. */
export function reloadTab(device: Device): Tab {
  return device.tab({ lock: { take: async () => true, steal: async () => undefined } });
}
