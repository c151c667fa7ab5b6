/** JSON values in web storage; kept in memory where the browser forbids storage. */

/** @param open may throw, as in browsers that block storage, or return null, as in programs that only render pages */
export function openArea(open: () => Storage | null | undefined): Storage | null {
  try {
    return open() ?? null;
  } catch {
    return null;
  }
}

export function jsonStorage(open: () => Storage | null | undefined) {
  const memory = new Map<string, string>();
  const storage = () => openArea(open);
  return {
    read(key: string): unknown {
      try {
        return JSON.parse(memory.get(key) ?? storage()?.getItem(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write(key: string, value: unknown): void {
      memory.delete(key);
      const area = storage();
      const text = JSON.stringify(value);
      try {
        if (value === null) area?.removeItem(key);
        else if (area) area.setItem(key, text);
        else memory.set(key, text);
      } catch {
        memory.set(key, text);
      }
    },
  };
}

export const { read: readTab, write: writeTab } = jsonStorage(() => globalThis.sessionStorage);
