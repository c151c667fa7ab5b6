/**
 * A part of the page that is fetched when it is first needed, or a moment before. Rule: a line that breaks never breaks the
 * page; the part is tried again until it is there.
 */
import { startTransition, useEffect, useState } from 'react';
import { useAfterHydration } from './use-hydrated.ts';

const TRY_AGAIN_MS = 2000;

export interface Later<Part> {
  /** Begins to fetch; safe to call often. */
  fetch: () => void;
  /** The part; null until it is there. Renders when it comes, in pieces: much may hang on it. */
  use: () => Part | null;
}

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | null = null;
  let loading = false;
  const listeners = new Set<() => void>();

  const fetch = () => {
    if (part || loading) return;
    loading = true;
    load().then(
      (loaded) => {
        part = loaded;
        for (const tell of listeners) tell();
      },
      () => {
        loading = false;
        setTimeout(fetch, TRY_AGAIN_MS);
      },
    );
  };
  const use = () => {
    const [shown, show] = useState(() => part);
    useEffect(() => {
      const tell = () => startTransition(() => show(() => part));
      listeners.add(tell);
      if (part) tell();
      // In a task of its own: to ask for a script and all that it needs takes a slow phone a moment.
      const asking = setTimeout(fetch);
      return () => {
        clearTimeout(asking);
        listeners.delete(tell);
      };
    }, []);
    return useAfterHydration(shown, null);
  };
  return { fetch, use };
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
