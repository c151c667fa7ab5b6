/** Drafts with a chosen file survive every threat, in the browser. */
import { readFileSync } from 'node:fs';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { everythingStored, storedEntries, storedRecord } from './support/device.ts';
import { fill, fillControl, fixture } from './support/fill.ts';
import { box, errorSummary, heading, languageLink, saveButton, sentence } from './support/form.ts';
import { startAs } from './support/journey.ts';
import { storeFinishedDraft } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';
import { send } from './support/sending.ts';

const PASSPORT = '/application/passport';
const NAME = '/application/name';
const CHECK = '/application/specialist/check';
const fileText = readFileSync(fixture('passport.pdf'), 'utf8');
const applicant = specialist('kept@example.org');
const application = (path: string, locale: Locale = 'en') => words(locale, 'application', path);
const saved = (page: Page) => page.getByText(sentence('en', 'application', 'draft.notSent'));
const press = (page: Page, key: string) => page.getByRole('button', { name: application(key), exact: true }).click();

test.afterAll(() => {
  expectedErrors.length = 0;
});

/** Opens a finished draft on the device, by default at its first part. */
async function openKept(page: Page, route = PASSPORT, change: Record<string, unknown> = {}): Promise<void> {
  await storeFinishedDraft(page, applicant, change);
  await open(page, 'en', route);
}

/** Expects the passport in the form, and its file on the device. */
async function expectKept(page: Page): Promise<void> {
  await expect(box(page, 'passport_number')).toHaveValue('EA1234567');
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
  expect(Object.values(await storedEntries(page))).toContain(fileText);
}

test('a draft survives a reload and a closed tab, with edits made offline and just before leaving', async ({
  page,
}) => {
  await open(page, 'en', `${PASSPORT}?type=specialist`);
  await fillControl(page, 'file4', 'letter.pdf');
  await expect(saved(page)).toBeVisible();
  // On a busy device a script may be fetched only now, and is fetched again when it is used.
  expectedErrors.push(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await fill(page, { passport_number: 'EA1234567', file4: 'passport.pdf' });
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('passport.pdf');
  await page.context().setOffline(false);
  await page.reload();
  await expectKept(page);

  await open(page, 'en', NAME);
  await fillControl(page, 'middlename', 'Last-moment');
  await page.goto('/en/success/application');
  await open(page, 'en', NAME);
  await expect(box(page, 'middlename')).toHaveValue('Last-moment');

  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await open(again, 'en', PASSPORT);
  await expectKept(again);
});

test('a draft survives a language switch with its part, values, chosen file, open item and errors', async ({
  page,
}) => {
  await openKept(page);
  await fill(page, { passport_number: '1', file4: 'letter.pdf' });
  await box(page, 'passport_expire.year').fill('');
  await saveButton(page).click();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(2);

  await languageLink(page, 'ru').click();
  await page.waitForURL(`**/ru${PASSPORT}`);
  await expect(heading(page, words('ru', 'forms', 'parts.passport.title'))).toBeVisible();
  await expect(errorSummary(page, 'ru').getByRole('link')).toHaveCount(2);
  await expect(box(page, 'passport_number')).toHaveValue('1');
  await expect(box(page, 'passport_number')).toHaveAttribute('aria-invalid', 'true');
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/letter\.pdf/);

  await open(page, 'en', '/application/specialist/family');
  await page
    .getByRole('group', { name: /^Relative 1/ })
    .getByRole('button')
    .first()
    .click();
  await fillControl(page, 'formatted_relatives.0.name', 'Янек');
  await languageLink(page, 'ru').click();
  await page.waitForURL('**/ru/application/specialist/family');
  await expect(box(page, 'formatted_relatives.0.name')).toHaveValue('Янек');
  await expect(box(page, 'formatted_relatives.0.file6')).toHaveAccessibleDescription(/photo-clean\.jpg/);
});

