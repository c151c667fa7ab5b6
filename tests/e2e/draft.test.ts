/** What was typed and chosen is never lost: each threat to a draft with a chosen file in it, in the browser. */
import { readFileSync } from 'node:fs';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { everythingKept, finishedDraft, putDraft, storedEntries, storedRecord } from './support/device.ts';
import { fill, fillControl, fixture } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, expectFormDrawn, open, type Page, test } from './support/portal.ts';
import { typePassword } from './support/sending.ts';

const DAY = 24 * 60 * 60 * 1000;
const fileText = readFileSync(fixture('passport.pdf'), 'utf8');
const saved = (page: Page) => page.locator('.draft-bar[data-state="saved"]');
const application = (path: string, locale: Locale = 'en') => words(locale, 'application', path);

test.afterAll(() => {
  expectedErrors.length = 0;
});

/** Begins step 1 with a name and a file, both saved. */
async function begin(page: Page): Promise<void> {
  await open(page, 'en', '/application?type=specialist');
  await fill(page, { surname: 'Каримова', name: 'Dilnoza', file4: 'passport.pdf' });
  await expect(saved(page)).toBeVisible();
  await expect.poll(async () => Object.values(await storedEntries(page))).toContain(fileText);
}

async function expectKept(page: Page): Promise<void> {
  await expect(page.locator('[name="surname"]')).toHaveValue('Каримова');
  await expect(page.locator('[name="name"]')).toHaveValue('Dilnoza');
  await expect(page.locator('#file4-about')).toContainText('passport.pdf');
  expect(Object.values(await storedEntries(page))).toContain(fileText);
}

/** A finished draft on the device, opened at the review or at the form of step 2. */
async function openFinished(page: Page, hash: '#review' | '#visit', change: Record<string, unknown> = {}) {
  await page.goto('/en/success/application');
  const draft = finishedDraft(specialist('kept@example.org'));
  Object.assign(draft.record, change);
  await putDraft(page, draft);
  await open(page, 'en', `/application/specialist${hash}`);
  await expectFormDrawn(page);
}

test('survives a reload and a killed tab', async ({ page }) => {
  await begin(page);
  await page.reload();
  await expectKept(page);
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
  await fill(page, { surname: 'Каримова', file4: 'passport.pdf', file5: 'photo-clean.jpg' });
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.locator('#file4-about')).toContainText('passport.pdf');
  const photo = page.locator('.field', { has: page.locator('[name="file5"]') }).locator('img');
  await expect.poll(() => photo.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});

test('survives a tab that is left in the very second in which something was typed', async ({ page }) => {
  await begin(page);
  await page.locator('[name="middlename"]').fill('Last-moment');
  await page.goto('/en/success/application');
  await open(page, 'en', '/application');
  await expect(page.locator('[name="middlename"]')).toHaveValue('Last-moment');
  await expectKept(page);
});

test('survives a language switch: values, file, open item and told errors', async ({ page }) => {
  await openFinished(page, '#visit', { stepStatus: 2 });
  await page.locator('#formatted_relatives\\.0 .item-card__actions button').first().click();
  await page.locator('[name="formatted_relatives.0.name"]').fill('Янек');
  await page.locator('[name="company_name"]').fill('');
  await page.locator('.step-form button[type=submit]').click();
  await expect(page.locator('.error-summary')).toContainText('company');
  const codes = await page.locator('.error-summary li').count();

  await page.locator('language-switch a[hreflang="ru"]').click();
  await page.waitForURL('**/ru/application/specialist*');
  await expect(page.locator('h1')).toHaveText(application('visit.title', 'ru'));
  await expect(page.locator('.error-summary li')).toHaveCount(codes);
  await expect(page.locator('.error-summary')).toContainText(/[а-я]/);
  await expect(page.locator('[name="company_name"][aria-invalid]')).toBeVisible();
  await expect(page.locator('[name="formatted_relatives.0.name"]')).toHaveValue('Янек');
  await expect(page.locator('#formatted_relatives\\.0\\.file6-about')).toContainText('photo-clean.jpg');
  await expect(page.locator('#file-about')).toContainText('bank.pdf');
});

