/** The information pages: linked from every page, readable without scripts, matching the form. */
import { readdirSync } from 'node:fs';
import { INFORMATION_PAGES, TOPIC_PAGES } from '../../../src/content/collections.ts';
import { minutesFor } from '../../../src/domain/application/minutes.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { setOwnNetwork } from '../support/account.ts';
import { alertOf, fillSignIn } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { CHECK } from '../support/sending.ts';

expectedErrors.push(/status of 502/);

const say = (locale: Locale, key: string) => words(locale, 'home', `information.${key}`);

for (const locale of LOCALES) {
  test.describe(`information pages without scripts (${locale})`, () => {
    test.use({ javaScriptEnabled: false });

    test('information pages have no open placeholder, and their links work', async ({ page }) => {
      const topics = TOPIC_PAGES.flatMap((name) =>
        readdirSync(`src/content/${name}`).map((topic) => `${name}/${topic}`),
      );
      for (const name of [...INFORMATION_PAGES, ...topics]) {
        await page.goto(`/${locale}/${name}`);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await main.textContent()).not.toMatch(/\{\{|\}\}|null|undefined|\]\(/);
        const targets = await main
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
        for (const target of targets.filter((href) => href.startsWith('/'))) {
          expect((await page.request.get(target)).status(), target).toBe(200);
        }
        for (const target of targets.filter((href) => href.startsWith('#'))) {
          await expect(page.locator(target), target).toBeVisible();
        }
      }
    });

    test('the help page has a drawing for each document, the time for each type, and how to report a problem', async ({
      page,
    }) => {
      await page.goto(`/${locale}/help/documents`);
      const documents = page.getByRole('main');
      const drawings = documents.getByRole('img');
      expect(await drawings.count()).toBe(await documents.getByRole('heading', { level: 2 }).count());
      for (const drawing of await drawings.all()) await expect(drawing).toHaveAccessibleName(/.{20}/);
      for (const type of APPLICATION_TYPES) {
        const title = words(locale, 'application', `types.${type}.title`);
        await expect(documents.getByRole('paragraph').filter({ hasText: title }).first()).toBeVisible();
      }
      await page.goto(`/${locale}/help/time`);
      for (const type of APPLICATION_TYPES)
        await expect(page.getByRole('main')).toContainText(String(minutesFor(type)));
      await page.goto(`/${locale}/help/report`);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    });
  });
}

test('the terms open in a new tab, and the form stays', async ({ page, context }) => {
  await storeFinishedDraft(page, specialist('terms.reader@example.org'));
  await page.goto(CHECK);
  await page.getByText(words('en', 'terms', 'summary')).click();
  for (const name of ['terms', 'privacy'] as const) {
    const opened = context.waitForEvent('page');
    await page
      .getByRole('main')
      .getByRole('link', { name: words('en', 'terms', name), exact: true })
      .click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(say('en', `${name}.title`));
    await tab.close();
  }
  expect(new URL(page.url()).pathname).toBe(CHECK);
});

test('the error of a failed sign-in links to how to report it, without the request id in the URL', async ({ page }) => {
  await setOwnNetwork(page);
  await page.route('**/api/v1/user-login', (route) =>
    route.fulfill({
      status: 502,
      headers: { 'X-Request-Id': 'req-1234' },
      body: JSON.stringify({ code: 'host_unreachable', message: 'x', request_id: 'req-1234' }),
    }),
  );
  await page.goto('/en/auth/login');
  await fillSignIn(page, 'en', 'somebody@example.org');
  const way = alertOf(page).getByRole('link', { name: words('en', 'forms', 'refusals.report') });
  await expect(alertOf(page)).toContainText('req-1234');
  await expect(way).toHaveAttribute('target', '_blank');
  expect(new URL((await way.getAttribute('href')) ?? '', page.url()).href).not.toContain('req-1234');
  const opened = page.context().waitForEvent('page');
  await way.click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/en\/help\/contact$/);
  await expect(tab.getByRole('main').getByRole('link', { name: '1345' }).first()).toBeVisible();
});
