/** Pages of a form replace each other: words, values and ways on are those of the page that is shown. */
import { specialist } from './support/applicants.ts';
import { fillControl } from './support/fill.ts';
import { box, heading, languageLink, stepLink } from './support/form.ts';
import { holdScripts, openBeforeIslands } from './support/hold.ts';
import { keepFinished } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, hydrated, open, test } from './support/portal.ts';

test('from step to step, from language to language, and back again', async ({ page }) => {
  await keepFinished(page, specialist('kept@example.org'), { stepStatus: 2 });
  await open(page, 'ru', '/application');
  await stepLink(page, 'visit', 'ru').click();
  await expect(heading(page, words('ru', 'application', 'visit.title'))).toBeVisible();
  await fillControl(page, 'formatted_address.street', 'Чиланзар 7');
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/application/specialist**');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(heading(page, words('en', 'application', 'visit.title'))).toBeVisible();
  await expect(box(page, 'formatted_address.street')).toHaveValue('Чиланзар 7');

  await stepLink(page, 'person').click();
  await expect(heading(page, words('en', 'application', 'person.title'))).toBeVisible();
  await expect(box(page, 'citizenship').locator('option:checked')).toHaveText('Poland');
  await page.goBack();
  await expect(heading(page, words('en', 'application', 'visit.title'))).toBeVisible();
  await expect(box(page, 'formatted_address.street')).toHaveValue('Чиланзар 7');
});

test('the first question stands on the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await keepFinished(page, specialist('kept@example.org'), { stepStatus: 2 });
  for (const [route, first] of [
    ['/application', 'surname'],
    ['/application/specialist', 'validity_time'],
  ] as const) {
    for (const locale of ['ru', 'en'] as const) {
      await open(page, locale, route);
      await expect(box(page, first)).toBeInViewport({ ratio: 1 });
    }
  }
});

test('a step that is left before its scripts have come', async ({ page }) => {
  await keepFinished(page, specialist('kept@example.org'), { stepStatus: 2 });
  const release = await holdScripts(page);
  await page.goto('/ru/application/specialist', { waitUntil: 'commit' });
  await stepLink(page, 'person', 'ru').click();
  await page.waitForURL('**/ru/application', { waitUntil: 'commit' });
  release();
  await expect(heading(page, words('ru', 'application', 'person.title'))).toBeVisible();
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
});

test('a form whose language changes before it is alive goes on in the other one, with what was typed', async ({
  page,
}) => {
  const release = await openBeforeIslands(page, '/ru/application?type=specialist');
  await box(page, 'surname').pressSequentially('Karimova');
  await fillControl(page, 'gender', 'female');
  await fillControl(page, 'resume_file', 'resume.pdf');
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/application?type=specialist');
  release();
  await hydrated(page);
  await expect(box(page, 'surname')).toHaveAccessibleName(new RegExp(words('en', 'forms', 'fields.surname.label')));
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(/resume\.pdf/);
});

test('so does a form that takes no note of what is typed early', async ({ page }) => {
  const release = await openBeforeIslands(page, '/ru/auth/login');
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/auth/login');
  release();
  await hydrated(page);
  await expect(box(page, 'email')).toHaveAccessibleName(new RegExp(words('en', 'auth', 'login.email')));
});

test('a form in a tab in the background comes to life, though nothing is painted there', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.assign(globalThis, { requestAnimationFrame: () => 0 });
  });
  await page.goto('/ru/application?type=specialist');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
});

test('a page that replaces no other is loaded as a whole, under a policy of its own', async ({ page }) => {
  await open(page, 'en', '/auth/login');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const loaded = page.waitForResponse((answer) => answer.request().isNavigationRequest());
  await page.getByRole('link', { name: words('en', 'home', 'information.help.link') }).click();
  expect((await loaded).headers()['content-security-policy']).not.toContain('trusted-types default');
  await expect(heading(page, words('en', 'home', 'information.help.title'))).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(false);
});
