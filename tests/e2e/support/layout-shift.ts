/** Measures how far a page has shifted. */
import type { Page } from 'playwright/test';

/** Lighthouse's threshold of the full score for the cumulative layout shift. */
export const FULL_SCORE_SHIFT = 0.039;

export interface Shift {
  value: number;
  /** The shifted elements, with their old and new positions. */
  moved: string[];
}

/** Returns the layout shifts that the browser has reported on this page. */
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
        // Shifts of a frame are reported after it.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
      }),
  );
}

/** Returns the sum of all layout shifts of this page. */
export async function layoutShift(page: Page): Promise<number> {
  return (await layoutShifts(page)).reduce((total, { value }) => total + value, 0);
}
