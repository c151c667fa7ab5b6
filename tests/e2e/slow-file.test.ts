/** A phone takes seconds to read a large file. Whatever the applicant does meanwhile, the file arrives, or is not wanted any more. */
import { beSignedIn, newAccount, ownNetwork } from './support/account.ts';
import { specialist, type Typed } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { fill, fillControl } from './support/fill.ts';
import { stayOnReload } from './support/leaving.ts';
import { words } from './support/locale-words.ts';
import { expect, expectDrawn, open, type Page, test } from './support/portal.ts';

const { step1 } = specialist('slow.file@example.org');
const about = (page: Page, name: string) => page.locator(`[id="${name}-about"]`);
const field = (page: Page, name: string) => page.locator('.with-aside', { has: page.locator(`[name="${name}"]`) });
const reading = (page: Page, name: string) => field(page, name).getByText(words('en', 'forms', 'file.reading'));
const remove = (page: Page, name: string) => field(page, name).locator('.file__remove').click();

/** From now on no file is read until the second call. */
const hold = (page: Page) =>
  page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    const { promise, resolve } = Promise.withResolvers<void>();
    Blob.prototype.arrayBuffer = async function () {
      await promise;
      return read.call(this);
    };
    Object.assign(globalThis, { letFilesBeRead: resolve });
  });
const release = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { letFilesBeRead: () => void }).letFilesBeRead());

/** Chooses a file that is read until it is released. */
async function choose(page: Page, name: string, file: string): Promise<void> {
  await hold(page);
  await fillControl(page, name, file);
  await expect(reading(page, name)).toBeVisible();
}

async function openStep1(page: Page): Promise<void> {
  await open(page, 'en', '/application?type=specialist');
  await expectDrawn(page);
}

/** With two relatives. */
async function openStep2(page: Page): Promise<void> {
  const applicant = specialist('slow.list@example.org');
  const [son] = applicant.step2.formatted_relatives as Typed[];
  applicant.step2.formatted_relatives = [{ ...son }, { ...son, name: 'Ola', relativePassport: 'EB7654322' }];
  await page.goto('/en/success/application');
  await putDraft(page, finishedDraft(applicant));
  await open(page, 'en', '/application/specialist#visit');
  await expectDrawn(page);
}

const submit = (page: Page) => page.locator('form button[type=submit]');

test('a step that is sent waits for it, and does not call it missing', async ({ page }) => {
  await openStep1(page);
  const { resume_file = '', ...others } = step1;
  await fill(page, others);
  await choose(page, 'resume_file', String(resume_file));
  await submit(page).click();
  await expect(submit(page).locator('.button__busy')).toHaveText(words('en', 'forms', 'file.reading'));
  await expect(page.locator('.error-summary')).toHaveCount(0);
  await release(page);
  await page.waitForURL('**/en/application/specialist');
  await page.goBack();
  await expect(about(page, 'resume_file')).toContainText('resume.pdf');
});

test('a step that is sent stays when the file turns out to be none, and leads to its field', async ({ page }) => {
  await openStep1(page);
  await fill(page, step1);
  await hold(page);
  const box = page.locator('[name="file4"]');
  await box.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no scan') });
  await submit(page).click();
  await release(page);
  await expect(box).toBeFocused();
  await expect(field(page, 'file4').locator('.field__error')).toContainText(words('en', 'forms', 'errors.file_type'));
  await expect(about(page, 'file4')).toContainText('passport.pdf');
  await submit(page).click();
  await page.waitForURL('**/en/application/specialist');
});

