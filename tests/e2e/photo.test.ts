/** The photo is cut to 35 × 45 mm by mouse, keyboard and finger; one that has this shape is left as it is. */
import { readFile } from 'node:fs/promises';
import { LOCALES, type Locale } from '../../src/domain/i18n/locales.ts';
import { fillControl, fixture } from './support/fill.ts';
import { chooseByKeyboard, tabTo, watchChoosers } from './support/keyboard.ts';
import { words } from './support/locale-words.ts';
import { expect, expectDrawn, open, type Page, sha256, test } from './support/portal.ts';

const RATIO = 35 / 45;
const say = (locale: Locale, key: string) => words(locale, 'forms', `crop.${key}`);
const thumb = (page: Page) => page.locator('.field:has([name=file5]) .file__thumb img');
const frame = (page: Page) => page.getByRole('application');

/** What the field holds now. */
async function photo(page: Page) {
  const { bytes, width, height } = await thumb(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const blob = (window as unknown as { shown: Map<string, Blob> }).shown.get(image.src);
    const content = (await blob?.arrayBuffer()) ?? new ArrayBuffer(0);
    return { bytes: [...new Uint8Array(content)], width: image.naturalWidth, height: image.naturalHeight };
  });
  return { hash: await sha256(new Uint8Array(bytes)), jpeg: bytes[0] === 0xff && bytes[1] === 0xd8, width, height };
}

function expectPrintable({ width, height, jpeg }: Awaited<ReturnType<typeof photo>>) {
  expect(jpeg).toBe(true);
  expect(width).toBeGreaterThanOrEqual(413);
  expect(height).toBeGreaterThanOrEqual(531);
  expect(Math.abs(width / height - RATIO)).toBeLessThan(0.005);
}

async function openForm(page: Page, locale: Locale) {
  // The policy lets nothing read the address of a picture; so what gets an address is kept at hand.
  await page.addInitScript(() => {
    const shown = new Map<string, Blob | MediaSource>();
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const url = create(blob);
      shown.set(url, blob);
      return url;
    };
    Object.assign(window, { shown });
  });
  await open(page, locale, '/application?type=specialist');
  await page.locator('[name=file5]').waitFor();
}

/** What the field holds once the dialog that was told to cut is gone. */
async function cut(page: Page, locale: Locale) {
  await expect(frame(page)).toHaveCount(0);
  await expect(page.getByText(say(locale, 'done'))).toBeVisible();
  return photo(page);
}

async function cropped(page: Page, locale: Locale) {
  await page.getByRole('button', { name: say(locale, 'apply'), exact: true }).click();
  return cut(page, locale);
}

/** Opens the dialog once more; the middle of its frame, in pixels of the page. */
async function openAgain(page: Page, locale: Locale) {
  await page.getByRole('button', { name: say(locale, 'open') }).click();
  await page.locator('.crop img').evaluate((image: HTMLImageElement) => image.decode());
  const box = await frame(page).boundingBox();
  if (!box) throw new Error('the frame is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const locale of LOCALES) {
  test(`a photo of another shape is cut with the mouse (${locale})`, async ({ page }) => {
    await openForm(page, locale);
    await fillControl(page, 'file5', 'passport.png');
    await expect(page.getByRole('dialog', { name: say(locale, 'title') })).toBeVisible();
    const middle = await cropped(page, locale);
    expectPrintable(middle);
    await expect(page.locator('.file__name', { hasText: 'passport.jpg' })).toBeVisible();

    const { x, y } = await openAgain(page, locale);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    const moved = await cropped(page, locale);
    expectPrintable(moved);
    expect(moved.hash).not.toBe(middle.hash);
  });
}

test('a photo that is moved and cut in one go is cut where it was moved to', async ({ page }) => {
  await openForm(page, 'en');
  await fillControl(page, 'file5', 'passport.png');
  const middle = await cropped(page, 'en');
  const at = await openAgain(page, 'en');
  // All of it before the browser draws once, as on a phone that is busy.
  await frame(page).evaluate((place, { x, y }) => {
    const mouse = (type: string, right: number) =>
      place.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x + right, clientY: y }));
    mouse('mousedown', 0);
    mouse('mousemove', 60);
    mouse('mouseup', 60);
    const [apply] = place.closest('dialog')?.querySelectorAll<HTMLElement>('.dialog__actions button') ?? [];
    apply?.click();
  }, at);
  const moved = await cut(page, 'en');
  expectPrintable(moved);
  expect(moved.hash).not.toBe(middle.hash);
});

