/** Texts that a page fails to fetch: each place reports them, shows no keys, and loads them on request. */
import type { Page } from 'playwright/test';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, liveText } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { confirmButton, fillInButton, say } from '../support/passport-photo.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';
import { openReview, send } from '../support/sending.ts';

// The browser logs each failed request.
expectedErrors.push(/Failed to load resource/);

const FILES = '**/assets/locales/**';

/** @returns lets the texts load from now on */
async function withoutWords(page: Page): Promise<() => Promise<void>> {
  await page.route(FILES, (route) => route.abort());
  return () => page.unroute(FILES);
}

/** A key in place of a text, such as `compare.title`. */
const KEY = /^[a-z]+(?:\.[a-zA-Z_]+)+$/;

async function expectNoKeys(page: Page): Promise<void> {
  const texts = await page.getByRole('main').evaluate((main) => {
    const nodes = [main, ...main.querySelectorAll('*')].flatMap((element) => [...element.childNodes]);
    return nodes.flatMap((node) => (node instanceof Text ? [node.data.trim()] : []));
  });
  const isFile = (text: string) => /\.(?:pdf|jpg|png)$/.test(text);
  expect(texts.filter((text) => KEY.test(text) && !isFile(text))).toEqual([]);
}

const missing = (page: Page, locale: Locale) => page.getByText(words(locale, 'forms', 'missingWords.title'));
const tryAgain = (page: Page, locale: Locale) =>
  page.getByRole('button', { name: words(locale, 'forms', 'missingWords.action'), exact: true });

for (const locale of LOCALES) {
  test(`texts of the passport comparison that fail to load are reported, and shown once loaded (${locale})`, async ({
    page,
  }) => {
    const release = await withoutWords(page);
    await open(page, locale, '/application/passport');
    await fillControl(page, 'file4', 'passport-photo.jpg');
    await fillInButton(page, locale).click();
    await expect(missing(page, locale)).toBeVisible();
    await expectNoKeys(page);
    await release();
    await tryAgain(page, locale).click();
    await expect(
      liveText(page, say(locale, `done_${new Intl.PluralRules(locale).select(7)}`, { count: '7' })),
    ).toBeAttached();
    await expect(missing(page, locale)).toHaveCount(0);
    await expect(confirmButton(page, locale)).toBeVisible();
    await expectNoKeys(page);
  });
}

test('texts of the copy on the confirmation that fail to load are reported, and shown once loaded', async ({
  page,
  baseURL,
}) => {
  const application = (key: string) => words('en', 'application', key);
  await openReview(page, finishedDraft(specialist(`words.${Date.now()}@example.org`)), baseURL ?? '');
  const release = await withoutWords(page);
  await send(page);
  await page.waitForURL('**/en/success/application');
  const notice = page.getByRole('alert').filter({ hasText: application('success.copy.failed') });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { name: application('success.title') })).toBeVisible();
  await expectNoKeys(page);
  await release();
  await notice.getByRole('button', { name: application('success.copy.again') }).click();
  const copy = page.getByRole('heading', { name: application('success.copy.title') });
  await expect(page.locator('summary', { has: copy })).toBeFocused();
  await expect(notice).toBeHidden();
  await expectNoKeys(page);
});

test('texts of parcels that fail to load on the overview and at a file field are reported, and shown once loaded', async ({
  page,
}) => {
  await storeFinishedDraft(page, specialist('words.parcels@example.org'));
  const release = await withoutWords(page);
  await open(page, 'en', '/application');
  await expect(missing(page, 'en')).toBeVisible();
  await expectNoKeys(page);
  await release();
  await tryAgain(page, 'en').click();
  await expect(page.getByRole('heading', { name: words('en', 'parcel', 'draft.send.title') })).toBeVisible();

  const releaseAgain = await withoutWords(page);
  await open(page, 'en', partRoute('documents', 'specialist'));
  await page
    .getByRole('button', { name: words('en', 'forms', 'file.phone') })
    .first()
    .click();
  await expect(missing(page, 'en')).toBeVisible();
  await expectNoKeys(page);
  await releaseAgain();
  await tryAgain(page, 'en').click();
  await expect(missing(page, 'en')).toHaveCount(0);
  await expectNoKeys(page);
});

test('a language switch needs only the texts of its page', async ({ page }) => {
  await withoutWords(page);
  await open(page, 'ru', '/application/name');
  await box(page, 'surname').fill('Lindqvist');
  await page.getByRole('link', { name: words('en', 'home', 'language.name') }).click();
  await page.waitForURL('**/en/application/name');
  await expect(box(page, 'surname')).toHaveValue('Lindqvist');
  await expect(box(page, 'surname')).toHaveAccessibleName(words('en', 'forms', 'fields.surname.label'));
  await expectNoKeys(page);
});
