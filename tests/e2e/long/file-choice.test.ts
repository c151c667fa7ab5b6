/** Files that are dropped or pasted, and files of other formats. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillControl, fixture } from '../support/fill.ts';
import { box, containing, liveText, preview } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { chooseBytes, decodeHeic, HEIC } from '../support/offered-files.ts';
import { expect, open, type Page, test } from '../support/portal.ts';

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
});

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

test('a HEIC photo is converted where the browser decodes it, with a notice', async ({ page }) => {
  await decodeHeic(page, { width: 300, height: 400 });
  await open(page, 'en', PASSPORT);
  await chooseBytes(page, 'file4', { name: 'IMG_5195.HEIC', bytes: HEIC });
  await expectDescription(page, 'file4', 'IMG_5195.jpg');
  await expect(liveText(page, say('file.converted'))).toBeVisible();
  await preview(page).evaluate((image: HTMLImageElement) => image.decode());
  await expect(preview(page)).toHaveJSProperty('naturalHeight', 400);
});
