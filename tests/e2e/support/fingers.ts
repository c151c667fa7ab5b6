/** Finds controls that are too small for a finger. */
import type { Page } from 'playwright/test';

/** Half of the 44 px that a finger needs, less one for rounding. */
const REACH = 21;
/** CSS pixels, WCAG 2.5.8. */
const SMALLEST = 24;

/** Makes a page's device one with a touch screen: `pointer: coarse`. */
export async function setTouchScreen(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
}

/**
 * Returns controls of the page, or of its open dialog, that are too small: one that stands alone must be hit 21 px off its
 * middle; one in a row must measure 24 px both ways. Links inside a sentence are ignored.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ reach, smallest }) => {
      const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
      // A choice is pressed by its label, and the file dialog by a button.
      const controls = 'a, button, summary, select, textarea, input:not([type=radio], [type=checkbox], [type=file])';
      const labels = ':is(.choice, .file__choose) label, label:is(.button, .text-button)';
      return [...scope.querySelectorAll(`${controls}, ${labels}`)].flatMap((target) => {
        const name = target.textContent?.trim() || target.ariaLabel || target.getAttribute('name');
        // A picture that fades out is inert, and visible for a moment.
        if (target.closest('[inert]')) return [];
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
      });
    },
    { reach: REACH, smallest: SMALLEST },
  );
}