test('survives a session that the portal refuses, and a check that answers 401 and 403', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  await begin(page);
  await page.evaluate(() => {
    localStorage.setItem('token', 'a-token-that-nobody-has-given-out');
    localStorage.setItem('signedIn', 'yes');
  });
  await page.goto('/en/profile');
  await page.waitForURL('**/en/auth/login');
  await open(page, 'en', '/application');
  await expectKept(page);

  await page.goto('/en/success/application');
  await putDraft(page, finishedDraft(specialist('kept@example.org')));
  for (const status of [401, 403]) {
    await page.route('**/check-email*', (route) => route.fulfill({ status, body: '{}' }));
    await open(page, 'en', '/application');
    await page.locator('.step-form button[type=submit]').click();
    await expect(page.getByText(application('person.unchecked'))).toBeVisible();
    await expect(page.locator('[name="passport_number"]')).toHaveValue('EA1234567');
    await expect(page.locator('#file4-about')).toContainText('passport.pdf');
  }
  await page.getByRole('button', { name: application('person.goOn') }).click();
  await expect(page.getByText('bank.pdf')).toBeVisible();
});

test('is saved without a network', async ({ page }) => {
  await begin(page);
  await page.context().setOffline(true);
  await page.locator('[name="middlename"]').fill('Offline');
  await page.locator('[name="resume_file"]').setInputFiles(fixture('resume.pdf'));
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('resume.pdf');
  await page.context().setOffline(false);
  await page.reload();
  await expectKept(page);
  await expect(page.locator('[name="middlename"]')).toHaveValue('Offline');
  await expect(page.locator('#resume_file-about')).toContainText('resume.pdf');
});

test('is deleted with its files when that is confirmed, and not before', async ({ page }) => {
  await begin(page);
  await page.getByRole('button', { name: application('draft.delete') }).click();
  await page.getByRole('button', { name: application('draft.confirm.no') }).click();
  await expectKept(page);
  await page.getByRole('button', { name: application('draft.delete') }).click();
  await page.getByRole('button', { name: application('draft.confirm.yes'), exact: true }).click();
  await page.waitForURL('**/en/type/application');
  expect(await storedEntries(page)).toEqual({});
  await open(page, 'en', '/application?type=specialist');
  await expect(page.locator('[name="surname"]')).toHaveValue('');
});

test('says until when it is kept, is there on the 30th day and gone with its files after it', async ({ page }) => {
  await begin(page);
  const until = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
  await expect(page.locator('.draft-bar')).toContainText(until.format(Date.now() + 30 * DAY));
  await page.clock.install({ time: Date.now() + 30 * DAY - 60 * 60 * 1000 });
  await open(page, 'en', '/application');
  await expectKept(page);
  await page.clock.setSystemTime(Date.now() + 31 * DAY);
  await open(page, 'en', '/application?type=founder');
  await expect(page.locator('[name="surname"]')).toHaveValue('');
  expect(JSON.stringify(await storedEntries(page))).not.toContain('Каримова');
  expect(Object.values(await storedEntries(page))).not.toContain(fileText);
});

test('in two tabs: the later one is told and can take over, and the earlier one then writes nothing', async ({
  page,
}) => {
  await begin(page);
  const later = await page.context().newPage();
  await open(later, 'en', '/application');
  await expect(later.getByText(application('draft.elsewhere.title'))).toBeVisible();
  await expect(later.locator('[name="surname"]')).toHaveCount(0);

  await page.locator('[name="middlename"]').fill('From-the-first');
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('From-the-first');
  await later.getByRole('button', { name: application('draft.elsewhere.action') }).click();
  await expectKept(later);
  await expect(later.locator('[name="middlename"]')).toHaveValue('From-the-first');

  await expect(page.getByText(application('draft.elsewhere.title'))).toBeVisible();
  await expect(page.locator('[name="middlename"]')).toHaveCount(0);
  await later.locator('[name="middlename"]').fill('From-the-later');
  await expect.poll(async () => JSON.stringify(await storedRecord(later))).toContain('From-the-later');
  await page.getByRole('button', { name: application('draft.elsewhere.action') }).click();
  await expect(page.locator('[name="middlename"]')).toHaveValue('From-the-later');
  await expectKept(page);
});

