/** Prints: each is a document with its own file name, on as few sheets as possible. */
import { documentsRoute } from '../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { TYPES_WITH_COMPANY } from '../../../src/domain/parcel/company-parts.ts';
import { sheetRoute } from '../../../src/stores/parcel/link.ts';
import { setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf, sharedAccount } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { printPage } from '../support/pdf.ts';
import { expect, open, test } from '../support/portal.ts';

for (const locale of LOCALES) {
  test(`the list of documents of each type prints on one sheet with checkboxes, lists included (${locale})`, async ({
    page,
  }) => {
    const says = (path: string) => words(locale, 'application', path);
    for (const type of APPLICATION_TYPES) {
      await page.goto(`/${locale}${documentsRoute(type)}`);
      const main = page.getByRole('main');
      const title = says('documents.title').replace('{{type}}', says(`types.${type}.title`));
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
      for (const part of ['documents.sections.family', 'documents.trips.title'])
        await expect(main).toContainText(says(part));
      expect(await main.getByRole('checkbox').count()).toBeGreaterThanOrEqual(8);
      expect(await printPage(page), type).toEqual({ pages: 1, title });
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await page.emulateMedia({ media: null });
    }
  });

  test(`the company's sheet prints under its own title (${locale})`, async ({ page }) => {
    for (const type of TYPES_WITH_COMPANY) {
      await page.goto(`/${locale}${sheetRoute(type)}`);
      const paper = await printPage(page);
      expect(paper.title).toBe(words(locale, 'parcel', 'sheet.title'));
      expect(paper.pages, type).toBeLessThanOrEqual(SHEETS[type] ?? 0);
    }
  });

  test(`an applicant's answers print without the site around them, from the home page too (${locale})`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.assign(window, { print: () => document.documentElement.setAttribute('data-asked-to-print', '') });
    });
    await setOwnNetwork(page);
    const account = await sharedAccount(page);
    await signInByCall(page, account);
    const { id } = account;
    await open(page, locale, '/profile');
    await mainOf(page)
      .getByRole('link', { name: auth(locale, 'home.paper') })
      .click();
    await expect(page.locator('html')).toHaveAttribute('data-asked-to-print');
    const paper = await printPage(page);
    expect(paper.title).toBe(auth(locale, 'person.fileName', { id }));
    expect(paper.pages).toBeLessThanOrEqual(4);
    await page.emulateMedia({ media: 'print' });
    await expect(mainOf(page)).toContainText(id);
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(mainOf(page).getByRole('button')).toHaveCount(0);
  });
}

/** The maximum number of sheets; space for writing takes most of them. */
const SHEETS: Record<string, number> = { specialist: 4, founder: 3, investor: 4 };

const auth = (locale: Locale, path: string, values: Record<string, string> = {}) => words(locale, 'auth', path, values);
