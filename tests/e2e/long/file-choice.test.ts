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

test('a HEIC photo is converted where the browser decodes it, with a notice', async ({ page }) => {
  await decodeHeic(page, { width: 300, height: 400 });
  await open(page, 'en', PASSPORT);
  await chooseBytes(page, 'file4', { name: 'IMG_5195.HEIC', bytes: HEIC });
  await expectDescription(page, 'file4', 'IMG_5195.jpg');
  await expect(liveText(page, say('file.converted'))).toBeVisible();
  await preview(page).evaluate((image: HTMLImageElement) => image.decode());
  await expect(preview(page)).toHaveJSProperty('naturalHeight', 400);
});
