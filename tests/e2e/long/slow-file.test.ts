import { specialist, type Typed } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, containing, errorSummary, liveText, saveButton } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { stayOnReload } from '../support/leaving.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, newDevice, openOffer } from '../support/parcel.ts';
import { expect, open, type Page, test } from '../support/portal.ts';

const READING = words('en', 'forms', 'file.reading');
const PASSPORT = '/application/passport';
const PHOTO = '/application/photo';
const expectFile = (page: Page, name: string, file: string) =>
  expect(box(page, name)).toHaveAccessibleDescription(containing(file));
const expectNoFile = (page: Page, name: string) =>
  expect(box(page, name)).toHaveAccessibleName(containing(words('en', 'forms', 'file.choose')));

/** Holds the next file until it is released. */
const hold = (page: Page) =>
  page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    const { promise, resolve } = Promise.withResolvers<void>();
    let reading: Promise<unknown> = Promise.resolve();
    Blob.prototype.arrayBuffer = function () {
      Blob.prototype.arrayBuffer = read;
      const bytes = promise.then(() => read.call(this));
      reading = bytes;
      return bytes;
    };
    const letFileBeRead = async () => {
      resolve();
      await reading;
    };
    Object.assign(globalThis, { letFileBeRead });
  });
/** Resolves when the held file was read. */
const release = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { letFileBeRead: () => Promise<void> }).letFileBeRead());

/** Chooses a file that is read once released. */
async function choose(page: Page, name: string, file: string): Promise<void> {
  await hold(page);
  await fillControl(page, name, file);
  await expect(liveText(page, READING)).toBeVisible();
}

const remove = (page: Page, file: string) =>
  page.getByRole('button', { name: `${words('en', 'forms', 'file.remove')} ${file}`, exact: true }).click();

test('saving a part waits for a file being read, does not report it missing, and stays when it is refused', async ({
  page,
}) => {
  const applicant = specialist('slow.file@example.org');
  const { resume_file: _, ...step1 } = applicant.step1;
  await storeFinishedDraft(page, { ...applicant, step1 }, { stepStatus: 0, saved: ['passport', 'name', 'contact'] });
  await open(page, 'en', PHOTO);
  await expectFile(page, 'file5', 'photo-clean.jpg');
  await hold(page);
  await box(page, 'resume_file').setInputFiles({
    name: 'scan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no scan'),
  });
  await saveButton(page).click();
  await release(page);
  await expect(box(page, 'resume_file')).toBeFocused();
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(
    containing(words('en', 'forms', 'errors.file_type')),
  );

  await choose(page, 'resume_file', 'resume.pdf');
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: READING })).toBeVisible();
  await expect(errorSummary(page)).toHaveCount(0);
  await release(page);
  await page.waitForURL('**/en/application/specialist');
  await page.goBack();
  await expectFile(page, 'resume_file', 'resume.pdf');
});

test('a link waits for a file being read, edits are kept, and a reload asks for confirmation', async ({ page }) => {
  await open(page, 'en', `${PASSPORT}?type=specialist`);
  await choose(page, 'file4', 'passport.pdf');
  const asked = await stayOnReload(page);

  await page.getByRole('link', { name: words('en', 'application', 'part.later') }).click();
  await fillControl(page, 'passport_number', 'EA1234567');
  await expect.poll(() => storedRecord(page)).toMatchObject({ step1Data: { passport_number: 'EA1234567' } });
  expect(page.url()).toContain(PASSPORT);
  await release(page);
  await page.waitForURL('**/en/application');
  await page.goBack();
  await expectFile(page, 'file4', 'passport.pdf');
  await page.reload();
  await expectFile(page, 'file4', 'passport.pdf');
  await expect(box(page, 'passport_number')).toHaveValue('EA1234567');
  expect(asked).toHaveLength(1);
});