test('a photo is cut with the keyboard alone, and a reload keeps the cut one', async ({ page }) => {
  watchChoosers(page);
  await openForm(page, 'en');
  await tabTo(page, ({ name }) => name === 'file5');
  await chooseByKeyboard(page, 'passport.png');
  await expect(frame(page)).toBeVisible();
  await page.locator('.crop img').evaluate((image: HTMLImageElement) => image.decode());
  while (!(await frame(page).evaluate((node) => node === document.activeElement))) await page.keyboard.press('Tab');
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await tabTo(page, ({ type }) => type === 'range');
  for (let press = 0; press < 100; press += 1) await page.keyboard.press('ArrowRight');
  await tabTo(page, ({ tag }) => tag === 'BUTTON');
  await page.keyboard.press('Enter');
  await expect(page.getByText(say('en', 'done'))).toBeVisible();
  const small = await photo(page);
  expectPrintable(small);
  expect(small.width, 'enlarged as far as the print allows').toBeLessThanOrEqual(420);
  await expect(page.locator('.draft-bar[data-state=saved]')).toBeVisible();
  await page.reload();
  await expect(thumb(page)).toBeVisible();
  expect((await photo(page)).hash).toBe(small.hash);
  await expect(frame(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('a photo is cut with a finger, within the screen', async ({ page }) => {
    await openForm(page, 'ru');
    await fillControl(page, 'file5', 'passport.png');
    await page.locator('.crop img').evaluate((image: HTMLImageElement) => image.decode());
    await expect(frame(page)).toBeVisible();
    const sheet = await page.getByRole('dialog').boundingBox();
    expect(sheet && sheet.x >= 0 && sheet.x + sheet.width <= 375 && sheet.y + sheet.height <= 812).toBe(true);
    const box = await frame(page).boundingBox();
    if (!box) throw new Error('the frame is not shown');
    const client = await page.context().newCDPSession(page);
    const y = Math.round(box.y + box.height / 2);
    const x = Math.round(box.x + box.width / 2);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
    const style = () => page.locator('.crop img').getAttribute('style');
    const before = await style();
    await touch('touchStart', x);
    for (const at of [x - 10, x - 20, x - 30]) await touch('touchMove', at);
    await touch('touchEnd');
    await expect.poll(style).not.toBe(before);
    expectPrintable(await cropped(page, 'ru'));
  });
});

test('a photo that is 35 × 45 mm stays byte for byte, also one that a camera stored lying', async ({ page }) => {
  await openForm(page, 'en');
  await fillControl(page, 'file5', 'photo.jpg');
  await page.getByRole('button', { name: say('en', 'open') }).click();
  await page.getByRole('button', { name: say('en', 'keep') }).click();
  await expect(frame(page)).toHaveCount(0);
  expect((await photo(page)).hash).toBe(await sha256(new Uint8Array(await readFile(fixture('photo.jpg')))));

  await fillControl(page, 'file5', 'photo-turned.jpg');
  await expect(page.locator('.file__name', { hasText: 'photo-turned.jpg' })).toBeVisible();
  expect(await photo(page)).toMatchObject({ width: 700, height: 900 });
  await page.getByRole('button', { name: say('en', 'open') }).click();
  await page.locator('.crop img').evaluate((image: HTMLImageElement) => image.decode());
  const upright = await cropped(page, 'en');
  expectPrintable(upright);
  expect(upright.width).toBe(700);
});

test('a press that is under way while the photo is looked at arrives, and what is said of the photo comes after it', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/crop-picture\.[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await openForm(page, 'en');
  await expectDrawn(page);
  await fillControl(page, 'file5', 'photo-clean.jpg');
  await expect(page.locator('#file5-about')).toContainText('photo-clean.jpg');
  const submit = page.locator('form button[type=submit]');
  await submit.hover();
  await page.mouse.down();
  release();
  // Longer than the look takes.
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(page.locator('.photo-tools__warning')).toHaveText(say('en', 'small'));
});
