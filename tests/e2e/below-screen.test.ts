/** What lies far below the screen: it is there when somebody comes to it, and stays where it was found. */

import type { Locator } from 'playwright/test';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { specialist } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { FULL_SCORE_SHIFT, layoutShift } from './support/layout-shift.ts';
import { expect, expectFormDrawn, open, type Page, test } from './support/portal.ts';

/** True when the browser draws an element, or would once it is scrolled to without more ado. */
const drawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));

/** Brings an element to the screen. @returns how far it moves there in the half second that follows; pixels */
const movesAfterScrolling = (found: Locator) =>
  found.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const first = element.getBoundingClientRect().top;
    let furthest = 0;
    for (const end = performance.now() + 500; performance.now() < end; ) {
      await new Promise(requestAnimationFrame);
      furthest = Math.max(furthest, Math.abs(element.getBoundingClientRect().top - first));
    }
    return furthest;
  });

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

test('in a long form and its review, what was scrolled to stays where it is, and a press on it counts', async ({
  page,
}) => {
  await page.goto('/en/success/application');
  const draft = finishedDraft(specialist('below@example.org'));
  const step2 = draft.record.step2Data as Record<string, unknown[]>;
  step2.formatted_relatives = Array.from({ length: 9 }, () => step2.formatted_relatives?.[0]);
  await putDraft(page, draft);
  await page.setViewportSize({ width: 412, height: 823 });
  await open(page, 'en', '/application/specialist#visit');
  await expect(page.locator('#formatted_relatives\\.8 dd').first()).toBeAttached();
  const undrawn = page.locator(':is(.step-section, .step-section > *, .item-card, .review-section):not([data-drawn])');
  await expect(undrawn).toHaveCount(0);
  const add = page.locator('#formatted_relatives > .button');
  expect(await movesAfterScrolling(add)).toBeLessThan(2);
  await add.click({ delay: 80 });
  await expect(page.locator('#formatted_relatives\\.9')).toBeVisible();

  // The other language draws it anew.
  await page.locator('language-switch a[hreflang=ru]').click();
  await expect(page).toHaveURL(/\/ru\//);
  await expect(undrawn).toHaveCount(0);
  expect(await movesAfterScrolling(add)).toBeLessThan(2);

  await open(page, 'en', '/application/specialist#review');
  await expect(page.locator('.review-section dd').last()).toBeAttached();
  await expect(undrawn).toHaveCount(0);
  expect(await movesAfterScrolling(page.locator('.review-section').last())).toBeLessThan(2);
});

test('nothing is drawn while a button is held down: what is pressed stays under the hand', async ({ page }) => {
  await page.goto('/en/success/application');
  await putDraft(page, finishedDraft(specialist('held@example.org')));
  await open(page, 'en', '/application/specialist#visit');
  await expectFormDrawn(page);
  const undrawn = page.locator('.item-card:not([data-drawn])');
  await page.mouse.move(5, 400);
  await page.mouse.down();
  // An item comes in the midst of the press, as from another finger.
  await page.locator('#formatted_relatives > .button').evaluate((button) => (button as HTMLButtonElement).click());
  await expect(undrawn).toHaveCount(1);
  // What drawing waits for besides the hand: a browser with nothing else to do, and the next frame.
  await page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    await idle();
    await new Promise(requestAnimationFrame);
    await idle();
  });
  await expect(undrawn).toHaveCount(1);
  await page.mouse.up();
  await expect(undrawn).toHaveCount(0);
});
