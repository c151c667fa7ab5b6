/** How far a page has moved under its reader so far. */
import type { Page } from 'playwright/test';

/** The full-score point of Lighthouse for the cumulative layout shift. */
export const FULL_SCORE_SHIFT = 0.039;

export interface Shift {
  value: number;
  /** What moved, and from which line to which. */
  moved: string[];
}

/** The layout shifts that the browser has seen on this page. */
export function layoutShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        interface Entry extends PerformanceEntry {
          value: number;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        }
        const nameOf = (node: Node | null) =>
          node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? '?');
        const shifts: Shift[] = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Entry[]) {
            const moved = sources.map(
              ({ node, previousRect: was, currentRect: is }) =>
                `${nameOf(node)} ${[was, is].map(({ x, y, width, height }) => `(${[x, y, width, height].map(Math.round)})`).join(' → ')}`,
            );
            shifts.push({ value, moved });
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Shifts of a frame are told after it.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
      }),
  );
}

/** The sum of all layout shifts that the browser has seen on this page. */
export async function layoutShift(page: Page): Promise<number> {
  return (await layoutShifts(page)).reduce((total, { value }) => total + value, 0);
}
