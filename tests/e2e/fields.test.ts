/** Help while fields are filled in: dates, names, email and phone; and dropped, refused and large files. */
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright/test';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { specialist } from './support/applicants.ts';
import { finishedDraft } from './support/device.ts';
import { fillControl, fixture } from './support/fill.ts';
import { box, containing, liveText, preview, saveButton } from './support/form.ts';
import { openBeforeLaterScripts } from './support/hold.ts';
import { storeDraft } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { dropDrawing } from './support/offered-files.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { LONG } from './support/stages.ts';

const at = (part: 'passport' | 'name' | 'contact' | 'photo') => `/application/${part}`;
const say = (locale: Locale, key: string, values: Record<string, string> = {}) => words(locale, 'forms', key, values);
const caretOf = (page: Page, name: string) =>
  box(page, name).evaluate((input: HTMLInputElement) => input.selectionStart);
/** Expects a text in the accessible description of a field. */
const expectDescription = (page: Page, name: string, text: string) =>
  expect(box(page, name)).toHaveAccessibleDescription(containing(text));
const expectNoDescription = (page: Page, name: string, text: string) =>
  expect(box(page, name)).not.toHaveAccessibleDescription(containing(text));

function pasteInto(input: Locator, text: string): Promise<void> {
  return input.evaluate((control, pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    control.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Drops a file on a field, as if it came from the desktop. */
async function drop(page: Page, name: string, file: { name: string; type: string; bytes?: number; text?: string }) {
  const data = await page.evaluateHandle(({ name, type, text = '', bytes = text.length }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text, new Uint8Array(bytes - text.length)], name, { type }));
    return transfer;
  }, file);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await box(page, name).dispatchEvent(type, { dataTransfer: data });
}

test('31 February gets an error once the date field is left, and loses it once the day is corrected', async ({
  page,
}) => {
  await open(page, 'en', at('name'));
  const birth = page.getByRole('group', { name: say('en', 'fields.date_birth.label') });
  const mistake = containing(say('en', 'errorsAt.date_unreal.date_birth'));
  for (const [part, text] of [
    ['day', '31'],
    ['month', '02'],
    ['year', '1990'],
  ] as const) {
    await expect(box(page, 'date_birth.day')).not.toHaveAttribute('aria-invalid');
    await box(page, `date_birth.${part}`).fill(text);
  }
  await box(page, 'surname').focus();
  await expect(birth).toHaveAccessibleDescription(mistake);
  await expect(box(page, 'date_birth.day')).toHaveValue('31');
  await box(page, 'date_birth.day').fill('28');
  await expect(birth).not.toHaveAccessibleDescription(mistake);
  await expect(box(page, 'date_birth.day')).not.toHaveAttribute('aria-invalid');
});

test('a field left before the validation rules are loaded is validated once they are', async ({ page }) => {
  const release = await openBeforeLaterScripts(page, `/en${at('passport')}`);
  const issued = box(page, 'passport_date.day');
  await pasteInto(issued, '25.10.2020');
  await expect(issued).toHaveValue('25.10.2020');
  await issued.fill('7');
  await box(page, 'passport_number').fill('1');
  await box(page, 'citizenship').focus();
  release();
  await expectDescription(page, 'passport_number', say('en', 'errorsAt.passport_format.passport_number'));
  await expect(issued, 'typed after the paste').toHaveValue('7');
});

