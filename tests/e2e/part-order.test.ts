/** Which step is offered, and where somebody comes back to who went to another step to put something right. */

import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { daysAfter } from '../fixtures/applicants.ts';
import { newAccount } from './support/account.ts';
import { specialist } from './support/applicants.ts';
import { box, heading, mistakes, stepButton, stepLink } from './support/form.ts';
import { keepFinished } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, hydrated, open, test } from './support/portal.ts';

for (const locale of LOCALES) {
  const application = (key: string) => words(locale, 'application', key);

  test(`step 2 is not offered while the e-mail address is taken, and is again with another one (${locale})`, async ({
    page,
  }) => {
    const { email } = await newAccount(page, locale);
    await keepFinished(page, specialist(email), { stepStatus: 0 });
    await open(page, locale, '/application');
    await stepButton(page, locale).click();
    await expect(mistakes(page, locale)).toBeFocused();
    await expect(stepLink(page, 'visit', locale)).toHaveCount(0);
    await page.reload();
    await hydrated(page);
    await expect(box(page, 'email')).toHaveValue(email);
    await expect(stepLink(page, 'visit', locale)).toHaveCount(0);

    await box(page, 'email').fill('nobody.else@example.org');
    await stepButton(page, locale).click();
    await expect(heading(page, application('visit.title'))).toBeFocused();
  });

  test(`a passport that is put right from step 2 leads on to the check (${locale})`, async ({ page }) => {
    const applicant = specialist('passport@example.org');
    // It ends in the middle of the stay.
    const today = new Date().toISOString().slice(0, 10);
    applicant.step1.passport_expire = daysAfter(today, 100);
    await keepFinished(page, applicant, { stepStatus: 2 });
    await open(page, locale, '/application/specialist#visit');
    await stepButton(page, locale).click();
    await expect(mistakes(page, locale)).toBeFocused();
    await mistakes(page, locale).getByRole('link').click();
    await expect(box(page, 'passport_expire.day')).toBeFocused();
    await box(page, 'passport_expire.year').fill(String(Number(today.slice(0, 4)) + 9));
    await stepButton(page, locale).click();
    await expect(heading(page, application('review.title'))).toBeFocused();
    await page.goBack();
    await expect(heading(page, application('visit.title'))).toBeFocused();
    // It stays, and can be used: what was asked for once is not asked for again.
    const street = box(page, 'formatted_address.street');
    await street.pressSequentially(', 15');
    await expect(street).toHaveValue(/, 15$/);
    await expect(heading(page, application('visit.title'))).toBeVisible();
  });
}
