/** What was typed and chosen is never lost: each threat to a draft with a chosen file in it, in the browser. */
import { readFileSync } from 'node:fs';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { everythingKept, finishedDraft, storedEntries, storedRecord } from './support/device.ts';
import { fill, fillControl, fixture } from './support/fill.ts';
import { box, changeAnswer, heading, languageLink, mistakes, preview, sentence, stepButton } from './support/form.ts';
import { keep, keepFinished } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';
import { send } from './support/sending.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = DAY / 24;
const fileText = readFileSync(fixture('passport.pdf'), 'utf8');
const applicant = specialist('kept@example.org');
const saved = (page: Page) => page.getByText(sentence('en', 'application', 'draft.saved'));
const application = (path: string, locale: Locale = 'en') => words(locale, 'application', path);

test.afterAll(() => {
  expectedErrors.length = 0;
});

/** A finished draft on the device, opened at step 1 unless told otherwise. */
async function openKept(page: Page, route = '/application', change: Record<string, unknown> = {}): Promise<void> {
  await keepFinished(page, applicant, change);
  await open(page, 'en', route);
}

/** Names and the passport are shown, and its file is on the device. */
async function expectKept(page: Page): Promise<void> {
  await expect(box(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(box(page, 'name')).toHaveValue('Анна');
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
  expect(Object.values(await storedEntries(page))).toContain(fileText);
}

test('what is typed, also without a network and in the second before leaving, survives a reload and a killed tab', async ({
  page,
}) => {
  await open(page, 'en', '/application?type=specialist');
  await fill(page, { surname: "O'Connor-Łukasz", file4: 'passport.pdf' });
  await expect(saved(page)).toBeVisible();
  await page.context().setOffline(true);
  await fill(page, { name: 'Анна', resume_file: 'resume.pdf' });
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('resume.pdf');
  await page.context().setOffline(false);
  await page.reload();
  await expectKept(page);
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(/resume\.pdf/);

  await fillControl(page, 'middlename', 'Last-moment');
  await page.goto('/en/success/application');
  await open(page, 'en', '/application');
  await expect(box(page, 'middlename')).toHaveValue('Last-moment');

  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await open(again, 'en', '/application');
  await expectKept(again);
});

test('survives a reload where the browser keeps no blobs, as in private windows of Safari', async ({ page }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (value instanceof Blob) throw new DOMException('Error preparing Blob/File data', 'UnknownError');
      return put.call(this, value, key);
    };
  });
  await open(page, 'en', '/application?type=specialist');
  await fill(page, { file4: 'passport.pdf', file5: 'photo-clean.jpg' });
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('photo-clean.jpg');
  await page.reload();
  await expect(box(page, 'file4')).toHaveAccessibleDescription(/passport\.pdf/);
  await expect
    .poll(() => preview(page).evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
});

test('survives a language switch: values, file, open item and told errors', async ({ page }) => {
  await openKept(page, '/application/specialist#visit', { stepStatus: 2 });
  const relative = page.getByRole('group', { name: /^Relative 1:/ });
  await relative.getByRole('button', { name: words('en', 'forms', 'lists.edit') }).click();
  await fillControl(page, 'formatted_relatives.0.name', 'Янек');
  await fillControl(page, 'company_name', '');
  await stepButton(page).click();
  await expect(mistakes(page)).toContainText('company');
  const told = await mistakes(page).getByRole('listitem').count();

  await languageLink(page, 'ru').click();
  await page.waitForURL('**/ru/application/specialist*');
  await expect(heading(page, application('visit.title', 'ru'))).toBeVisible();
  await expect(mistakes(page, 'ru').getByRole('listitem')).toHaveCount(told);
  await expect(box(page, 'company_name')).toHaveAttribute('aria-invalid', 'true');
  await expect(box(page, 'formatted_relatives.0.name')).toHaveValue('Янек');
  await expect(box(page, 'formatted_relatives.0.file6')).toHaveAccessibleDescription(/photo-clean\.jpg/);
  await expect(box(page, 'file')).toHaveAccessibleDescription(/bank\.pdf/);
});

test('survives a session that the portal refuses, and a check that answers 401 and 403', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  await keepFinished(page, applicant);
  await page.evaluate(() => {
    localStorage.setItem('token', 'a-token-that-nobody-has-given-out');
    localStorage.setItem('signedIn', 'yes');
  });
  await page.goto('/en/profile');
  await page.waitForURL('**/en/auth/login');
  const answers = [401, 403];
  await page.route('**/check-email*', (route) => route.fulfill({ status: answers.shift() ?? 500, body: '{}' }));
  await open(page, 'en', '/application');
  await expectKept(page);

  for (const left of [1, 0]) {
    await stepButton(page).click();
    await expect.poll(() => answers.length).toBe(left);
    await expect(page.getByRole('alert')).toContainText(application('person.unchecked'));
    await expectKept(page);
  }
  await page.getByRole('button', { name: application('person.goOn') }).click();
  await expect(page.getByText('bank.pdf')).toBeVisible();
});

test('is deleted with its files when that is confirmed, and not before', async ({ page }) => {
  await openKept(page);
  const press = (key: string) => page.getByRole('button', { name: application(key), exact: true }).click();
  await press('draft.delete');
  await press('draft.confirm.no');
  await expectKept(page);
  await press('draft.delete');
  await press('draft.confirm.yes');
  await page.waitForURL('**/en/type/application');
  expect(await storedEntries(page)).toEqual({});
  await page.getByRole('link', { name: application('choose.start.specialist') }).click();
  await expect(box(page, 'surname')).toBeVisible();
  await expect(box(page, 'surname')).toHaveValue('');
});

