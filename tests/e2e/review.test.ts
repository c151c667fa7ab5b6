/** Lists, the review and the success page, with an application that is filled in already. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { fillControl } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';

async function openFinished(page: Page, hash: '#review' | '#visit', email = 'review@example.org') {
  await page.goto('/en/success/application');
  await putDraft(page, finishedDraft(specialist(email)));
  await open(page, 'en', `/application/specialist${hash}`);
}

test('a removed relative can be taken back with its files; both are said', async ({ page }) => {
  await openFinished(page, '#visit');
  const card = page.locator('#formatted_relatives\\.0');
  const said = page.locator('#formatted_relatives > output');
  await card.getByRole('button').last().click();
  await expect(card).toHaveCount(0);
  await expect(said).toHaveText('Relative 1 removed.');
  const undo = page.locator('#formatted_relatives .list__undo button');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText(words('en', 'forms', 'lists.restored'));
  await expect(page.locator('[name="formatted_relatives.0.name"]')).toHaveValue('Jan');
  await expect(page.locator('#formatted_relatives\\.0\\.file6-about')).toContainText('photo-clean.jpg');
  await expect(page.locator('[name="formatted_relatives.0.kinship"]')).toBeFocused();

  await page.getByRole('button', { name: words('en', 'forms', 'lists.formatted_relatives.add') }).click();
  await expect(said).toHaveText('Relative 2 added.');
  await expect(page.locator('[name="formatted_relatives.1.kinship"]')).toBeFocused();
});

test('the review shows every answer and file, and a change comes back to it', async ({ page }) => {
  await openFinished(page, '#review');
  for (const text of ["O'Connor-Łukasz", 'EA1234567', 'passport.pdf', 'resume.pdf', 'bank.pdf', 'certificate.pdf']) {
    await expect(page.locator('main')).toContainText(text);
  }
  for (const text of ['letter.pdf', 'birth.pdf', 'Jan', 'Рабочая встреча', 'ООО «Синий купол»']) {
    await expect(page.locator('main')).toContainText(text);
  }
  await page.locator('a[href*="change=surname"]').click();
  await expect(page.locator('[name="surname"]')).toBeFocused();
  await page.locator('[name="surname"]').fill('Новая');
  await page.locator('.step-form button[type=submit]').click();
  await expect(page.locator('h1')).toHaveText(words('en', 'application', 'review.title'));
  await expect(page.locator('main')).toContainText('Новая');
  // A field far below, in a section that comes into sight after the first.
  await page.locator('a[href*="change=email"]').click();
  await expect(page.locator('[name="email"]')).toBeFocused();
  await expect(page.locator('[name="email"]')).toBeInViewport();
});

test('the review that is opened by "forward" shows what was typed a moment ago, and what is wrong with it', async ({
  page,
}) => {
  await openFinished(page, '#review');
  await page
    .getByRole('button', { name: /Change.*(Employer|Company|company)/ })
    .first()
    .click();
  await expect(page.locator('[name="company_name"]')).toBeVisible();
  await page.locator('[name="company_name"]').fill('ООО «Другой купол»');
  await page.locator('[name="petitioner_position"]').fill('');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText(words('en', 'application', 'review.title'));
  await expect(page.locator('main')).toContainText('ООО «Другой купол»');
  await expect(page.locator('.error-summary li')).toHaveCount(1);
  await page.locator('.error-summary a').click();
  await expect(page.locator('[name="petitioner_position"]')).toBeFocused();
});

test('the success page opens again in every tab, prints both languages at once and leads to sign-in', async ({
  page,
}) => {
  await openFinished(page, '#review', `printed.${Date.now()}@example.org`);
  await fillControl(page, 'password', PASSWORD);
  await page.locator('.send-form button[type=submit]').click();
  await page.waitForURL('**/en/success/application');
  const reference = (await page.locator('[data-reference]').textContent()) ?? '';
  expect(reference).toMatch(/\S{6,}/);

  for (const locale of LOCALES) {
    await page.goto(`/${locale}/success/application`);
    const ours = page.getByRole('heading', { name: words(locale, 'application', 'success.title') });
    await expect(ours).toBeVisible();
    await expect(page.locator('[data-reference]')).toHaveText(reference);
    await expect(page.getByText(words(locale, 'application', 'stages.in_review.title'))).toBeVisible();
    await expect(page.locator('main [href$="/auth/login"]:visible')).toHaveCount(1);
    const theirs = page.locator(`[lang="${LOCALES.find((other) => other !== locale)}"].print-only`);
    await expect(theirs).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(ours).toBeVisible();
    await expect(theirs).toBeVisible();
    await expect(theirs).toContainText(reference);
    await expect(theirs).toContainText('/auth/login');
    await expect(page.locator('print-button')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  }
  const later = await page.context().newPage();
  await page.close();
  await open(later, 'en', '/application/specialist');
  await later.getByRole('link', { name: reference }).click();
  await expect(later.locator('[data-reference]')).toHaveText(reference);
});

test('a step that opens with a draft in it does not move what is on the page', async ({ page }) => {
  await page.goto('/en/success/application');
  await putDraft(page, finishedDraft(specialist('still@example.org')));
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) moved += (shift as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { moved: () => moved });
  });
  for (const [route, width] of [
    ['/application', 1280],
    ['/application/specialist', 390],
    ['/application/specialist#review', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/en/success/application');
    await open(page, 'en', route);
    await expect(page.locator('.step-form, .send-form').first()).toBeVisible();
    await expect(page.locator('.draft-bar[data-state="saved"]')).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { moved: () => number }).moved())).toBeLessThan(0.1);
  }
});
