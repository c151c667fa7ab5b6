/** Every page and view has its title and heading, with the focus, in both languages. */
import { PARTS, type Part } from '../../../src/domain/application/fields.ts';
import { answeredParts, partRoute } from '../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import { createAccount, signIn, typeSignIn } from '../support/account.ts';
import { changeLink } from '../support/account-page.ts';
import { APPLICANTS, specialist } from '../support/applicants.ts';
import { box, errorSummary, heading, languageLink, partLink, partTitle, saveButton } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from '../support/portal.ts';

expectedErrors.push(/status of 401/);

const LOCALES = ['ru', 'en'] as const;
type Locale = (typeof LOCALES)[number];
const application = (locale: Locale, key: string) => words(locale, 'application', key);
const titled = (locale: Locale, title: string) => `${title} · ${words(locale, 'home', 'site.name')}`;
const mistaken = (locale: Locale, title: string) => `${words(locale, 'forms', 'errorPrefix')} ${titled(locale, title)}`;

async function expectView(page: Page, locale: Locale, title: string): Promise<void> {
  await expect(page).toHaveTitle(titled(locale, title));
  await expect(heading(page, title)).toBeFocused();
}

for (const locale of LOCALES) {
  test(`each part has its title and heading, opened by URL, list, back and forward (${locale})`, async ({ page }) => {
    const numbered = (part: Part, type: ApplicationType) => {
      const parts = answeredParts(type);
      const at = { number: `${parts.indexOf(part) + 1}`, count: `${parts.length}` };
      return `${words(locale, 'application', 'part.where', at)}: ${partTitle(part, locale)}`;
    };
    // The last draft is used further.
    for (const type of [...APPLICATION_TYPES].reverse()) {
      await storeFinishedDraft(page, APPLICANTS[type]('views@example.org'));
      for (const part of answeredParts(type)) {
        // The parts of step 1 are the same pages for all types.
        if (type !== 'specialist' && PARTS[part].step === 1) continue;
        await open(page, locale, partRoute(part, type));
        await expect(page).toHaveTitle(titled(locale, partTitle(part, locale)));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(numbered(part, type));
      }
    }
    for (const part of ['stay', 'check', 'name'] as const) {
      await partLink(page, part, locale).click();
      await expectView(page, locale, partTitle(part, locale));
    }
    await page.goBack();
    await expectView(page, locale, partTitle('check', locale));
    await page.goBack();
    await expectView(page, locale, partTitle('stay', locale));
    await expect(heading(page, partTitle('stay', locale))).toHaveText(numbered('stay', 'specialist'));
    await page.goForward();
    await expectView(page, locale, partTitle('check', locale));
    await page
      .getByRole('link', { name: application(locale, 'overview.title'), includeHidden: true })
      .first()
      .click();
    await expectView(page, locale, application(locale, 'overview.title'));
    await page.goBack();
    await page.reload();
    await expect(page).toHaveTitle(titled(locale, partTitle('check', locale)));
  });

  test(`the document title begins with "Error" until the error is fixed (${locale})`, async ({ page }) => {
    await storeFinishedDraft(page, specialist('views@example.org'));
    await open(page, locale, '/application/name');
    await box(page, 'surname').fill('');
    await saveButton(page, locale).click();
    await expect(errorSummary(page, locale)).toBeFocused();
    await expect(page).toHaveTitle(mistaken(locale, partTitle('name', locale)));
    const other = locale === 'ru' ? 'en' : 'ru';
    await languageLink(page, other).click();
    await expect(page).toHaveTitle(mistaken(other, partTitle('name', other)));
    await box(page, 'surname').fill('Mended');
    await expect(page).toHaveTitle(titled(other, partTitle('name', other)));
  });

  test(`sign-in and the pages of the account have their titles (${locale})`, async ({ page }) => {
    const auth = (key: string) => words(locale, 'auth', key);
    const account = await createAccount(page, locale);
    await open(page, locale, '/auth/login');
    await typeSignIn(page, account.email, 'Not.the-password-1');
    await expect(page).toHaveTitle(mistaken(locale, auth('login.title')));
    await signIn(page, locale, account);
    await open(page, locale, '/profile/application/founder');
    await expect(page).toHaveTitle(titled(locale, auth('person.title')));
    await page.getByRole('link', { name: auth('person.change.start') }).click();
    await expect(page).toHaveTitle(titled(locale, auth('person.change.title')));
    await expect(heading(page, auth('person.change.title'))).toBeFocused();
    await changeLink(page, 'name', locale).click();
    await expect(page).toHaveTitle(titled(locale, partTitle('name', locale)));
    await box(page, 'surname').fill('');
    await page.getByRole('button', { name: auth('person.change.save') }).click();
    await expect(page).toHaveTitle(mistaken(locale, partTitle('name', locale)));
    await changeLink(page, 'list', locale).click();
    await page.getByRole('button', { name: auth('person.change.drop') }).click();
    await expect(page).toHaveTitle(titled(locale, auth('person.title')));
  });
}

test('a language switch keeps the focus at the switch, and the review page open', async ({ page }) => {
  await storeFinishedDraft(page, specialist('views@example.org'));
  await open(page, 'ru', '/application/specialist/check');
  await expect(page).toHaveTitle(titled('ru', application('ru', 'review.title')));
  await languageLink(page, 'en').press('Enter');
  await expect(page).toHaveTitle(titled('en', application('en', 'review.title')));
  await expect(languageLink(page, 'en')).toBeFocused();
});