test('of two files chosen in turn the later one counts, and a removed file does not return', async ({ page }) => {
  await open(page, 'en', '/application/investor/documents');
  await choose(page, 'file', 'letter.pdf');
  await fillControl(page, 'file', 'passport.pdf');
  await expectFile(page, 'file', 'passport.pdf');
  await release(page);
  // Another file is read afterwards.
  await fillControl(page, 'file2', 'letter.pdf');
  await expectFile(page, 'file2', 'letter.pdf');
  await expectFile(page, 'file', 'passport.pdf');

  await choose(page, 'file', 'bank.pdf');
  await remove(page, 'passport.pdf');
  await release(page);
  await fillControl(page, 'file2', 'resume.pdf');
  await expectFile(page, 'file2', 'resume.pdf');
  await expectNoFile(page, 'file');
  await expect(liveText(page, READING)).toHaveCount(0);
});

test('a list item waits for a file being read, keeps it when moved, and drops it when removed', async ({ page }) => {
  const applicant = specialist('slow.list@example.org');
  const [son] = applicant.step2.formatted_relatives as Typed[];
  applicant.step2.formatted_relatives = [{ ...son }, { ...son, name: 'Ola', relativePassport: 'EB7654322' }];
  await storeFinishedDraft(page, applicant);
  await open(page, 'en', '/application/specialist/family');
  const cards = page.getByRole('group', { name: /^Relative \d/ });
  const press = (card: number, key: string) =>
    cards
      .nth(card)
      .getByRole('button', { name: new RegExp(`^${words('en', 'forms', `lists.${key}`)}( : Relative|$)`) })
      .click();
  const file = (index: number) => `formatted_relatives.${index}.file6`;
  await press(0, 'edit');
  await remove(page, 'photo-clean.jpg');
  await choose(page, file(0), 'letter.pdf');
  await press(0, 'formatted_relatives.save');
  await expect(box(page, file(0))).not.toHaveAttribute('aria-invalid');
  await release(page);
  await expect(box(page, file(0))).toHaveCount(0);
  await expect(cards.first()).toContainText('letter.pdf');

  await press(1, 'edit');
  await choose(page, file(1), 'bank.pdf');
  await press(0, 'remove');
  await release(page);
  await expect(cards).toHaveCount(1);
  await expectFile(page, file(0), 'bank.pdf');

  await choose(page, file(0), 'certificate.pdf');
  await press(0, 'later');
  await press(0, 'remove');
  await release(page);
  await expect(cards).toHaveCount(0);
  await page.getByRole('button', { name: words('en', 'forms', 'lists.formatted_relatives.add') }).click();
  // Another file is read afterwards.
  const proof = 'formatted_relatives.0.marriage_or_birth_document_file';
  await fillControl(page, proof, 'resume.pdf');
  await expectFile(page, proof, 'resume.pdf');
  await expectNoFile(page, file(0));
});

test('a file that is being read when a company leaves its part by a link or Back is kept', async ({
  page,
  browser,
  baseURL,
}) => {
  const asked = (key: string) => words('en', 'parcel', `company.${key}`);
  await storeFinishedDraft(page, specialist('slow.company@example.org'), { saved: [], step2Data: {} });
  await open(page, 'en', '/application');
  await openOffer(page, 'en', 'company.ask');
  await page.getByRole('button', { name: asked('ask.start') }).click();
  const there = await newDevice(browser, baseURL);
  await there.goto(await linkOn(page, 'en'));
  const openDocuments = () => there.locator('a[href="#part:documents"]').first().click();
  for (const [leave, file] of [
    [() => there.getByRole('link', { name: asked('answer.back') }).click(), 'resume.pdf'],
    [() => there.goBack(), 'letter.pdf'],
  ] as const) {
    await openDocuments();
    await choose(there, 'file3', file);
    await leave();
    await release(there);
    await expect(box(there, 'file3')).toHaveCount(0);
    await openDocuments();
    await expectFile(there, 'file3', file);
    await there.goBack();
  }
});
