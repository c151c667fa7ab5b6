/** Pictures as phones make them: HEIC photos and long screenshots. */
import { fillControl } from './support/fill.ts';
import { box, containing, liveText, preview } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { chooseBytes, decodeHeic, dropDrawing, HEIC } from './support/offered-files.ts';
import { expect, open, type Page, test } from './support/portal.ts';

const PASSPORT = '/application/passport';
const say = (key: string) => words('ru', 'forms', key);
const expectDescription = (page: Page, text: string) =>
  expect(box(page, 'file4')).toHaveAccessibleDescription(containing(text));
const sizeShown = (page: Page) =>
  preview(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });

test('a HEIC photo is refused with its own error, also as .jpg, and the earlier file stays', async ({ page }) => {
  await open(page, 'ru', PASSPORT);
  await fillControl(page, 'file4', 'passport.pdf');
  await expectDescription(page, 'passport.pdf');
  for (const { name, type } of [
    { name: 'IMG_5195.HEIC', type: '' },
    { name: '20240612_photo.jpg', type: 'image/jpeg' },
  ]) {
    await chooseBytes(page, 'file4', { name, type, bytes: HEIC });
    await expectDescription(page, say('errors.file_heic'));
    await expectDescription(page, 'passport.pdf');
    await fillControl(page, 'file4', 'passport.pdf');
    await expect(box(page, 'file4')).not.toHaveAttribute('aria-invalid');
  }
});

test('a HEIC photo is converted where the browser decodes it, with a notice', async ({ page }) => {
  await decodeHeic(page, { width: 300, height: 400 });
  await open(page, 'ru', PASSPORT);
  await chooseBytes(page, 'file4', { name: 'IMG_5195.HEIC', bytes: HEIC });
  await expectDescription(page, 'IMG_5195.jpg');
  await expect(liveText(page, say('file.converted'))).toBeVisible();
  expect(await sizeShown(page)).toEqual([300, 400]);
});

test('a long screenshot keeps its pixels, and one that is too long for the host is scaled but stays readable', async ({
  page,
}) => {
  await open(page, 'ru', PASSPORT);
  await dropDrawing(page, 'file4', { width: 1080, height: 15_000, file: 'bank.png' });
  await expectDescription(page, 'bank.png');
  expect(await sizeShown(page)).toEqual([1080, 15_000]);
  await expect(liveText(page, say('file.shrunk'))).toHaveCount(0);

  await dropDrawing(page, 'file4', { width: 1080, height: 20_000, file: 'year.jpg' });
  await expectDescription(page, 'year.jpg');
  await expect(liveText(page, say('file.fitted'))).toBeVisible();
  expect(await sizeShown(page)).toEqual([885, 16_384]);
});
