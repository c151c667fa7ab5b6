/** Specifics of Firefox: the spelling of email domains, and no storage when cookies are blocked. */
import { PASSWORD, specialist } from '../support/applicants.ts';
import { apply } from '../support/apply.ts';
import { words } from '../support/locale-words.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import { answersOf, fillUntil, retry, send, startApplication, withoutLists } from '../support/other-journey.ts';
import { expect } from '../support/portal.ts';
import { expectStored } from '../support/stored.ts';

test.skip(process.platform !== 'linux', 'the build of Debian');

const DOMAIN = 'почта-пример.рф';
const ASCII_DOMAIN = 'xn----7sbqluigdjdo3d.xn--p1ai';

const shown = (browser: OtherBrowser) =>
  browser.evaluate(() => document.querySelector('main')?.textContent.replaceAll('\u00A0', ' ') ?? '');

for (const domain of [DOMAIN, ASCII_DOMAIN]) {
  test(`an applicant with …@${DOMAIN} signs in as …@${domain}`, async ({ firefox, baseURL }) => {
    const origin = String(baseURL);
    const { email, id } = await apply(origin, 'en', 'specialist', { address: '203.0.113.72', domain: DOMAIN });
    const [name] = email.split('@');
    await firefox.goto(`${origin}/en/auth/login`);
    await retry(async () =>
      expect(await firefox.evaluate(() => document.querySelector('astro-island[ssr]') === null)).toBe(true),
    );
    await firefox.type('[name=email]', `${name}@${domain}`);
    await firefox.type('[name=password]', PASSWORD);
    await firefox.type('main form button[type=submit]', ' ');
    await retry(async () => expect(await shown(firefox)).toContain(id));
    await firefox.goto(`${origin}/en/profile/application/specialist`);
    await retry(async () => expect(await shown(firefox)).toContain(`${name}@${DOMAIN}`));
  });
}

test.describe('with all cookies blocked in Firefox', () => {
  test.use({ preferences: { 'network.cookie.cookieBehavior': 2 } });

  test('an application is filled in and sent, and the form says that nothing is saved', async ({
    firefox,
    baseURL,
    storage,
  }) => {
    const applicant = withoutLists(specialist(`blocked.${Date.now()}@example.org`));
    await startApplication(firefox, String(baseURL), 'ru', applicant.type);
    await retry(async () => expect(await shown(firefox)).toContain(words('ru', 'application', 'draft.blocked')));
    await fillUntil(firefox, 'password', answersOf(applicant));
    const reference = await send(firefox, 'ru', PASSWORD);
    await expectStored(storage, reference, applicant);
  });

  test('sign-in says that the browser stores nothing', async ({ firefox, baseURL }) => {
    await firefox.goto(`${baseURL}/ru/auth/login`);
    await retry(async () =>
      expect(await shown(firefox)).toContain(words('ru', 'forms', 'refusals.storage_blocked.title')),
    );
  });
});
