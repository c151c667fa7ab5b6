/**
 * JSON values in one of the browser's storages. A browser that forbids storage gets memory instead, so that a page works
 * as long as it lives.
 */

export interface JsonStorage {
  /** The parsed value under a key; null when there is none or it is no JSON. */
  read: (key: string) => unknown;
  /** Keeps a JSON value; null removes it. */
  write: (key: string, value: unknown) => void;
}

/** @param open gives the storage; it may throw, as browsers do that forbid it */
export function jsonStorage(open: () => Storage | undefined): JsonStorage {
  const memory = new Map<string, string>();
  const storage = () => {
    try {
      return open() ?? null;
    } catch {
      return null;
    }
  };
  return {
    read(key) {
      try {
        return JSON.parse(memory.get(key) ?? storage()?.getItem(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write(key, value) {
      memory.delete(key);
      const area = storage();
      if (value === null) {
        area?.removeItem(key);
        return;
      }
      const text = JSON.stringify(value);
      try {
        if (area) area.setItem(key, text);
        else memory.set(key, text);
      } catch {
        memory.set(key, text);
      }
    },
  };
}

/** Session storage: what belongs to one tab and ends with it. */
export const { read: readTab, write: writeTab } = jsonStorage(() => globalThis.sessionStorage);
