/** An applicant's journey from the type choice to the reference on the success page. */
import type { Locator } from 'playwright/test';
import type { Part } from '../../../src/domain/application/fields.ts';
import { answeredParts, partRoute, startRoute } from '../../../src/domain/application/steps.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { type Applicant, PASSWORD, typedValues } from './applicants.ts';
import { fill } from './fill.ts';
import { saveButton } from './form.ts';
import { words } from './locale-words.ts';
import { expect, open, type Page } from './portal.ts';

/** Saves the part, and throws with the page's errors if it stays. */
async function goOn(page: Page, locale: Locale, arrived: string): Promise<void> {
  await saveButton(page, locale).click();
  await page.waitForURL(arrived).catch(async (cause) => {
    throw new Error(`${page.url()} says: ${await page.getByRole('main').textContent()}`, { cause });
  });
}

/** @returns the reference of the submitted application */
export async function apply(page: Page, locale: Locale, applicant: Applicant): Promise<string> {
  const { type } = applicant;
  const say = (key: string) => words(locale, 'application', key);
  await open(page, locale, '/type/application');
  await startAs(page, locale, type);
  await page.waitForURL(`**/${locale}${startRoute(type).split('?')[0]}*`);
  await fillParts(page, locale, applicant);
  await expectReview(page, applicant);
  await fill(page, { read_check: 'yes', password: PASSWORD });
  await page.getByRole('button', { name: say('send.submit') }).click();
  return readReference(page, locale);
}

/** Chooses a type on its page, and starts its application. */
export async function startAs(page: Page, locale: Locale, type: ApplicationType): Promise<void> {
  // The label covers the drawn control.
  await page.locator(`label[for="choose-${type}"]`).click();
  await page.getByRole('link', { name: words(locale, 'application', `choose.start.${type}`) }).click();
}

/** Fills in one part after the other, from the open one to the review page. */
async function fillParts(page: Page, locale: Locale, applicant: Applicant): Promise<void> {
  const { type } = applicant;
  const parts = [...answeredParts(type), 'check' as const];
  for (const [index, part] of parts.slice(0, -1).entries()) {
    await fill(page, typedValues(part, applicant));
    await goOn(page, locale, `**/${locale}${partRoute(parts[index + 1] as Part, type)}`);
  }
}

/** Expects the review page to show what was typed, files included. */
export async function expectReview(page: Page, { step1, step2 }: Applicant): Promise<void> {
  const main = page.getByRole('main');
  for (const text of Object.values(step1).concat(Object.values(step2))) {
    if (typeof text !== 'string' || /^([a-z_]+|[A-Z]{2}|\d+|\d{4}-\d\d-\d\d)$/.test(text)) continue;
    for (const line of text.split('\n')) await expect(main).toContainText(line);
  }
}

/** Returns the reference on the success page. */
export function referenceOn(page: Page, locale: Locale): Locator {
  const term = page.getByRole('term').filter({ hasText: words(locale, 'application', 'success.reference') });
  return term.locator('xpath=following-sibling::dd');
}

/** Waits for the success page and returns the reference. */
export async function readReference(page: Page, locale: Locale): Promise<string> {
  await page.waitForURL(`**/${locale}/success/application`);
  const shown = referenceOn(page, locale);
  await expect(shown).toHaveText(/\S{6,}/);
  return (await shown.textContent()) ?? '';
}
