/** Finds controls that are too small for a finger. */
import type { Page } from 'playwright/test';

/** Half of the 44 px that a finger needs, less one for rounding. */
const REACH = 21;
/** CSS pixels, WCAG 2.5.8. */
const SMALLEST = 24;

/**
 * Returns links, buttons and summaries that are too small: one that stands alone must be hit 21 px off its middle; one in a
 * row must measure 24 px both ways. Links inside a sentence are ignored.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, summary').evaluateAll(
    (targets, { reach, smallest }) =>
      targets.flatMap((target) => {
        const name = target.textContent?.trim() || target.ariaLabel;
        if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
        target.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = target.getBoundingClientRect();
        // The skip link is off the screen until it is focused.
        if (y + height < 0) return [];
        const besideWords = (target.parentElement?.textContent?.trim().length ?? 0) > (name?.length ?? 0);
        if (target.matches('p > a, p > span > a') && besideWords) {
          // "Source: one, another" is a row of links; a sentence continues or ends with a full stop.
          const { previousSibling, nextSibling } = target;
          const inRow =
            /[:,]\s*$/.test(previousSibling?.textContent ?? '') && /^(?:,|$)/.test(nextSibling?.textContent ?? '');
          return inRow && (width < smallest || height < smallest) ? [`${name}: ${width} by ${height}`] : [];
        }
        const misses = [-reach, 0, reach].filter((offset) => {
          const hit = document.elementFromPoint(x + width / 2, y + height / 2 + offset);
          return !hit || !target.contains(hit);
        });
        return misses.length > 0 ? [`${name}: missed at ${misses}`] : [];
      }),
    { reach: REACH, smallest: SMALLEST },
  );
}
