import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, preview, sentence } from '../support/form.ts';
import { chooseByKeyboard, tabTo, watchChoosers } from '../support/keyboard.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, type Page, sha256, test } from '../support/portal.ts';
import { RELEASE } from '../support/stages.ts';

// The browser logs a script that is held back; the page itself logs nothing.
expectedErrors.push(/^Failed to load resource: net::ERR_FAILED$/);

const FORM = '/application/photo';
const RATIO = 35 / 45;
const say = (locale: Locale, key: string) => words(locale, 'forms', `crop.${key}`);
const dialog = (page: Page) => page.getByRole('dialog');
const frame = (page: Page) => page.getByRole('application');
const applyButton = (page: Page, locale: Locale) =>
  dialog(page).getByRole('button', { name: say(locale, 'apply'), exact: true });
const pictureLoaded = (page: Page) => preview(dialog(page)).evaluate((image: HTMLImageElement) => image.decode());

/** Returns the size and hash of the field's photo. */
async function photo(page: Page) {
  const { bytes, width, height } = await preview(page.getByRole('main')).evaluate(async (image: HTMLImageElement) => {
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
  // The policy blocks reading a blob URL, so the blob behind each URL is recorded.
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
  await open(page, locale, FORM);
}

/** Waits until the crop dialog is closed, and returns the field's photo. */
async function cut(page: Page, locale: Locale) {
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(say(locale, 'done'))).toBeVisible();
  const held = await photo(page);
  expectPrintable(held);
  return held;
}

async function cropped(page: Page, locale: Locale) {
  await applyButton(page, locale).click();
  return cut(page, locale);
}

/** Opens the dialog again. @returns the middle of its frame in page pixels */
async function openAgain(page: Page, locale: Locale) {
  await page.getByRole('button', { name: say(locale, 'open') }).click();
  await pictureLoaded(page);
  return middle(page);
}

async function middle(page: Page) {
  const place = await frame(page).boundingBox();
  if (!place) throw new Error('the frame is not shown');
  return { x: Math.round(place.x + place.width / 2), y: Math.round(place.y + place.height / 2) };
}

test('a photo of another shape is cropped to the part chosen with the mouse', async ({ page }) => {
  await openForm(page, 'ru');
  await fillControl(page, 'file5', 'passport.png');
  await expect(page.getByRole('dialog', { name: say('ru', 'title') })).toBeVisible();
  const first = await cropped(page, 'ru');
  await expect(box(page, 'file5')).toHaveAccessibleDescription(/passport\.jpg/);

  const { x, y } = await openAgain(page, 'ru');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.up();
  const moved = await cropped(page, 'ru');
  expect(moved.hash).not.toBe(first.hash);

  const at = await openAgain(page, 'ru');
  const apply = await applyButton(page, 'ru').elementHandle();
  // Moves everything before the next frame, like on a busy phone.
  await frame(page).evaluate(
    (place, { at: { x, y }, apply }) => {
      const mouse = (type: string, right: number) =>
        place.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x + right, clientY: y }));
      mouse('mousedown', 0);
      mouse('mousemove', 60);
      mouse('mouseup', 60);
      (apply as HTMLElement | null)?.click();
    },
    { at, apply },
  );
  const movedAtOnce = await cut(page, 'ru');
  expect([first.hash, moved.hash]).not.toContain(movedAtOnce.hash);
});

test('a photo is cropped with the keyboard only, and a reload keeps the cropped one', RELEASE, async ({ page }) => {
  watchChoosers(page);
  await openForm(page, 'en');
  await tabTo(page, ({ name }) => name === 'file5');
  await chooseByKeyboard(page, 'passport.png');
  await expect(frame(page)).toBeVisible();
  await pictureLoaded(page);
  // Enter crops nothing before the photo was placed, since the frame has the focus.
  await expect(frame(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await expect(
    dialog(page)
      .getByRole('status')
      .filter({ hasText: sentence('en', 'forms', 'crop.place') }),
  ).toHaveCount(1);
  await tabTo(page, ({ type }) => type === 'range');
  await page.keyboard.press('End');
  await tabTo(page, ({ tag }) => tag === 'BUTTON');
  await page.keyboard.press('Enter');
  const small = await cut(page, 'en');
  expect(small.width, 'enlarged as far as the print allows').toBeLessThanOrEqual(420);
  await expect.poll(async () => JSON.stringify(await storedRecord(page))).toContain('passport.jpg');
  await page.reload();
  await expect(preview(page)).toBeVisible();
  expect((await photo(page)).hash).toBe(small.hash);
  await expect(dialog(page)).toHaveCount(0);
});
