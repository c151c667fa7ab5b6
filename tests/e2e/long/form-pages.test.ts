/** Pages of the form replace each other: texts, values and links belong to the shown page. */
import { DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import { specialist } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { box, containing, heading, languageLink, partLink } from '../support/form.ts';
import { holdScripts, openBeforeIslands } from '../support/hold.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test, waitForHydration } from '../support/portal.ts';

test('a part left before hydration keeps its chosen file', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await storeFinishedDraft(page, specialist('kept@example.org'));
  const release = await holdScripts(page);
  await page.goto('/ru/application/specialist', { waitUntil: 'commit' });
  await partLink(page, 'passport', 'ru').click();
  await page.waitForURL('**/ru/application/passport', { waitUntil: 'commit' });
  release();
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
});

test('a form whose language changes before hydration continues in the other language with its edits', async ({
  page,
}) => {
  let release = await openBeforeIslands(page, '/ru/application/name?type=specialist');
  await box(page, 'surname').pressSequentially('Karimova');
  await fillControl(page, 'gender', 'female');
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/application/name?type=specialist');
  release();
  await waitForHydration(page);
  await expect(box(page, 'surname')).toHaveAccessibleName(containing(words('en', 'forms', 'fields.surname.label')));
  await expect(box(page, 'surname')).toHaveValue('Karimova');
  await expect(page.locator('[name="gender"][value="female"]')).toBeChecked();

  // A form with a draft is hidden until the draft is loaded; this device has no marker of a draft.
  await page.addInitScript((key) => localStorage.removeItem(key), DRAFT_MARKER_KEY);
  release = await openBeforeIslands(page, '/ru/application/photo');
  await fillControl(page, 'resume_file', 'resume.pdf');
  await languageLink(page, 'en').click();
  await page.waitForURL('**/en/application/photo');
  release();
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(/resume\.pdf/);
});

test('a page outside the form is loaded as a new document with its own content security policy', async ({ page }) => {
  await open(page, 'en', '/auth/login');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const loaded = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole('link', { name: words('en', 'home', 'information.help.link') }).click();
  expect((await loaded).headers()['content-security-policy']).not.toContain('trusted-types default');
  await expect(heading(page, words('en', 'home', 'information.help.title'))).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(false);
});

test('a form that is opened first fetches the font once it is hydrated; a page that another led to shows it', async ({
  page,
}) => {
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  const release = await openBeforeIslands(page, '/en/auth/login');
  expect(fonts).toEqual([]);
  const fetched = page.waitForRequest((request) => request.resourceType() === 'font');
  release();
  await fetched;
  const shownFont = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(await shownFont()).not.toContain('Golos Text');
  await page.getByRole('link', { name: words('en', 'home', 'information.help.link') }).click();
  await expect(heading(page, words('en', 'home', 'information.help.title'))).toBeVisible();
  await page.evaluate(() => location.assign('/en/auth/login'));
  await expect(box(page, 'email')).toBeVisible();
  expect(await shownFont()).toContain('Golos Text');
  // Before its router listens, the link is followed by the browser, and form pages send no referrer.
  await waitForHydration(page);
  await languageLink(page, 'ru').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect.poll(shownFont).toContain('Golos Text');
});