test('"back" to an older page shows the draft and no deleted answers, and an edit there stores its own answer only', async ({
  page,
}) => {
  await open(page, 'en', `${NAME}?type=specialist`);
  await fill(page, { surname: 'Alpha', gender: 'male' });
  await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { surname: 'Alpha', gender: 'male' } });
  await page.goto('/en/help');
  await open(page, 'en', NAME);
  await fill(page, { surname: 'Beta', gender: 'female' });
  await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { surname: 'Beta', gender: 'female' } });

  await page.goBack();
  await page.goBack();
  await expect(box(page, 'surname')).toHaveValue('Beta');
  await expect(page.locator('[name=gender][value=female]')).toBeChecked();
  await fillControl(page, 'middlename', 'M');
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step1Data: { surname: 'Beta', gender: 'female', middlename: 'M' } });

  await page.goto('/en/application');
  await press(page, 'draft.delete');
  await press(page, 'draft.confirm.yes');
  await page.waitForURL('**/en/type/application');
  await page.goBack();
  await page.goBack();
  await expect(page.getByText(application('draft.gone.title'))).toBeVisible();
  await expect(box(page, 'surname')).toHaveValue('');
  await expect(page.locator('[name=gender]:checked')).toHaveCount(0);
  expect(await storedEntries(page)).toEqual({});
  await fillControl(page, 'middlename', 'M');
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step1Data: { surname: '', gender: '', middlename: 'M' } });
});

test('a draft is deleted with its files only after a confirmation', async ({ page }) => {
  await openKept(page, '/application');
  await press(page, 'draft.delete');
  await press(page, 'draft.confirm.no');
  expect(Object.values(await storedEntries(page))).toContain(fileText);
  await press(page, 'draft.delete');
  await press(page, 'draft.confirm.yes');
  await page.waitForURL('**/en/type/application');
  expect(await storedEntries(page)).toEqual({});
  await startAs(page, 'en', 'specialist');
  await expect(box(page, 'passport_number')).toBeVisible();
  await expect(box(page, 'passport_number')).toHaveValue('');
});

test('a draft in two tabs can be taken over by the later one, and the earlier then writes nothing', async ({
  page,
}) => {
  await openKept(page);
  const elsewhere = (tab: Page) => tab.getByText(application('draft.elsewhere.title'));
  await fillControl(page, 'passport_number', 'FROMTHEFIRST');
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('FROMTHEFIRST');
  const later = await page.context().newPage();
  await open(later, 'en', PASSPORT);
  await expect(elsewhere(later)).toBeVisible();
  await expect(box(later, 'passport_number')).toHaveCount(0);

  await press(later, 'draft.elsewhere.action');
  await expect(box(later, 'passport_number')).toHaveValue('FROMTHEFIRST');
  await expect(box(later, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);

  await expect(elsewhere(page)).toBeVisible();
  await expect(box(page, 'passport_number')).toHaveCount(0);
  await fillControl(later, 'passport_number', 'FROMTHELATER');
  await expect.poll(async () => JSON.stringify(await storedRecord(later))).toContain('FROMTHELATER');
  await press(page, 'draft.elsewhere.action');
  await expect(box(page, 'passport_number')).toHaveValue('FROMTHELATER');
});

test('the password is stored neither in the draft nor elsewhere in the browser', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  await openKept(page, CHECK);
  await page.route('**/specialists-visa', (route) =>
    route.fulfill({ status: 413, json: { code: 'too_large', message: 'x', request_id: 'r' } }),
  );
  await send(page);
  await expect(page.getByRole('alert')).toContainText(application('send.kept'));
  await languageLink(page, 'ru').click();
  await expect(heading(page, application('review.title', 'ru'))).toBeVisible();
  await expect(box(page, 'password')).toHaveValue(PASSWORD);
  const kept = await everythingStored(page);
  expect(kept).toContain('EA1234567');
  expect(kept).not.toContain(PASSWORD);
  expect(kept).not.toContain(encodeURIComponent(PASSWORD));
});
