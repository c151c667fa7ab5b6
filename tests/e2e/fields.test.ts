/** Fields that help while they are filled in: dates, names, e-mail, phone; and files that are dropped, refused or large. */
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { fillControl, fixture } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';

const say = (locale: Locale, key: string, values: Record<string, string> = {}) => words(locale, 'forms', key, values);
const box = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const field = (page: Page, name: string) => page.locator('.field', { has: box(page, name) });
const caretOf = (page: Page, name: string) =>
  box(page, name).evaluate((input: HTMLInputElement) => input.selectionStart);

async function openForm(page: Page, locale: Locale) {
  await open(page, locale, '/application?type=specialist');
  await box(page, 'surname').waitFor();
}

/** Drops a file on a field, as if it came from the desktop. */
async function drop(page: Page, name: string, file: { name: string; type: string; bytes?: number; text?: string }) {
  const data = await page.evaluateHandle(({ name, type, text = '', bytes = text.length }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text, new Uint8Array(bytes - text.length)], name, { type }));
    return transfer;
  }, file);
  const zone = field(page, name).locator('.file');
  for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: data });
}

test('31 February is told when the date is left, stays as it was typed, and the mistake goes with it', async ({
  page,
}) => {
  await openForm(page, 'en');
  const birth = page.locator('#date_birth');
  for (const [part, text] of [
    ['day', '31'],
    ['month', '02'],
    ['year', '1990'],
  ] as const) {
    await expect(birth.locator('.field__error')).toHaveCount(0);
    await box(page, `date_birth.${part}`).fill(text);
  }
  await box(page, 'passport_number').focus();
  await expect(birth).toContainText(say('en', 'errorsAt.date_unreal.date_birth'));
  await expect(box(page, 'date_birth.day')).toHaveValue('31');
  await box(page, 'date_birth.day').fill('28');
  await expect(birth.locator('.field__error')).toHaveCount(0);
});

test('a field that was left before the rules have come is judged when they are there', async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/schema\.[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await openForm(page, 'en');
  await box(page, 'passport_number').fill('1');
  await box(page, 'surname').focus();
  letGo();
  await expect(field(page, 'passport_number').locator('.field__error')).toBeVisible();
});

test('names, an e-mail address and a phone number are helped while they are typed', async ({ page }) => {
  await openForm(page, 'ru');
  await expect(field(page, 'surname')).toContainText(say('ru', 'fields.surname.hint'));
  await box(page, 'surname').pressSequentially('iv4anov!');
  await expect(box(page, 'surname')).toHaveValue('Ivanov');
  await expect(field(page, 'surname')).toContainText(say('ru', 'name.dropped', { characters: '!' }));

  await box(page, 'email').fill('anna@gmial.com');
  await box(page, 'phone').focus();
  await expect(field(page, 'email')).toContainText(say('ru', 'email.suggestion', { email: 'anna@gmail.com' }));
  await page.getByRole('button', { name: say('ru', 'offer', { value: 'anna@gmail.com' }) }).click();
  await expect(box(page, 'email')).toHaveValue('anna@gmail.com');
  await expect(box(page, 'email')).toBeFocused();

  await box(page, 'phone').pressSequentially('+998901234567');
  await expect(box(page, 'phone')).toHaveValue('+998 90 123 45 67');
  const uzbekistan = say('ru', 'phone.country', { country: 'Узбекистан' });
  await expect(field(page, 'phone')).toContainText(uzbekistan);
  await box(page, 'phone').evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8));
  await page.keyboard.press('Backspace');
  await expect(box(page, 'phone')).toHaveValue(/^\+998 91 ?23/);
  expect(await caretOf(page, 'phone')).toBe('+998 9'.length);
  await page.keyboard.type('3');
  await expect(box(page, 'phone')).toHaveValue('+998 93 123 45 67');
  expect(await caretOf(page, 'phone')).toBe('+998 93'.length);
  await expect(field(page, 'phone')).toContainText(uzbekistan);
});

