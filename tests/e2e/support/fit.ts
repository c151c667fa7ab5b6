/** Checks that a page fits the screens. */
import { expect, type Page } from 'playwright/test';
import { overflowWidth, setTextSpacing } from './text-spacing.ts';

/** Returns empty places in the last row of card grids, and cards whose text overflows. */
const wrongCards = (page: Page) =>
  page
    .getByRole('main')
    .locator('ul, ol, dl')
    .evaluateAll((lists) =>
      lists.flatMap((list) => {
        const { display, gridTemplateColumns } = getComputedStyle(list);
        if (display !== 'grid' || !list.checkVisibility()) return [];
        const columns = gridTemplateColumns.split(' ').length;
        const cards = [...list.children].filter((card) => card.checkVisibility());
        const places = cards.reduce(
          (sum, card) => sum + (getComputedStyle(card).gridColumnEnd === '-1' ? columns : 1),
          0,
        );
        const row = list.textContent?.trim().slice(0, 30);
        const narrow = cards.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
        return places % columns > 0 || narrow > 0 ? [`${row}: ${places} in ${columns} columns, ${narrow} narrow`] : [];
      }),
    );

/**
 * Expects that the page neither scrolls sideways nor leaves places between cards at any width, also with wide letter spacing.
 */
export async function expectPageFits(page: Page): Promise<void> {
  for (const width of [320, 600, 768, 960, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const wide of width === 320 || width === 768 ? [true, false] : [false]) {
      await setTextSpacing(page, wide);
      const at = `${page.url()} at ${width}, letters ${wide ? 'wide' : 'as usual'}`;
      expect(await overflowWidth(page), at).toBeLessThanOrEqual(0);
      expect(await wrongCards(page), at).toEqual([]);
    }
  }
}
