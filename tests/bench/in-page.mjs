/** What the benchmarks run inside a page. Each function is sent there alone, so that it can use nothing outside itself. */

/** The milliseconds from the next click until `selector` matches (with `text` in it) and was painted. */
export async function timeClick({ selector, text = '' }) {
  const start = await new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
  });
  const isThere = () => [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text));
  // A frame's callbacks come before it is painted, and what waits after it.
  do await new Promise(requestAnimationFrame);
  while (!isThere());
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - start;
}

/**
 * Watches a page from its start: `loading` holds when `ready` first held, how long tasks have kept the page from answering
 * (what each takes beyond 50 ms), when the last one ended, and how far parts have moved.
 */
export function watchLoading(ready) {
  const loading = { usable: 0, blocked: 0, busy: 0, shift: 0 };
  globalThis.loading = loading;
  const watch = (type, seen) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen(entry);
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
