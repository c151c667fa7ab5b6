/**
 * A part of the page that is fetched when it is first needed, or a moment before. Rule: a line that breaks never breaks the
 * page; the part is tried again, then told of at its place (ui/WaitForPart.tsx).
 */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { useAfterHydration } from './use-hydrated.ts';

const TRY_AGAIN_MS = 2000;
/** So many tries by itself; then somebody has to ask for another, or the network comes back. */
const TRIES = 3;

export interface Later<Part> {
  /** Begins to fetch; safe to call often. */
  fetch: () => void;
  /** The part; null until it is there. Renders when it comes, in pieces: much may hang on it. */
  use: () => Part | null;
  /** True where it could not be fetched. */
  useFailed: () => boolean;
}

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | null = null;
  let loading = false;
  let tries = 0;
  const listeners = new Set<() => void>();
  const hasFailed = () => tries >= TRIES;
  const tellAll = () => {
    for (const tell of listeners) tell();
  };

  const fetch = () => {
    if (part || loading) return;
    loading = true;
    if (hasFailed()) {
      tries = 0;
      tellAll();
    }
    load().then(
      (loaded) => {
        part = loaded;
        tries = 0;
        tellAll();
      },
      () => {
        loading = false;
        tries += 1;
        if (!hasFailed()) return void setTimeout(fetch, TRY_AGAIN_MS);
        addEventListener('online', fetch, { once: true });
        tellAll();
      },
    );
  };
  const listen = (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  };
  const use = () => {
    const [shown, show] = useState(() => part);
    useEffect(() => {
      const tell = () => startTransition(() => show(() => part));
      const stop = listen(tell);
      if (part) tell();
      // In a task of its own: to ask for a script and all that it needs takes a slow phone a moment.
      const asking = setTimeout(fetch);
      return () => {
        clearTimeout(asking);
        stop();
      };
    }, []);
    return useAfterHydration(shown, null);
  };
  return { fetch, use, useFailed: () => useSyncExternalStore(listen, hasFailed, () => false) };
}

/** Calls `action` when the browser has nothing more urgent to do. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(action, { timeout: 3000 });
  else setTimeout(action, 500);
}

/** Calls `action` in a task of its own; before the next frame, where the browser can be told so. */
export function soon(action: () => void): void {
  const { scheduler } = globalThis as { scheduler?: { postTask?: (action: () => void, options: object) => unknown } };
  if (scheduler?.postTask) scheduler.postTask(action, { priority: 'user-blocking' });
  else setTimeout(action);
}