test('a press that is under way arrives, and the file is shown after it', async ({ page }) => {
  // Field and button are both in sight, so the browser does not scroll to keep the button where it is.
  await page.setViewportSize({ width: 375, height: 1366 });
  await openStep1(page);
  await choose(page, 'resume_file', 'resume.pdf');
  await submit(page).hover({ position: { x: 20, y: 3 } });
  await page.mouse.down();
  await release(page);
  // Longer than the reading takes.
  await page.waitForTimeout(500);
  await expect(about(page, 'resume_file')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(about(page, 'resume_file')).toContainText('resume.pdf');
});

test('a link to another page waits for it, and a reload asks', async ({ page }) => {
  await openStep1(page);
  await choose(page, 'file4', 'passport.pdf');
  const asked = await stayOnReload(page);

  await page.locator('.type-line a').click();
  // Longer than the page takes to come.
  await page.waitForTimeout(500);
  expect(page.url()).toContain('/en/application?');
  await release(page);
  await page.waitForURL('**/en/type/application');
  await page.goBack();
  await expect(about(page, 'file4')).toContainText('passport.pdf');
  await page.reload();
  await expect(about(page, 'file4')).toContainText('passport.pdf');
  expect(asked).toHaveLength(1);
});

test('of two files the later one counts, and what was removed meanwhile does not come back', async ({ page }) => {
  await openStep1(page);
  await choose(page, 'file4', 'letter.pdf');
  await fillControl(page, 'file4', 'passport.pdf');
  await release(page);
  await expect(about(page, 'file4')).toContainText('passport.pdf');

  await choose(page, 'file4', 'bank.pdf');
  await remove(page, 'file4');
  await release(page);
  // Longer than the reading takes.
  await page.waitForTimeout(500);
  await expect(reading(page, 'file4')).toHaveCount(0);
  await expect(about(page, 'file4')).toHaveCount(0);
});

test('an item of a list waits for it, takes it along to another place, and away when it is removed', async ({
  page,
}) => {
  await openStep2(page);
  const list = page.locator('#formatted_relatives');
  const cards = list.locator('.item-card');
  const named = (key: string) => list.getByRole('button', { name: words('en', 'forms', key) });
  const file = (index: number) => `formatted_relatives.${index}.file6`;
  await named('lists.edit').first().click();
  await remove(page, file(0));
  await choose(page, file(0), 'letter.pdf');
  await named('lists.done').click();
  await expect(list.locator('.field__error')).toHaveCount(0);
  await release(page);
  await expect(named('lists.done')).toHaveCount(0);
  await expect(cards.first()).toContainText('letter.pdf');

  await named('lists.edit').last().click();
  await choose(page, file(1), 'bank.pdf');
  await named('lists.remove').first().click();
  await release(page);
  await expect(cards).toHaveCount(1);
  await expect(about(page, file(0))).toContainText('bank.pdf');

  await choose(page, file(0), 'certificate.pdf');
  await named('lists.formatted_relatives.add').click();
  await named('lists.remove').first().click();
  await release(page);
  await expect(cards).toHaveCount(1);
  // Longer than the draft takes to be told.
  await page.waitForTimeout(500);
  await expect(about(page, file(0))).toHaveCount(0);
});

test('a change in the account waits for it, and one that is dropped stays dropped', async ({ page, storage }) => {
  await ownNetwork(page);
  const account = await newAccount(page, 'en');
  await beSignedIn(page, account);
  await open(page, 'en', '/profile/application/founder#change');
  const named = (key: string) => page.getByRole('button', { name: words('en', 'auth', `person.change.${key}`) });
  await choose(page, 'file2', 'letter.pdf');
  await named('leave').click();
  await release(page);
  // Longer than the reading takes.
  await page.waitForTimeout(500);
  await named('start').click();
  await expect(about(page, 'file2')).toContainText('certificate.pdf');
  await expect(named('leave')).toBeVisible();

  await choose(page, 'file2', 'bank.pdf');
  await page.locator('.change-bar button[type=submit]').click();
  await expect(page.locator('.change-bar .button__busy')).toHaveText(words('en', 'forms', 'file.reading'));
  await release(page);
  await expect(page.getByText(words('en', 'auth', 'person.change.savedTitle'))).toBeVisible();
  const kept = storage.DB.prepare("SELECT name FROM files WHERE applicant_id = ? AND field = 'file2'");
  expect(kept.all(account.id).map(({ name }) => name)).toEqual(['bank.pdf']);
});
