/** Files that are dropped or pasted, and files of other formats. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { changeLink } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { fillControl, fixture } from '../support/fill.ts';
import { box, containing, liveText, preview } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { chooseBytes, decodeHeic, dropDrawing, HEIC } from '../support/offered-files.ts';
import { askPhone, chooseOnPhone, newPhone } from '../support/parcel.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { RELEASE } from '../support/stages.ts';

const PASSPORT = '/application/passport';
const say = (key: string) => words('en', 'forms', key);
const expectDescription = (page: Page, name: string, text: string) =>
  expect(box(page, name)).toHaveAccessibleDescription(containing(text));
const expectNoFile = (page: Page, name: string) =>
  expect(box(page, name)).toHaveAccessibleName(containing(say('file.choose')));

/** Drags files and folders of this machine onto a field, like from the desktop. */
async function drag(page: Page, name: string, paths: string[]): Promise<void> {
  const place = await box(page, name).boundingBox();
  if (!place) throw new Error(`the field ${name} is not shown`);
  const client = await page.context().newCDPSession(page);
  const at = { x: place.x + 5, y: place.y + 5, data: { items: [], files: paths, dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, ...at });
}

/** Gives the page a file of this machine, and drops it after the file was moved or changed. */
async function dropAfter(page: Page, name: string, path: string, meanwhile: () => Promise<void>): Promise<void> {
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'held' })),
  );
  await page.locator('#held').setInputFiles(path);
  await meanwhile();
  const data = await page.locator('#held').evaluateHandle((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    for (const file of input.files ?? []) transfer.items.add(file);
    input.remove();
    return transfer;
  });
  await box(page, name).dispatchEvent('drop', { dataTransfer: data });
}

/** Copies a picture, like a screenshot, or a text into the clipboard. */
const copy = (page: Page, what: 'picture' | 'text') =>
  page.evaluate(async (what) => {
    if (what === 'text') return navigator.clipboard.writeText('a text');
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  }, what);

test.describe('files on a computer', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a picture is pasted into the focused field and announced', async ({ page }) => {
    await open(page, 'en', PASSPORT);
    await expectDescription(page, 'file4', say('file.drop'));
    await box(page, 'file4').focus();
    await copy(page, 'text');
    await page.keyboard.press('Control+V');
    await expectNoFile(page, 'file4');
    await expect(box(page, 'file4')).not.toHaveAttribute('aria-invalid');
    await copy(page, 'picture');
    await page.keyboard.press('Control+V');
    await expectDescription(page, 'file4', 'pasted-image.png');
    await expect(liveText(page, 'pasted-image.png')).toBeAttached();
    await expect(box(page, 'file4')).toBeFocused();
  });

  test(
    'a picture is pasted into the field under the pointer, and a text only into a text field',
    RELEASE,
    async ({ page }) => {
      await open(page, 'en', '/application/photo');
      await copy(page, 'picture');
      await page.keyboard.press('Control+V');
      await expectNoFile(page, 'file5');
      await expectNoFile(page, 'resume_file');
      await box(page, 'resume_file').hover();
      await page.keyboard.press('Control+V');
      await expectDescription(page, 'resume_file', 'pasted-image.png');
      await expectNoFile(page, 'file5');

      await open(page, 'en', PASSPORT);
      await copy(page, 'text');
      await box(page, 'passport_number').focus();
      await box(page, 'file4').hover();
      await page.keyboard.press('Control+V');
      await expect(box(page, 'passport_number')).toHaveValue(/text/i);
      await copy(page, 'picture');
      await page.keyboard.press('Control+V');
      await expectNoFile(page, 'file4');
    },
  );
});

const LONG_AGO = new Date('2020-01-01');

test('two dropped files are refused, and the earlier file stays', async ({ page }) => {
  await open(page, 'en', PASSPORT);
  await fillControl(page, 'file4', 'passport.pdf');
  await expectDescription(page, 'file4', 'passport.pdf');
  await drag(page, 'file4', [fixture('passport.png'), fixture('resume.pdf')]);
  await expectDescription(page, 'file4', say('errors.file_several'));
  await expectDescription(page, 'file4', 'passport.pdf');
  await drag(page, 'file4', [fixture('passport.png')]);
  await expectDescription(page, 'file4', 'passport.png');
  await expect(box(page, 'file4')).not.toHaveAttribute('aria-invalid');
});

test('a dropped folder is refused as a folder', RELEASE, async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'scans-'));
  await open(page, 'en', PASSPORT);
  await drag(page, 'file4', [folder]);
  await expectDescription(page, 'file4', say('errors.file_folder'));
  await expectNoFile(page, 'file4');
  await rm(folder, { recursive: true });
});

