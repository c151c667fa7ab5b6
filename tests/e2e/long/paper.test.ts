/** Prints: each is a document with its own file name of plain characters, on as few sheets as possible. */
import { expectedBy } from '../../../src/domain/application/status.ts';
import { documentsRoute } from '../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf, sharedAccount } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { printPage } from '../support/pdf.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';
import { storeSubmittedOn } from '../support/submitted.ts';

/** Expects a page on paper without the header and footer of the site, and returns to the screen. */
async function expectBarePaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(mainOf(page).getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

for (const locale of LOCALES) {
  test(
    `the list of documents of each type prints on one sheet with checkboxes, lists included (${locale})`,
    RELEASE,
    async ({ page }) => {
      const says = (path: string) => words(locale, 'application', path);
      for (const type of APPLICATION_TYPES) {
        await page.goto(`/${locale}${documentsRoute(type)}`);
        const main = page.getByRole('main');
        const title = says('documents.title').replace('{{type}}', says(`types.${type}.title`));
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
        for (const part of ['documents.sections.family', 'documents.trips.title'])
          await expect(main).toContainText(says(part));
        expect(await main.getByRole('checkbox').count()).toBeGreaterThanOrEqual(8);
        const name = words(locale, 'application', 'documents.fileName', { type: says(`types.${type}.title`) });
        expect(await printPage(page), type).toEqual({ pages: 1, title: name });
        expect(name).toMatch(PLAIN);
        await expectBarePaper(page);
      }
    },
  );

  test(
    `an applicant's answers print without the site around them, from the home page too (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(window, { print: () => document.documentElement.setAttribute('data-asked-to-print', '') });
      });
      await setOwnNetwork(page);
      const account = await sharedAccount(page);
      await signInByCall(page, account);
      const { id } = account;
      await open(page, locale, '/profile');
      const history = mainOf(page).getByRole('heading', { name: auth(locale, 'status.history') });
      await page.emulateMedia({ media: 'print' });
      await expect(history).toBeVisible();
      await page.emulateMedia({ media: null });
      await expect(history).toHaveCount(0);
      await mainOf(page)
        .getByRole('link', { name: auth(locale, 'home.paper') })
        .click();
      await expect(page.locator('html')).toHaveAttribute('data-asked-to-print');
      const paper = await printPage(page);
      expect(paper.title).toBe(auth(locale, 'person.fileName', { id }));
      expect(paper.pages).toBeLessThanOrEqual(4);
      await expectBarePaper(page);
      await page.emulateMedia({ media: 'print' });
      await expect(mainOf(page)).toContainText(id);
    },
  );

  test(
    `the confirmation prints in both languages under the application's number (${locale})`,
    RELEASE,
    async ({ page }) => {
      const fileName = words(locale, 'application', 'success.fileName');
      for (const id of ['U-26-000123', null]) {
        await storeSubmittedOn(page, { id, type: 'founder', at: new Date().toISOString(), mailsSteps: true });
        await page.goto(`/${locale}/success/application`);
        await expect(mainOf(page).getByRole('heading', { level: 1 }).first()).toBeVisible();
        const paper = await printPage(page);
        expect(paper.title).toBe(id ? `${fileName} ${id}` : fileName);
        expect(paper.title).toMatch(PLAIN);
        // Two in each language.
        expect(paper.pages).toBeLessThanOrEqual(4);
        await expectBarePaper(page);
        await expect(page).not.toHaveTitle(paper.title);
      }
    },
  );
}

test("the confirmation's dates count from the day in Uzbekistan, as those of mails and account do", async ({
  page,
}) => {
  // A Monday evening in UTC; in Uzbekistan it is Tuesday.
  const at = '2026-03-02T20:00:00.000Z';
  await page.clock.setFixedTime(new Date('2026-03-02T20:01:00.000Z'));
  await storeSubmittedOn(page, { id: 'U-26-000123', type: 'founder', at, mailsSteps: true });
  await page.goto('/en/success/application');
  const first = mainOf(page).locator('time').first();
  await expect(first).toBeVisible();
  await expect(first).toHaveAttribute('datetime', expectedBy('submitted', at) ?? '');
});

/** Characters that every file system and every keyboard has: no no-break space or hyphen. */
const PLAIN = /^[\p{L}\p{N} .,()_-]+$/u;

const auth = (locale: Locale, path: string, values: Record<string, string> = {}) => words(locale, 'auth', path, values);
