/** Firefox as the browser inside a messenger: nothing is called saved or printed, and copying works without a clipboard. */
import { documentsRoute } from '../../../src/domain/application/steps.ts';
import { createAccount } from '../support/account.ts';
import { words } from '../support/locale-words.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import { openPage, press, see, signIn } from '../support/other-page.ts';
import { expect } from '../support/portal.ts';

test.skip(process.platform !== 'linux', 'the build of Debian');

const AGENT =
  'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0 Telegram-Android/12.1 (Google Pixel 9; Android 15)';
const leaving = (key: string) => words('en', 'leaving', key);
const auth = (key: string) => words('en', 'auth', key);

const addressIn = (browser: OtherBrowser) =>
  browser.evaluate(() => document.querySelector<HTMLInputElement>('dialog[open] input')?.value ?? '');

test.describe('in the browser of a messenger', () => {
  test.use({ preferences: { 'general.useragent.override': AGENT, 'dom.webshare.enabled': false } });

  test('Firefox leads elsewhere for the archive and for a print, and selects an address that it cannot copy', async ({
    firefox,
    page,
    baseURL,
  }) => {
    const origin = String(baseURL);
    const { email } = await createAccount(page, 'en');
    await signIn(firefox, origin, email);
    await see(firefox, auth('stages.submitted.title'));
    await press(firefox, auth('home.archive.start'));
    await see(firefox, leaving('file'));
    expect(await addressIn(firefox)).toBe(`${origin}/en/profile?from=mail`);
    await press(firefox, leaving('close'));

    await openPage(firefox, `${origin}/en${documentsRoute('founder')}`);
    await firefox.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => new Promise(() => {}) } });
    });
    await press(firefox, words('en', 'application', 'documents.print'));
    await see(firefox, leaving('print'));
    await press(firefox, leaving('copy'));
    await see(firefox, leaving('notCopied'));
    expect(await firefox.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  });
});
