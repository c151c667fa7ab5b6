/** JSON values in web storage; in memory where the browser forbids storage. */

export interface JsonStorage {
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
}

/** @param open may throw, as in browsers that block storage, or return null, as in programs that render pages */
export function openArea(open: () => Storage | null | undefined): Storage | null {
  try {
    return open() ?? null;
  } catch {
    return null;
  }
}

export function jsonStorage(open: () => Storage | null | undefined): JsonStorage {
  const memory = new Map<string, string>();
  const storage = () => openArea(open);
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
      const text = JSON.stringify(value);
      try {
        if (value === null) return area?.removeItem(key);
        if (area) area.setItem(key, text);
        else memory.set(key, text);
      } catch {
        memory.set(key, text);
      }
    },
  };
}

export const { read: readTab, write: writeTab } = jsonStorage(() => globalThis.sessionStorage);
