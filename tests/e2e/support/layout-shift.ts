/** How far a page has moved under its reader so far. */
import type { Page } from 'playwright/test';

/** The full-score point of Lighthouse for the cumulative layout shift. */
export const FULL_SCORE_SHIFT = 0.039;

/** The sum of all layout shifts that the browser has seen on this page. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Shifts of a frame are told after it.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(total))));
      }),
  );
}