test('says until when it is kept, is there on the 30th day and gone with its files after it', async ({ page }) => {
  const changedAt = Date.now() - 30 * DAY + HOUR;
  await openKept(page, '/application', { changedAt: new Date(changedAt).toISOString() });
  await expectKept(page);
  const until = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(changedAt + 30 * DAY);
  await expect(saved(page)).toContainText(until);

  const outlived = new Date(Date.now() - 30 * DAY - HOUR).toISOString();
  await openKept(page, '/application?type=founder', { changedAt: outlived });
  await expect.poll(async () => Object.values(await storedEntries(page))).not.toContain(fileText);
  await expect(box(page, 'surname')).toBeVisible();
  await expect(box(page, 'surname')).toHaveValue('');
  expect(JSON.stringify(await storedEntries(page))).not.toContain('EA1234567');
});

test('in two tabs: the later one is told and can take over, and the earlier one then writes nothing', async ({
  page,
}) => {
  await openKept(page);
  const elsewhere = (tab: Page) => tab.getByText(application('draft.elsewhere.title'));
  const takeOver = (tab: Page) => tab.getByRole('button', { name: application('draft.elsewhere.action') }).click();
  await fillControl(page, 'middlename', 'From-the-first');
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('From-the-first');
  const later = await page.context().newPage();
  await open(later, 'en', '/application');
  await expect(elsewhere(later)).toBeVisible();
  await expect(box(later, 'surname')).toHaveCount(0);

  await takeOver(later);
  await expectKept(later);
  await expect(box(later, 'middlename')).toHaveValue('From-the-first');

  await expect(elsewhere(page)).toBeVisible();
  await expect(box(page, 'middlename')).toHaveCount(0);
  await fillControl(later, 'middlename', 'From-the-later');
  await expect.poll(async () => JSON.stringify(await storedRecord(later))).toContain('From-the-later');
  await takeOver(page);
  await expect(box(page, 'middlename')).toHaveValue('From-the-later');
  await expectKept(page);
});

test('is there again after "back" where the browser had put the page by and taken its lock away', async ({ page }) => {
  await openKept(page);
  await expectKept(page);
  await page.evaluate(() => navigator.locks.request('it-visa-draft', { steal: true }, () => undefined));
  await expect(page.getByText(application('draft.elsewhere.title'))).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expectKept(page);
  await fillControl(page, 'name', 'Malika');
  await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { name: 'Malika' } });
});

test('of an older portal, without fields that came since, is read whole; one of a newer portal is left alone', async ({
  page,
}) => {
  const draft = finishedDraft(applicant);
  const { middlename: _, ...older } = draft.record.step1Data as Record<string, unknown>;
  await keep(page, { ...draft, record: { ...draft.record, step1Data: older, stepStatus: 1 } });
  await open(page, 'en', '/application');
  await expectKept(page);
  await expect(box(page, 'middlename')).toHaveValue('');

  const newer = { ...draft.record, version: 99, unheardOf: true };
  await keep(page, { ...draft, record: newer });
  await open(page, 'en', '/application?type=founder');
  await expect(page.getByText(application('draft.newer.title'))).toBeVisible();
  expect(await storedRecord(page)).toEqual(newer);
  expect(Object.values(await storedEntries(page))).toContain(fileText);
});

test('never holds the password, in no storage of the browser', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  await openKept(page, '/application/specialist#review');
  await page.route('**/specialists-visa', (route) =>
    route.fulfill({ status: 413, json: { code: 'too_large', message: 'x', request_id: 'r' } }),
  );
  await send(page);
  await expect(page.getByRole('alert')).toContainText(application('send.kept'));
  await languageLink(page, 'ru').click();
  await expect(heading(page, application('review.title', 'ru'))).toBeVisible();
  await expect(box(page, 'password')).toHaveValue(PASSWORD);
  const kept = await everythingKept(page);
  expect(kept).toContain('EA1234567');
  expect(kept).not.toContain(PASSWORD);
  expect(kept).not.toContain(encodeURIComponent(PASSWORD));
});

test('names a file that the device has lost, and leads to its field', async ({ page }) => {
  const draft = finishedDraft(applicant);
  await keep(page, { ...draft, files: draft.files.slice(1) });
  await open(page, 'en', '/application/specialist#review');
  const notice = page.getByRole('status').filter({ hasText: application('draft.lost.title') });
  await expect(notice).toContainText('passport.pdf');
  await notice.getByRole('link').click();
  await page.waitForURL('**/en/application?change=file4');
  await expect(box(page, 'passport_number')).toHaveValue('EA1234567');
  await expect(notice).toBeVisible();
  await fillControl(page, 'file4', 'passport.pdf');
  await expect(notice).toHaveCount(0);
});

test('lets go of the pictures it showed', async ({ page }) => {
  await page.addInitScript(() => {
    const live = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (source) => {
      const url = createObjectURL(source);
      live.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      live.delete(url);
      revokeObjectURL(url);
    };
    Object.assign(globalThis, { livePictures: () => live.size });
  });
  const live = () => page.evaluate(() => (globalThis as unknown as { livePictures: () => number }).livePictures());
  await openKept(page, '/application/specialist#review');
  await expect(preview(page)).toHaveCount(2);
  expect(await live()).toBe(2);
  await changeAnswer(
    page,
    'company.title_specialist',
    words('en', 'forms', 'fields.company_name.label_specialist'),
  ).click();
  await expect(box(page, 'company_name')).toBeVisible();
  await expect.poll(live).toBeLessThan(2);
});
