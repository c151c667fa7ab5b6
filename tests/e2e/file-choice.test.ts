/** Pictures as phones make them: HEIC photos and long screenshots; broken and empty ones. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { storedDigests } from './support/device.ts';
import { fillControl, fixture } from './support/fill.ts';
import { box, containing, liveText, preview } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { chooseBytes, HEIC } from './support/offered-files.ts';
import { expect, open, type Page, test } from './support/portal.ts';

const PASSPORT = '/application/passport';
const say = (key: string) => words('ru', 'forms', key);
const expectDescription = (page: Page, text: string) =>
  expect(box(page, 'file4')).toHaveAccessibleDescription(containing(text));

test('a HEIC photo is refused with its own error, also as .jpg, the earlier file stays, and each event is spoken', async ({
  page,
}) => {
  await open(page, 'ru', PASSPORT);
  await fillControl(page, 'file4', 'passport.pdf');
  await expectDescription(page, 'passport.pdf');
  for (const { name, type } of [
    { name: 'IMG_5195.HEIC', type: '' },
    { name: '20240612_photo.jpg', type: 'image/jpeg' },
  ]) {
    await chooseBytes(page, 'file4', { name, type, bytes: HEIC });
    await expectDescription(page, say('errors.file_heic'));
    await expect(page.getByRole('status').filter({ hasText: say('file.kept') })).toBeVisible();
    await expectDescription(page, 'passport.pdf');
    const spoken = page.getByRole('status').getByText(say('errors.file_heic'));
    await spoken.evaluate((text) => text.setAttribute('data-first', ''));
    await chooseBytes(page, 'file4', { name, type, bytes: HEIC });
    // A new node in a live region is spoken, also with the same text.
    await expect(spoken).not.toHaveAttribute('data-first');
    await fillControl(page, 'file4', 'passport.pdf');
    await expect(box(page, 'file4')).not.toHaveAttribute('aria-invalid');
    await expect(liveText(page, 'passport.pdf')).toBeAttached();
  }
  await page.getByRole('button', { name: `${say('file.remove')} passport.pdf` }).click();
  await expect(page.getByRole('status').getByText('Файл passport.pdf убран.')).toBeAttached();
});

test('a JPEG without an end mark is used, with its end, only if the applicant sees all of it', async ({ page }) => {
  const scan = readFileSync(fixture('passport-photo.jpg'));
  const cut = { name: 'cut.jpg', bytes: scan.subarray(0, scan.length / 2) };
  const dialog = page.getByRole('dialog', { name: say('file.end.question') });
  await open(page, 'ru', PASSPORT);
  await fillControl(page, 'file4', 'passport.pdf');
  await expectDescription(page, 'passport.pdf');
  await chooseBytes(page, 'file4', cut);
  await preview(dialog).evaluate((image: HTMLImageElement) => image.decode());
  await dialog.getByRole('button', { name: say('file.end.no') }).click();
  await expect(dialog).toHaveCount(0);
  await expectDescription(page, say('errors.file_incomplete'));
  await expectDescription(page, 'passport.pdf');
  await expect(box(page, 'file4')).toBeFocused();

  // Leaving the page answers nothing.
  await chooseBytes(page, 'file4', cut);
  await expect(dialog).toBeVisible();
  await page.reload();
  await expectDescription(page, 'passport.pdf');

  await chooseBytes(page, 'file4', cut);
  await dialog.getByRole('button', { name: say('file.end.yes') }).click();
  await expectDescription(page, 'cut.jpg');
  await expect(liveText(page, say('file.ended'))).toBeVisible();
  const ended = createHash('sha256')
    .update(cut.bytes)
    .update(Buffer.from([0xff, 0xd9]))
    .digest()
    .join(' ');
  await expect.poll(() => storedDigests(page)).toEqual([ended]);
});

/** Also with a certificate in place of a password; with the owner's password only, a document opens. */
test('a PDF that opens only with a password is refused, whatever its encryption', async ({ page }) => {
  const read = (name: string) => readFileSync(fixture(`pdf/${name}.pdf`));
  const revisions = ['2', '3', '4', '4-metadata', '5', '6'].map((revision) => `revision-${revision}`);
  const certified = read('revision-3-user').toString('latin1').replace('/Standard', '/Adobe.PubSec');
  await open(page, 'ru', PASSPORT);
  for (const revision of revisions) {
    const name = `${revision}.pdf`;
    await chooseBytes(page, 'file4', { name: 'locked.pdf', bytes: read(`${revision}-user`) });
    await expectDescription(page, say('errors.file_encrypted'));
    await chooseBytes(page, 'file4', { name, bytes: read(`${revision}-owner`) });
    await expectDescription(page, name);
    await expect(box(page, 'file4')).not.toHaveAttribute('aria-invalid');
  }
  await chooseBytes(page, 'file4', { name: 'certified.pdf', bytes: Buffer.from(certified, 'latin1') });
  await expectDescription(page, say('errors.file_encrypted'));
  const mentioned = read('plain').toString('latin1').replace('Bank statement', '/Encrypt 6 0 R');
  await chooseBytes(page, 'file4', { name: 'mentioned.pdf', bytes: Buffer.from(mentioned, 'latin1') });
  await expectDescription(page, 'mentioned.pdf');
});