test('a file that was moved or changed is unreadable, not empty', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'scans-'));
  const path = join(folder, 'scan.pdf');
  for (const meanwhile of [() => rm(path), () => writeFile(path, '%PDF-1.7 another scan')]) {
    await writeFile(path, '%PDF-1.7 a scan');
    // Chromium notices a change by its second.
    await utimes(path, LONG_AGO, LONG_AGO);
    await open(page, 'en', PASSPORT);
    await dropAfter(page, 'file4', path, meanwhile);
    await expectDescription(page, 'file4', say('errors.file_unreadable'));
    await expectNoFile(page, 'file4');
  }
  await rm(folder, { recursive: true });
});

test('a chosen file is in the draft, whatever happens to the original', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'scans-'));
  const path = join(folder, 'scan.png');
  const { readFile } = await import('node:fs/promises');
  await writeFile(path, await readFile(fixture('passport.png')));
  await open(page, 'en', PASSPORT);
  await box(page, 'file4').setInputFiles(path);
  await expectDescription(page, 'file4', 'scan.png');
  await rm(folder, { recursive: true });
  await page.reload();
  await expectDescription(page, 'file4', 'scan.png');
  await preview(page).evaluate((image: HTMLImageElement) => image.decode());
});

test(
  'a file of an unsupported format is refused with an error that names the format and a remedy',
  RELEASE,
  async ({ page }) => {
    await open(page, 'en', PASSPORT);
    for (const [name, bytes, code] of [
      ['photo.avif', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'file_avif'],
      ['photo.jpg', '\0\0\0\x18ftypmif1\0\0\0\0mif1miaf', 'file_heic'],
      ['scan.tiff', 'II*\0\x08\0\0\0', 'file_tiff'],
      ['anim.gif', 'GIF89a\x01\0\x01\0', 'file_gif'],
      ['resume.docx.pdf', 'PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'file_document'],
      ['resume.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'file_document'],
    ] as const) {
      await chooseBytes(page, 'file4', { name, bytes: Buffer.from(bytes, 'latin1') });
      await expectDescription(page, 'file4', say(`errors.${code}`));
    }
    await open(page, 'en', '/application/photo');
    await chooseBytes(page, 'file5', {
      name: 'me.docx',
      bytes: Buffer.from('PK\x03\x04[Content_Types].xml', 'latin1'),
    });
    await expectDescription(page, 'file5', say('errorsAt.file_document.file5'));
  },
);

test('a HEIC photo is converted where the browser decodes it, with a notice', async ({ page }) => {
  await decodeHeic(page, { width: 300, height: 400 });
  await open(page, 'en', PASSPORT);
  await chooseBytes(page, 'file4', { name: 'IMG_5195.HEIC', bytes: HEIC });
  await expectDescription(page, 'file4', 'IMG_5195.jpg');
  await expect(liveText(page, say('file.converted'))).toBeVisible();
  await preview(page).evaluate((image: HTMLImageElement) => image.decode());
  await expect(preview(page)).toHaveJSProperty('naturalHeight', 400);
});

test('a picture that would become unreadable by scaling is refused with that reason', RELEASE, async ({ page }) => {
  await open(page, 'en', PASSPORT);
  await dropDrawing(page, 'file4', { width: 700, height: 20_000, file: 'year.jpg' });
  await expectDescription(page, 'file4', say('errors.file_dimensions'));
});

test(
  'a file dialog offers HEIC photos too, so that the field can convert them or explain the refusal',
  RELEASE,
  async ({ page }) => {
    await open(page, 'en', PASSPORT);
    await expect(box(page, 'file4')).toHaveAttribute('accept', /^image\/jpeg,.*application\/pdf.*image\/heic/);
  },
);

test('the change form refuses a HEIC photo with an error that names the format', RELEASE, async ({ page }) => {
  await setOwnNetwork(page);
  await signInByCall(page, await createAccount(page, 'en'));
  await open(page, 'en', '/profile/application/founder');
  await page.getByRole('link', { name: words('en', 'auth', 'person.change.start') }).click();
  await changeLink(page, 'passport', 'en').click();
  await chooseBytes(page, 'file4', { name: 'IMG_1.jpg', bytes: HEIC });
  await expectDescription(page, 'file4', say('errors.file_heic'));
});

test(
  'the page on a phone refuses a HEIC photo with its own error, or converts it where the browser decodes it',
  RELEASE,
  async ({ page, browser, baseURL }) => {
    await storeFinishedDraft(page, specialist('heic.phone@example.org'));
    await open(page, 'en', '/application/photo');
    const link = await askPhone(page, 'en');
    const phone = await newPhone(browser, baseURL);
    await phone.goto(link);
    const photo = { name: 'IMG_1.HEIC', mimeType: '', buffer: HEIC };
    await chooseOnPhone(phone, 'en', photo);
    await expect(phone.getByText(say('errors.file_heic'))).toBeVisible();
    await decodeHeic(phone, { width: 700, height: 900 });
    await phone.goto('about:blank');
    await phone.goto(link);
    await chooseOnPhone(phone, 'en', photo);
    await expect(phone.getByText('IMG_1.jpg')).toBeVisible();
    await expect(phone.getByText(say('file.converted'))).toBeVisible();
    await phone.context().close();
  },
);