test('is there again after "back" where the browser had put the page by and taken its lock away', async ({ page }) => {
  await begin(page);
  await page.evaluate(() => navigator.locks.request('it-visa-draft', { steal: true }, () => undefined));
  await expect(page.getByText(application('draft.elsewhere.title'))).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expectKept(page);
  await fillControl(page, 'name', 'Malika');
  await expect(saved(page)).toBeVisible();
  expect(await storedRecord(page)).toMatchObject({ step1Data: { name: 'Malika' } });
});

test('of an older portal, without fields that came since, is read whole; one of a newer portal is left alone', async ({
  page,
}) => {
  await page.goto('/en/success/application');
  const draft = finishedDraft(specialist('kept@example.org'));
  const { middlename: _, ...older } = draft.record.step1Data as Record<string, unknown>;
  await putDraft(page, { ...draft, record: { ...draft.record, step1Data: older, stepStatus: 1 } });
  await open(page, 'en', '/application');
  await expect(page.locator('[name="passport_number"]')).toHaveValue('EA1234567');
  await expect(page.locator('[name="middlename"]')).toHaveValue('');
  await expect(page.locator('#file4-about')).toContainText('passport.pdf');

  const newer = { ...draft.record, version: 99, unheardOf: true };
  await page.goto('/en/success/application');
  await putDraft(page, { ...draft, record: newer });
  await open(page, 'en', '/application?type=founder');
  await expect(page.getByText(application('draft.newer.title'))).toBeVisible();
  expect(await storedRecord(page)).toEqual(newer);
  expect(Object.values(await storedEntries(page))).toContain(fileText);
});

test('never holds the password, in no storage of the browser', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  await openFinished(page, '#review');
  await page.route('**/specialists-visa', (route) => route.fulfill({ status: 500, body: '{}' }));
  await typePassword(page);
  await page.locator('.send-form button[type=submit]').click();
  await expect(page.locator('.send-form')).toContainText(application('send.kept'));
  await page.locator('language-switch a[hreflang="ru"]').click();
  await expect(page.locator('h1')).toHaveText(application('review.title', 'ru'));
  await expect(page.locator('[name="password"]')).toHaveValue(PASSWORD);
  const kept = await everythingKept(page);
  expect(kept).toContain('EA1234567');
  expect(kept).not.toContain(PASSWORD);
  expect(kept).not.toContain(encodeURIComponent(PASSWORD));
});

test('names a file that the device has lost, and leads to its field', async ({ page }) => {
  await page.goto('/en/success/application');
  const draft = finishedDraft(specialist('kept@example.org'));
  await putDraft(page, { ...draft, files: draft.files.slice(1) });
  await open(page, 'en', '/application/specialist#review');
  const notice = page.locator('.notice', { hasText: application('draft.lost.title') });
  await expect(notice).toContainText('passport.pdf');
  await notice.getByRole('link').click();
  await page.waitForURL('**/en/application?change=file4');
  await expect(page.locator('[name="passport_number"]')).toHaveValue('EA1234567');
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
  await openFinished(page, '#review');
  await expect(page.locator('.file-answer img')).toHaveCount(2);
  expect(await live()).toBe(2);
  await page.locator('.review-section button').last().click();
  await expect(page.locator('[name="company_name"]')).toBeVisible();
  await expect.poll(live).toBeLessThan(2);
});
