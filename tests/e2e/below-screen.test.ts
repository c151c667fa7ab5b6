/** What lies far below the screen of a form is not drawn until it is needed, and then it is there: by scrolling, on paper. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { specialist } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { FULL_SCORE_SHIFT, layoutShift } from './support/layout-shift.ts';
import { expect, open, type Page, test } from './support/portal.ts';

/** True when the browser draws an element, or would once it is scrolled to without more ado. */
const drawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));

/** Walks to the end of the page as a reader does, screen by screen. */
async function readOn(page: Page): Promise<void> {
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  for (let screens = 0; !(await isAtEnd()); screens++) {
    expect(screens).toBeLessThan(60);
    await page.evaluate(async () => {
      scrollBy(0, innerHeight);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  }
}

for (const locale of LOCALES) {
  test(`the landing page is drawn whole, and nothing moves on the way down (${locale})`, async ({ page }) => {
    await page.goto(`/${locale}`);
    expect(await drawn(page, '#contacts .section__head h2')).toBe(true);
    await readOn(page);
    expect(await layoutShift(page)).toBeLessThanOrEqual(FULL_SCORE_SHIFT);
  });

  test(`an address leads to a section below the screen (${locale})`, async ({ page }) => {
    for (const id of ['news', 'it-park', 'comments']) {
      await page.goto('about:blank');
      await page.goto(`/${locale}#${id}`);
      // Under the sticky header; the place is kept in whole pixels.
      const fromPlace = () =>
        page.locator(`#${id}`).evaluate((section) => Math.abs(section.getBoundingClientRect().top - 84));
      await expect.poll(fromPlace).toBeLessThan(2);
    }
  });
}

test('a long list leaves its lower entries for later, and a review its lower answers', async ({ page }) => {
  await page.goto('/en/success/application');
  const draft = finishedDraft(specialist('below@example.org'));
  const step2 = draft.record.step2Data as Record<string, unknown[]>;
  step2.formatted_relatives = Array.from({ length: 10 }, () => step2.formatted_relatives?.[0]);
  await putDraft(page, draft);
  await open(page, 'en', '/application/specialist#visit');
  const last = '.item-card[id^="formatted_relatives"] dd';
  await expect(page.locator(last).first()).toBeAttached();
  expect(await drawn(page, last)).toBe(false);
  await readOn(page);
  expect(await layoutShift(page)).toBeLessThanOrEqual(FULL_SCORE_SHIFT);

  await open(page, 'en', '/application/specialist#review');
  await expect(page.locator('.review-section dd').last()).toBeAttached();
  expect(await drawn(page, '.review-section dd')).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await drawn(page, '.review-section dd'), 'paper shows all').toBe(true);
});
