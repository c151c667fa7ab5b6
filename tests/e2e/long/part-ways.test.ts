import { answeredParts, partRoute } from '../../../src/domain/application/steps.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { COMPANY_OFFER_ID } from '../../../src/domain/parcel/company-parts.ts';
import { specialist } from '../support/applicants.ts';
import { box, heading, partTitle } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const backOn = (page: Page, locale: Locale) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${words(locale, 'application', 'part.back')}`) });
const offerOn = (page: Page, locale: Locale) =>
  page.getByRole('main').getByRole('link', { name: words(locale, 'application', 'part.companyLink') });

for (const locale of LOCALES) {
  test(
    `"back" on a part leads to the previous one without losing the answer (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      await storeFinishedDraft(page, specialist(`back.${locale}@example.org`));
      const parts = answeredParts('specialist');
      const at = parts.indexOf('employer');
      const before = parts[at - 1];
      if (!before) throw new Error('the employer is the first part');
      await open(page, locale, partRoute('employer', 'specialist'));
      await box(page, 'company_name').fill('Blue Dome');
      await backOn(page, locale)
        .filter({ hasText: partTitle(before, locale) })
        .click();
      await page.waitForURL(`**/${locale}${partRoute(before, 'specialist')}`);
      await expect(heading(page, partTitle(before, locale))).toBeFocused();
      await page.goBack();
      await expect(box(page, 'company_name')).toHaveValue('Blue Dome');

      const [first] = parts;
      if (!first) throw new Error('no parts');
      await open(page, locale, partRoute(first, 'specialist'));
      await expect(heading(page, partTitle(first, locale))).toBeVisible();
      await expect(backOn(page, locale)).toHaveCount(0);
    },
  );

  test(
    `the employer's part offers to ask the company, and leads to the offer on the overview (${locale})`,
    releaseIf(locale === 'ru'),
    async ({ page }) => {
      await storeFinishedDraft(page, specialist(`offer.${locale}@example.org`));
      await open(page, locale, partRoute('employer', 'specialist'));
      await expect(page.getByText(words(locale, 'application', 'part.company'))).toBeVisible();
      await offerOn(page, locale).click();
      await page.waitForURL(`**/${locale}/application#${COMPANY_OFFER_ID}`);
      const offer = page.getByRole('heading', { name: words(locale, 'parcel', 'company.ask.title') });
      await expect(offer).toBeFocused();
      await expect(offer).toBeInViewport();

      await open(page, locale, partRoute('petitioner', 'specialist'));
      await expect(heading(page, partTitle('petitioner', locale))).toBeVisible();
      await expect(offerOn(page, locale)).toHaveCount(0);
    },
  );
}
