/** What the benchmarks run inside a page. Each function is sent there alone, so that it can use nothing outside itself. */

/** The milliseconds from the next click until `selector` matches (with `text` in it) and was painted. */
export async function timeClick({ selector, text = '' }: { selector: string; text?: string }): Promise<number> {
  const start = await new Promise<number>((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
  });
  const isThere = () => [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text));
  // A frame's callbacks come before it is painted, and what waits after it.
  do await new Promise(requestAnimationFrame);
  while (!isThere());
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - start;
}

/** What {@link watchLoading} has seen so far, in milliseconds; the shift has no unit. */
export interface Loading {
  usable: number;
  blocked: number;
  busy: number;
  shift: number;
}

declare global {
  var loading: Loading;
}

/** Of `longtask` and `layout-shift`, which the types of the DOM do not know. */
interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Watches a page from its start: `loading` holds when `ready` first held, how long tasks have kept the page from answering
 * (what each takes beyond 50 ms), when the last one ended, and how far parts have moved.
 */
export function watchLoading(ready: () => boolean): void {
  const loading: Loading = { usable: 0, blocked: 0, busy: 0, shift: 0 };
  globalThis.loading = loading;
  const watch = (type: string, seen: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen(entry as Entry);
    }).observe({ type, buffered: true });
  watch('longtask', ({ startTime, duration }) => {
    loading.blocked += Math.max(0, duration - 50);
    loading.busy = startTime + duration;
  });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) loading.shift += value;
  });
  const look = () => {
    if (!ready()) return void setTimeout(look, 4);
    loading.usable = performance.now();
    loading.busy = Math.max(loading.busy, loading.usable);
  };
  look();
}
