/** Pictures as phones make them: HEIC photos and long screenshots; broken and empty ones. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { storedDigests } from './support/device.ts';
import { fillControl, fixture } from './support/fill.ts';
import { box, containing, liveText, preview } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { chooseBytes, dropDrawing, HEIC } from './support/offered-files.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { LONG, RELEASE } from './support/stages.ts';

const PASSPORT = '/application/passport';
const say = (key: string) => words('ru', 'forms', key);
const expectDescription = (page: Page, text: string) =>
  expect(box(page, 'file4')).toHaveAccessibleDescription(containing(text));
/** Files are decoded and drawn in their worker, where they do not stop the page. */
const takeDrawingAway = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(self, 'createImageBitmap'));
const sizeShown = (page: Page) =>
  preview(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });

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

/** Pictures whose containers are whole: a WebP that lost half of its codes, and a PNG with a row of an unknown filter. */
async function damagedPictures(): Promise<[name: string, bytes: Buffer][]> {
  const photo = sharp(readFileSync(fixture('passport-photo.jpg')));
  const webp = (await photo.clone().webp().toBuffer()).subarray(0, 20_000);
  webp.writeUInt32LE(webp.length - 8, 4);
  webp.writeUInt32LE(webp.length - 20, 16);
  const rows = Buffer.alloc(64 * 65);
  rows[32 * 65] = 9;
  const header = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0]);
  const chunks = [['IHDR', header] as const, ['IDAT', deflateSync(rows)] as const, ['IEND', Buffer.alloc(0)] as const];
  const png = chunks.flatMap(([type, content]) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return [length, body, sum];
  });
  return [
    ['half.webp', webp],
    ['filter.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...png])],
  ];
}

test(
  'a damaged picture is called damaged, and a picture that shows nothing is accepted with a question',
  LONG,
  async ({ page }) => {
    const paper = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#f6f5f2' } });
    await open(page, 'ru', PASSPORT);
    const choose = (name: string, bytes: Buffer) => chooseBytes(page, 'file4', { name, bytes });
    for (const [name, bytes] of await damagedPictures()) {
      await choose(name, bytes);
      await expectDescription(page, say('errors.file_damaged'));
      await expect(preview(page)).toHaveCount(0);
    }
    const empty = liveText(page, say('file.looksEmpty'));
    for (const [name, brightness] of [
      ['black', 4],
      ['grey', 120],
      ['white', 250],
    ] as const) {
      const grain = { type: 'gaussian' as const, mean: brightness, sigma: 4 };
      const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#000', noise: grain } });
      await choose(`${name}.jpg`, await picture.jpeg().toBuffer());
      await expectDescription(page, `${name}.jpg`);
      await expect(empty).toBeVisible();
    }
    const line = Buffer.from(
      '<svg width="300" height="40"><path d="M5 30L290 10" stroke="#223" stroke-width="5"/></svg>',
    );
    await choose(
      'signature.png',
      await paper
        .composite([{ input: line }])
        .png()
        .toBuffer(),
    );
    await expectDescription(page, 'signature.png');
    expect(await sizeShown(page)).toEqual([1200, 800]);
    await expect(empty).toHaveCount(0);
  },
);

test(
  'a long screenshot keeps its pixels, and one that is too long for the host is scaled but stays readable',
  RELEASE,
  async ({ page }) => {
    await takeDrawingAway(page);
    await open(page, 'ru', PASSPORT);
    await dropDrawing(page, 'file4', { width: 1080, height: 15_000, file: 'bank.png' });
    await expectDescription(page, 'bank.png');
    expect(await sizeShown(page)).toEqual([1080, 15_000]);
    await expect(liveText(page, say('file.shrunk'))).toHaveCount(0);

    await dropDrawing(page, 'file4', { width: 1080, height: 20_000, file: 'year.jpg' });
    await expectDescription(page, 'year.jpg');
    await expect(liveText(page, say('file.fitted'))).toBeVisible();
    expect(await sizeShown(page)).toEqual([885, 16_384]);
  },
);