test('names, email addresses and phone numbers are formatted or corrected while they are typed', async ({ page }) => {
  await open(page, 'ru', at('name'));
  await expectDescription(page, 'surname', say('ru', 'fields.surname.hint'));
  await box(page, 'surname').pressSequentially('iv4anov S/O Petr');
  await expect(box(page, 'surname')).toHaveValue('Ivanov S O Petr');
  await expect(liveText(page, say('ru', 'name.dropped', { characters: '4 /' }))).toBeVisible();

  await open(page, 'ru', at('contact'));
  await box(page, 'email').fill('anna@gmial.com');
  await box(page, 'phone').focus();
  await expect(liveText(page, say('ru', 'email.suggestion', { email: 'anna@gmail.com' }))).toBeVisible();
  await page.getByRole('button', { name: say('ru', 'suggestion', { value: 'anna@gmail.com' }) }).click();
  await expect(box(page, 'email')).toHaveValue('anna@gmail.com');
  await expect(box(page, 'email')).toBeFocused();

  await box(page, 'phone').pressSequentially('+998901234567');
  await expect(box(page, 'phone')).toHaveValue('+998 90 123 45 67');
  const uzbekistan = say('ru', 'phone.country', { country: 'Узбекистан' });
  await expect(liveText(page, uzbekistan)).toBeVisible();
  await box(page, 'phone').evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8));
  await page.keyboard.press('Backspace');
  await expect(box(page, 'phone')).toHaveValue(/^\+998 91 ?23/);
  expect(await caretOf(page, 'phone')).toBe('+998 9'.length);
  await page.keyboard.type('3');
  await expect(box(page, 'phone')).toHaveValue('+998 93 123 45 67');
  expect(await caretOf(page, 'phone')).toBe('+998 93'.length);
  await expect(liveText(page, uzbekistan)).toBeVisible();

  // A digit too many is refused when typed, and kept with a warning when pasted.
  await page.keyboard.type('4');
  await expect(box(page, 'phone')).toHaveValue('+998 93 123 45 67');
  expect(await caretOf(page, 'phone')).toBe('+998 93'.length);
  await expect(liveText(page, say('ru', 'phone.refused.too_long'))).toBeVisible();
  await box(page, 'phone').fill('+998 93 123 45 67 89 01');
  await expect(box(page, 'phone')).toHaveValue(/^\+998 93 123 45 67 ?89 ?01$/);
  await expect(liveText(page, say('ru', 'phone.questioned.too_long'))).toBeVisible();
  await box(page, 'phone').blur();
  await expect(page.getByText(say('ru', 'errorsAt.phone_format.phone'))).toBeVisible();

  // The note about a dropped digit ends with a number of another country.
  await box(page, 'phone').fill('+7 8 912 345 67 89');
  await expect(page.getByText(say('ru', 'phone.trunk', { digits: '8' }))).toBeVisible();
  await box(page, 'phone').fill('+998 93 123 45 67');
  await expect(liveText(page, uzbekistan)).toBeVisible();
  await expect(page.getByText(say('ru', 'phone.trunk', { digits: '8' }))).toHaveCount(0);
});

test('a name typed with an input method begins with a capital once its box is left', LONG, async ({ page }) => {
  await open(page, 'en', at('name'));
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const [name, typed, shown] of [
    ['surname', 'ivanov', 'Ivanov'],
    ['name', 'petr4', 'Petr'],
    ['middlename', 'ivanovich', 'Ivanovich'],
  ] as const) {
    await box(page, name).focus();
    for (let length = 1; length <= typed.length; length += 1) await compose(typed.slice(0, length));
    await expect(box(page, name)).toHaveValue(typed);
    await box(page, 'date_birth.day').focus();
    await expect(box(page, name)).toHaveValue(shown);
  }
  await expect(liveText(page, say('en', 'name.dropped', { characters: '4' }))).toBeVisible();
});

test('Undo takes back what was typed or pasted and corrected', LONG, async ({ page }) => {
  await open(page, 'en', at('name'));
  const [surname, name, day] = [box(page, 'surname'), box(page, 'name'), box(page, 'date_birth.day')];
  /** Browsers take back one or more keys at once. */
  const undoAll = (input: Locator) =>
    expect(async () => {
      await page.keyboard.press('ControlOrMeta+z');
      await expect(input).toHaveValue('', { timeout: 100 });
    }).toPass();
  const copy = async (text: string) => {
    await name.evaluate((control: HTMLInputElement, copied) => {
      control.value = copied;
    }, text);
    await name.selectText();
    await page.keyboard.press('ControlOrMeta+c');
  };
  await surname.focus();
  await surname.pressSequentially('mary 4ann');
  await expect(surname).toHaveValue('Mary ann');
  await undoAll(surname);

  await copy('iv4anov s/o petr');
  await surname.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(surname).toHaveValue('Ivanov s o petr');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(surname).toHaveValue('');

  await day.fill('7');
  await copy('25.10.1990');
  await day.selectText();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(box(page, 'date_birth.year')).toHaveValue('1990');
  await expect(day).toHaveValue('25');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(box(page, 'date_birth.year')).toHaveValue('');
  await expect(day).toHaveValue('7');

  await open(page, 'en', at('contact'));
  const phone = box(page, 'phone');
  await phone.pressSequentially('+998901234567');
  await expect(phone).toHaveValue('+998 90 123 45 67');
  await undoAll(phone);
});

test('a chosen or dropped file is validated by its content, and a refused one does not replace the earlier file', async ({
  page,
}) => {
  await open(page, 'en', at('passport'));
  await drop(page, 'file4', {
    name: 'passport.pdf',
    type: 'application/pdf',
    text: readFileSync(fixture('pdf/plain.pdf'), 'latin1'),
  });
  await expectDescription(page, 'file4', 'passport.pdf');

  const wrong = { name: 'installer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\x00 a program') };
  await box(page, 'file4').setInputFiles(wrong);
  await expectDescription(page, 'file4', say('en', 'errors.file_type'));
  await drop(page, 'file4', {
    name: 'big.pdf',
    type: 'application/pdf',
    text: '%PDF-1.7',
    bytes: 10 * 1024 * 1024 + 1,
  });
  await expectDescription(page, 'file4', say('en', 'errors.file_too_large'));
  await drop(page, 'file4', { name: 'empty.pdf', type: 'application/pdf' });
  await expectDescription(page, 'file4', say('en', 'errors.file_empty'));
  await expectDescription(page, 'file4', 'passport.pdf');

  await drop(page, 'file4', {
    name: 'other.pdf',
    type: 'application/pdf',
    text: readFileSync(fixture('pdf/updated.pdf'), 'latin1'),
  });
  await expectDescription(page, 'file4', 'other.pdf');
  await expectNoDescription(page, 'file4', say('en', 'errors.file_empty'));
});

