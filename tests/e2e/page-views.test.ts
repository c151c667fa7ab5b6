/** Whatever takes a page's place, or a view's, names itself: in the title, at its heading, where the focus goes, and in both languages. */
import { newAccount, signIn, typeSignIn } from './support/account.ts';
import { changeLink } from './support/account-page.ts';
import { specialist } from './support/applicants.ts';
import { box, heading, languageLink, mistakes, partTitle, stepButton, stepLink } from './support/form.ts';
import { keepFinished } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';

expectedErrors.push(/status of 401/);

const LOCALES = ['ru', 'en'] as const;
type Locale = (typeof LOCALES)[number];
const application = (locale: Locale, key: string) => words(locale, 'application', key);
const titled = (locale: Locale, title: string) => `${title} · ${words(locale, 'home', 'site.name')}`;
const mistaken = (locale: Locale, title: string) => `${words(locale, 'forms', 'errorPrefix')} ${titled(locale, title)}`;

async function expectView(page: Page, locale: Locale, title: string, shown = title): Promise<void> {
  await expect(page).toHaveTitle(titled(locale, title));
  await expect(heading(page, shown)).toBeFocused();
}

for (const locale of LOCALES) {
  test(`steps and review of an application (${locale})`, async ({ page }) => {
    await keepFinished(page, specialist('views@example.org'));
    await open(page, locale, '/application/specialist#visit');
    await expect(page).toHaveTitle(titled(locale, application(locale, 'visit.title_specialist')));
    await stepLink(page, 'person', locale).click();
    await expectView(page, locale, application(locale, 'person.title'));
    await stepButton(page, locale).click();
    await expectView(page, locale, application(locale, 'review.title'));
    await page.goBack();
    await expectView(page, locale, application(locale, 'person.title'));
    await page.goForward();
    await expectView(page, locale, application(locale, 'review.title'));
    await stepLink(page, 'visit', locale).click();
    await expectView(page, locale, application(locale, 'visit.title_specialist'), application(locale, 'visit.title'));
    await stepButton(page, locale).click();
    await expectView(page, locale, application(locale, 'review.title'));
  });

  test(`a mistake is told before the title until it is mended (${locale})`, async ({ page }) => {
    const title = application(locale, 'person.title');
    await keepFinished(page, specialist('views@example.org'));
    await open(page, locale, '/application');
    await box(page, 'surname').fill('');
    await stepButton(page, locale).click();
    await expect(mistakes(page, locale)).toBeFocused();
    await expect(page).toHaveTitle(mistaken(locale, title));
    const other = locale === 'ru' ? 'en' : 'ru';
    await languageLink(page, other).click();
    await expect(page).toHaveTitle(mistaken(other, application(other, 'person.title')));
    await box(page, 'surname').fill('Mended');
    await expect(page).toHaveTitle(titled(other, application(other, 'person.title')));
  });

  test(`signing in, and the pages of the account (${locale})`, async ({ page }) => {
    const auth = (key: string) => words(locale, 'auth', key);
    const account = await newAccount(page, locale);
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

test('the other language leaves the focus at its switch, and the review open', async ({ page }) => {
  await keepFinished(page, specialist('views@example.org'));
  await open(page, 'ru', '/application/specialist#review');
  await expect(page).toHaveTitle(titled('ru', application('ru', 'review.title')));
  await languageLink(page, 'en').press('Enter');
  await expect(page).toHaveTitle(titled('en', application('en', 'review.title')));
  await expect(languageLink(page, 'en')).toBeFocused();
});
