/**
 * The whole way of a specialist in each language: choose, fill in, review, send, sign in, read the status. Then what
 * arrived in D1 and R2 is held against what was typed.
 */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { PASSWORD, specialist } from './support/applicants.ts';
import { fillControl } from './support/fill.ts';
import { apply } from './support/journey.ts';
import { words } from './support/locale-words.ts';
import { expect, test } from './support/portal.ts';
import { expectStored } from './support/stored.ts';

for (const locale of LOCALES) {
  test(`a specialist applies, signs in and reads the status (${locale})`, async ({ page, storage }) => {
    test.setTimeout(120_000);
    const email = `anna.${locale}.${Date.now()}@example.org`;
    const applicant = specialist(email);

    const reference = await apply(page, locale, applicant);

    await page.locator(`main a[href^="/${locale}/auth/login"]:visible`).first().click();
    await page.waitForURL(`**/${locale}/auth/login`);
    await fillControl(page, 'email', email);
    await fillControl(page, 'password', PASSWORD);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(`**/${locale}/profile`);
    await page.goto(`/${locale}/profile/status`);
    await expect(page.locator('main')).toContainText(words(locale, 'auth', 'stages.submitted.title'));
    await expect(page.locator('body')).toContainText(reference);

    await expectStored(storage, reference, applicant);
  });
}