test('a picture of too many bytes is scaled down in the browser, with a notice', LONG, async ({ page }) => {
  await open(page, 'en', at('passport'));
  await dropDrawing(page, 'file4', { width: 4500, height: 3000, noise: 1400, file: 'scan.png' });
  await expectDescription(page, 'file4', 'scan.jpg');
  await expect(liveText(page, say('en', 'file.shrunk'))).toBeVisible();
  const size = await preview(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([3674, 2449]);
});

test.describe('fields on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test("a phone's camera can take the photo for the photo field", async ({ page }) => {
    await open(page, 'ru', at('photo'));
    const camera = page.locator('input[capture="user"]');
    await expect(camera).toHaveAttribute('accept', 'image/*');
    await expect(page.getByRole('button', { name: say('ru', 'file.camera') })).toBeVisible();
    await camera.setInputFiles(fixture('photo-clean.jpg'));
    await expectDescription(page, 'file5', 'photo-clean.jpg');
    await fillControl(page, 'file5', 'photo.jpg');
    await expectDescription(page, 'file5', 'photo.jpg');
  });
});

const doubt = (locale: Locale, code: string, values: Record<string, string> = {}) =>
  words(locale, 'passport', `doubts.${code}`, values);

test(
  'a name outside the Latin letters is asked about at its field, when it comes back, and on the review page',
  LONG,
  async ({ page }) => {
    await storeDraft(page, finishedDraft(specialist('latin.name@example.org')));
    await open(page, 'ru', at('name'));
    const asked = page.getByText(doubt('ru', 'not_latin'));
    await box(page, 'surname').fill('Щербаков');
    await box(page, 'name').fill('김 민수');
    await box(page, 'middlename').fill('');
    await expect(asked).toHaveCount(2);
    await expect(box(page, 'surname')).toHaveValue('Щербаков');
    await saveButton(page, 'ru').click();
    await page.waitForURL(/\/check$/);
    await expect(page.getByText(containing(doubt('ru', 'not_latin')))).toHaveCount(2);
    await page.goBack();
    await expect(asked).toHaveCount(2);
    await page.getByRole('button', { name: say('ru', 'suggestion', { value: 'Shcherbakov' }) }).click();
    await expect(box(page, 'surname')).toHaveValue('Shcherbakov');
    await expect(asked).toHaveCount(1);
  },
);

test(
  'a date is read as it is typed or pasted, and asked about where it has several readings or another calendar',
  LONG,
  async ({ page }) => {
    await open(page, 'en', at('passport'));
    const issue = ['day', 'month', 'year'].map((part) => box(page, `passport_date.${part}`));
    const expectDate = async (...values: string[]) => {
      for (const [index, value] of values.entries()) await expect(issue[index] ?? page.locator('x')).toHaveValue(value);
    };
    const enter = async (...values: string[]) => {
      for (const [index, text] of values.entries()) if (text) await issue[index]?.fill(text);
      await box(page, 'passport_number').focus();
    };
    const pick = (date: string) => page.getByRole('button', { name: date });
    await enter('25 Eki/Oct 2020', '', '');
    await expectDate('25', '10', '2020');
    await enter('2019', '10월', '5');
    await expectDate('05', '10', '2019');
    await enter('10', '25', '2020');
    await expect(page.getByText(doubt('en', 'noMonth', { month: '25', date: '25 October 2020' }))).toBeVisible();
    await pick('25 October 2020').click();
    await expectDate('25', '10', '2020');

    await pasteInto(box(page, 'passport_date.day'), '04/05/20');
    await expect(pick('4 May 2020')).toBeVisible();
    await pick('5 April 2020').click();
    await expectDate('05', '04', '2020');

    await enter('25', '10', '1399');
    const calendar = words('en', 'passport', 'calendars.persian');
    await expect(page.getByText(doubt('en', 'calendar', { year: '1399', calendar }))).toBeVisible();
    await expect(page.getByText(say('en', 'errors.date_years')).first()).toBeVisible();
    // Asked again when it comes back.
    await page.reload();
    await expect(page.getByText(doubt('en', 'calendar', { year: '1399', calendar }))).toBeVisible();
  },
);
