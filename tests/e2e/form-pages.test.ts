/** Pages of a form replace each other: words, values and ways on are those of the page that is shown. */
import { specialist } from './support/applicants.ts';
import { fillControl } from './support/fill.ts';
import { box, heading, languageLink, partLink, partTitle } from './support/form.ts';
import { holdScripts } from './support/hold.ts';
import { keepFinished } from './support/kept-draft.ts';
import { expect, open, test } from './support/portal.ts';

test('from part to part, from language to language, and back again', async ({ page }) => {
  await keepFinished(page, specialist('kept@example.org'));
  await open(page, 'ru', '/application/passport');
  await partLink(page, 'stay', 'ru').click();
  await expect(heading(page, partTitle('stay', 'ru'))).toBeVisible();
  await fillControl(page, 'formatted_address.street', 'Чиланзар 7');
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/application/specialist');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(heading(page, partTitle('stay'))).toBeVisible();
  await expect(box(page, 'formatted_address.street')).toHaveValue('Чиланзар 7');

  await partLink(page, 'passport').click();
  await expect(heading(page, partTitle('passport'))).toBeVisible();
  await expect(box(page, 'citizenship').locator('option:checked')).toHaveText('Poland');
  await page.goBack();
  await expect(heading(page, partTitle('stay'))).toBeVisible();
  await expect(box(page, 'formatted_address.street')).toHaveValue('Чиланзар 7');
});

test('the first question stands on the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await keepFinished(page, specialist('kept@example.org'));
  for (const [route, first] of [
    ['/application/passport', 'file4'],
    ['/application/specialist', 'validity_time'],
    ['/application/specialist/contact-person', 'applicant_fio'],
  ] as const) {
    for (const locale of ['ru', 'en'] as const) {
      await open(page, locale, route);
      await expect(box(page, first)).toBeInViewport();
    }
  }
});

test('a part that is left before its scripts have come', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await keepFinished(page, specialist('kept@example.org'));
  const release = await holdScripts(page);
  await page.goto('/ru/application/specialist', { waitUntil: 'commit' });
  await partLink(page, 'passport', 'ru').click();
  await page.waitForURL('**/ru/application/passport', { waitUntil: 'commit' });
  release();
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
});
