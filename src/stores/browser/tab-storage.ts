/**
 * Session storage: what belongs to one tab and dies with it. A browser that forbids storage gets memory instead, so that
 * a page works as long as it lives.
 */

const memory = new Map<string, string>();

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** The parsed value under a key; null when there is none or it is no JSON. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(memory.get(key) ?? storage()?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a JSON value in this tab; null removes it. */
export function writeTab(key: string, value: unknown): void {
  memory.delete(key);
  if (value === null) {
    storage()?.removeItem(key);
    return;
  }
  const text = JSON.stringify(value);
  const area = storage();
  try {
    if (area) area.setItem(key, text);
    else memory.set(key, text);
  } catch {
    memory.set(key, text);
  }
}
