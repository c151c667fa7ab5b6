/** Texts that a page fails to fetch: each place reports them, shows no keys, and loads them on request. */
import type { Page } from 'playwright/test';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { fillControl } from '../support/fill.ts';
import { box, liveText } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { confirmButton, fillInButton, say } from '../support/passport-photo.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';

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
