/** The way of an applicant from the choice of the type to the reference on the success page. */
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Applicant } from './applicants.ts';
import { fill } from './fill.ts';
import { expect, open, type Page } from './portal.ts';
import { typePassword } from './sending.ts';

const submit = (page: Page) => page.locator('form button[type=submit]').click();

/** Sends the step, and tells what the page says if it does not go on. */
async function goOn(page: Page, url: string): Promise<void> {
  await submit(page);
  await page.waitForURL(url).catch(async (cause) => {
    const said = await page.locator('.error-summary, .notice, .field__error').allInnerTexts();
    throw new Error(`${page.url()} says: ${said.join(' | ') || 'nothing'}`, { cause });
  });
}

/** @returns the reference of the application that was sent */
export async function apply(page: Page, locale: Locale, { type, step1, step2 }: Applicant): Promise<string> {
  await open(page, locale, '/type/application');
  await page.locator(`a[href*="type=${type}"]`).first().click();
  await page.waitForURL(`**/${locale}/application?type=${type}`);
  await fill(page, step1);
  await goOn(page, `**/${locale}/application/${type}`);
  await fill(page, step2);
  await submit(page);
  await expectReview(page, { type, step1, step2 });
  await typePassword(page);
  await submit(page);
  return readReference(page, locale);
}

/** The review shows what was typed, files too. */
export async function expectReview(page: Page, { step1, step2 }: Applicant): Promise<void> {
  const main = page.locator('main');
  for (const text of Object.values(step1).concat(Object.values(step2))) {
    if (typeof text !== 'string' || /^([a-z_]+|[A-Z]{2}|\d+|\d{4}-\d\d-\d\d)$/.test(text)) continue;
    for (const line of text.split('\n')) await expect(main).toContainText(line);
  }
}

/** Waits for the success page and reads the reference. */
export async function readReference(page: Page, locale: Locale): Promise<string> {
  await page.waitForURL(`**/${locale}/success/application`);
  const shown = page.locator('[data-reference]');
  await expect(shown).toHaveText(/\S{6,}/);
  return (await shown.textContent()) ?? '';
}
