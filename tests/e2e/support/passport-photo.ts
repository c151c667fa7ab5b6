/** The passport part of the form, and the photo of a made-up passport that fills it in. */
import type { Locator, Page } from 'playwright/test';
import { generatePhoto } from '../../../functions/training/photos/photos.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { relativeHolder } from '../../../src/domain/passport/holders.ts';
import type { ZoneField } from '../../../src/domain/passport/reading.ts';
import { box, containing } from './form.ts';
import { words } from './locale-words.ts';
import { expect } from './portal.ts';

export type PassportTruth = Readonly<Partial<Record<ZoneField, string | null>>>;

/** The contents of `tests/fixtures/passport-photo.jpg`: photo 26 of the kind "clear", 1200 pixels, sharp. */
export const FIXTURE: PassportTruth = {
  passport_number: '829643586',
  passport_expire: '2030-09-28',
  citizenship: 'QA',
  surname: 'WEII',
  name: 'GOXYFBYE NUOE',
  gender: 'female',
  date_birth: '1951-07-20',
};

export const say = (locale: Locale, key: string, values: Record<string, string> = {}) =>
  words(locale, 'passport', key, values);

export const fillInButton = (page: Page, locale: Locale): Locator =>
  page.getByRole('button', { name: words(locale, 'forms', 'scan.fillIn') });

export const confirmButton = (page: Page, locale: Locale): Locator =>
  page.getByRole('button', { name: say(locale, 'compare.confirm') });

/**
 * Expects the open fields to have the photo's values with a mark to compare them.
 * @param pathOf form path of an answer; the applicant's own by default
 */
export async function expectFilledIn(
  page: Page,
  locale: Locale,
  truth: PassportTruth,
  pathOf: (field: ZoneField) => string = (field) => field,
): Promise<void> {
  for (const [field, value] of Object.entries(truth)) {
    const control = await expectAnswer(page, pathOf(field as ZoneField), value ?? '');
    await expect(control).toHaveAccessibleDescription(containing(say(locale, 'mark')));
  }
}

/** @returns the control whose description has the answer's mark */
async function expectAnswer(page: Page, field: string, value: string): Promise<Locator> {
  if (field === 'gender') {
    await expect(page.locator(`[name=gender][value=${value}]`)).toBeChecked();
    return page.locator('[id=gender]');
  }
  const [year = '', month = '', day = ''] = value.split('-');
  if (!day) {
    await expect(box(page, field)).toHaveValue(value);
    return box(page, field);
  }
  await expect(box(page, `${field}.day`)).toHaveValue(day);
  await expect(box(page, `${field}.month`)).toHaveValue(month);
  await expect(box(page, `${field}.year`)).toHaveValue(year);
  return page.locator(`[id="${field}"]`);
}

export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo that is read completely, by its seed; the benchmark measures how many are. */
export async function passportPhoto(seed: number): Promise<{ file: Upload; truth: PassportTruth }> {
  const { jpeg, passport } = await generatePhoto('phone', seed, 'sharp', 1600);
  if (!passport) throw new Error('a photo without a passport');
  return { file: { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }, truth: passport.truth };
}

/** The fields that a relative's card reads from a passport. */
export function relativeValuesOf(truth: PassportTruth): PassportTruth {
  const { fields } = relativeHolder(0);
  return Object.fromEntries(Object.entries(truth).filter(([field]) => fields.includes(field as ZoneField)));
}

/** The expected values of one part's fields. */
export function valuesInPart(part: 'passport' | 'name', truth: PassportTruth): PassportTruth {
  const passport = ['passport_number', 'passport_expire', 'citizenship'];
  return Object.fromEntries(
    Object.entries(truth).filter(([field]) => passport.includes(field) === (part === 'passport')),
  );
}
