/** A browser for stores: inspectable storages, a host with the test's responses, and a clock that stands still. */
import { setPersistentEngine } from '@nanostores/persistent';
import { vi } from 'vitest';
import { setPorts } from '../../../fixtures/ports.ts';

/** The keys of local storage. */
export const local: Record<string, string> = {};
/** This tab's session storage. */
export const tab = new Map<string, string>();
/** The URLs that the page went to, in order; `reload` for a reload. */
export const visited: string[] = [];
/** The requests to the host. */
export const calls: { path: string; request: RequestInit; headers: Headers }[] = [];

type StorageListener = (event: { key: string; newValue: string }) => void;
const listeners = new Set<StorageListener>();

setPersistentEngine(local, {
  addEventListener: (_key, listener) => void listeners.add(listener as StorageListener),
  removeEventListener: (_key, listener) => void listeners.delete(listener as StorageListener),
});

export const clock = { now: 0 };
export const network = { online: true };
/** Whether the browser lets the site store data. */
export const site = { canStore: true };
const onlookers = new Set<() => void>();

/** Shows the page again. */
export function showPage(): void {
  for (const action of [...onlookers]) action();
}
const waiting = new Set<() => void>();

/** The network returns. */
export function restoreNetwork(): void {
  network.online = true;
  for (const action of waiting) action();
  waiting.clear();
}

type Responder = (path: string, request: RequestInit) => Response | Promise<Response>;
let respond: Responder = () => new Response(null, { status: 404 });

/** Sets the host's responses. */
export function setHost(next: Responder): void {
  respond = next;
}

/** Returns a JSON response. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** Another tab changes local storage; null removes a key. */
export function setInOtherTab(key: string, value: string | null): void {
  if (value === null) delete local[key];
  else local[key] = value;
  for (const listener of [...listeners]) listener({ key, newValue: value as string });
}

/** Another tab makes several changes before this one is notified, as browsers do. */
export function changeInOtherTab(changes: Record<string, string | null>): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete local[key];
    else local[key] = value;
  }
  for (const [key, value] of Object.entries(changes)) {
    for (const listener of [...listeners]) listener({ key, newValue: value as string });
  }
}

/** Resets to a newly opened page: empty storage, no requests, noon. */
export function resetBrowser(here = '/ru/profile'): void {
  for (const key of Object.keys(local)) setInOtherTab(key, null);
  tab.clear();
  visited.length = 0;
  calls.length = 0;
  clock.now = Date.UTC(2026, 10, 3, 12);
  network.online = true;
  site.canStore = true;
  waiting.clear();
  onlookers.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  });
  setHost(() => new Response(null, { status: 404 }));
  setPorts({
    fetch: async (input, request = {}) => {
      calls.push({ path: String(input), request, headers: new Headers(request.headers) });
      request.signal?.throwIfAborted();
      const aborted = new Promise<never>((_, refuse) => {
        request.signal?.addEventListener('abort', () => refuse(request.signal?.reason));
      });
      return Promise.race([respond(String(input), request), aborted]);
    },
    online: () => network.online,
    whenOnline: (action) => {
      waiting.add(action);
      return () => waiting.delete(action);
    },
    whenShown: (action) => {
      onlookers.add(action);
      return () => onlookers.delete(action);
    },
    canStore: () => site.canStore,
    now: () => clock.now,
    currentPath: () => here,
    replace: (path) => void visited.push(path),
    reload: () => void visited.push('reload'),
  });
}