test('a file is judged by its content at once, dropped or chosen; what was there before stays', async ({ page }) => {
  await openForm(page, 'en');
  const about = page.locator('#file4-about');
  await drop(page, 'file4', { name: 'passport.pdf', type: 'application/pdf', text: '%PDF-1.7 a scan' });
  await expect(about).toContainText('passport.pdf');

  const refused = field(page, 'file4').locator('.field__error');
  const wrong = { name: 'installer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\x00 a program') };
  await box(page, 'file4').setInputFiles(wrong);
  await expect(refused).toContainText(say('en', 'errors.file_type'));
  await drop(page, 'file4', { name: 'big.pdf', type: 'application/pdf', text: '%PDF-', bytes: 10 * 1024 * 1024 + 1 });
  await expect(refused).toContainText(say('en', 'errors.file_too_large'));
  await drop(page, 'file4', { name: 'empty.pdf', type: 'application/pdf' });
  await expect(refused).toContainText(say('en', 'errors.file_empty'));
  await expect(about).toContainText('passport.pdf');

  await drop(page, 'file4', { name: 'other.pdf', type: 'application/pdf', text: '%PDF-1.4 another scan' });
  await expect(refused).toHaveCount(0);
  await expect(about).toContainText('other.pdf');
});

test('a large picture is scaled down in the browser, and that is told', async ({ page }) => {
  await openForm(page, 'en');
  const chosen = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(4200, 2800);
    const context = canvas.getContext('2d');
    for (let stripe = 0; stripe < 60; stripe += 1) {
      if (context) context.fillStyle = `hsl(${stripe * 6} 60% 60%)`;
      context?.fillRect(stripe * 70, 0, 70, 2800);
    }
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'scan.png'));
    return transfer;
  });
  await field(page, 'file4').locator('.file').dispatchEvent('drop', { dataTransfer: chosen });
  await expect(page.locator('#file4-about')).toContainText('scan.jpg');
  await expect(field(page, 'file4')).toContainText(say('en', 'file.shrunk'));
  const size = await field(page, 'file4')
    .locator('.file__thumb img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
  expect(size).toEqual([3000, 2000]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('the photo can be taken with the camera, and what was taken is the photo', async ({ page }) => {
    await openForm(page, 'ru');
    const camera = page.locator('input[capture="user"]');
    await expect(camera).toHaveAttribute('accept', 'image/*');
    await expect(page.getByRole('button', { name: say('ru', 'file.camera') })).toBeVisible();
    await camera.setInputFiles(fixture('photo-clean.jpg'));
    await expect(page.locator('#file5-about')).toContainText('photo-clean.jpg');
    await fillControl(page, 'file5', 'photo.jpg');
    await expect(page.locator('#file5-about')).toContainText('photo.jpg');
  });
});

test('a number without its plus is given to no country: what it may have meant is offered', async ({ page }) => {
  await open(page, 'ru', '/application?type=specialist');
  const phone = page.locator('[name="phone"]');
  await fillControl(page, 'citizenship', 'IN');
  await phone.pressSequentially('90 123 45 67');
  await expect(phone).toHaveValue('90 123 45 67');
  await phone.blur();
  await expect(page.getByText(words('ru', 'forms', 'errorsAt.phone_format.phone'))).toBeVisible();
  await page.getByRole('button', { name: say('ru', 'offer', { value: '+998 90 123 45 67' }) }).click();
  await expect(phone).toHaveValue('+998 90 123 45 67');
  await expect(page.getByText(words('ru', 'forms', 'errorsAt.phone_format.phone'))).toBeHidden();

  // An extension is told, and its digits do not melt into the number.
  await phone.press('End');
  await phone.pressSequentially(' ext 12');
  await expect(phone).toHaveValue('+998 90 123 45 67');
  await expect(page.getByText(words('ru', 'forms', 'phone.extension'))).toBeVisible();
});

test('a Cyrillic name of the passport is offered its Latin spelling, and stays until that is taken', async ({
  page,
}) => {
  await open(page, 'ru', '/application?type=specialist');
  const surname = page.locator('[name="surname"]');
  await surname.fill('Щербаков');
  await surname.blur();
  await expect(page.getByText(words('ru', 'forms', 'name.latin'))).toBeVisible();
  await expect(surname).toHaveValue('Щербаков');
  await page.getByRole('button', { name: say('ru', 'offer', { value: 'Shcherbakov' }) }).click();
  await expect(surname).toHaveValue('Shcherbakov');
  await expect(page.getByText(words('ru', 'forms', 'name.latin'))).toBeHidden();
});
