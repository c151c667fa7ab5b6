/** Functions that benchmarks run inside a page. Each is sent alone, so it cannot use anything outside itself. */

/** Returns the milliseconds from the next click until `selector` matches (with `text` in it) and was painted. */
export async function timeClick({ selector, text = '' }: { selector: string; text?: string }): Promise<number> {
  const start = await new Promise<number>((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
  });
  const isInstalled = () => [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text));
  // A frame's callbacks run before it is painted, and queued tasks after it.
  do await new Promise(requestAnimationFrame);
  while (!isInstalled());
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - start;
}

/** Returns the milliseconds from the next choice of a file until the page shows `text`, and its longest task until then. */
export async function timeChoice(text: string): Promise<{ time: number; longest: number }> {
  const start = await new Promise<number>((resolve) => {
    addEventListener('change', () => resolve(performance.now()), { once: true, capture: true });
  });
  const tasks = new PerformanceObserver(() => {});
  tasks.observe({ type: 'longtask' });
  let longest = 0;
  const collect = () => {
    for (const { duration } of tasks.takeRecords()) longest = Math.max(longest, duration);
  };
  while (!document.querySelector('main')?.textContent.includes(text)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  const time = performance.now() - start;
  // The preview is decoded.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  collect();
  return { time, longest };
}

/** The result of {@link watchLoading} so far, in milliseconds; the shift has no unit. */
export interface Loading {
  usable: number;
  blocked: number;
  busy: number;
  shift: number;
}

declare global {
  var loading: Loading;
}

/** Properties of `longtask` and `layout-shift`, which the DOM types lack. */
interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Watches a page from its start: `loading` has when `ready` first held, how long tasks blocked the page (beyond 50 ms each),
 * when the last one ended, and the layout shift.
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
