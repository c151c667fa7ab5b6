/** A session in each language: who gets in, how it ends, in this tab and another, with a network and without. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { change, newAccount, ownNetwork, signIn, signOut, typeSignIn } from './support/account.ts';
import { fill } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';

// The browser reports every refused call, and every call without a network, by itself.
expectedErrors.push(/the server responded with a status of 403/, /net::ERR_INTERNET_DISCONNECTED/);

const NOTHING_KEPT = ['signedIn', 'token', 'signedInAt', 'lastUsedAt'];

/** Names of the session's keys that local storage still holds. */
const kept = (page: Page) =>
  page.evaluate((names) => names.filter((name) => localStorage.getItem(name) !== null), NOTHING_KEPT);

for (const locale of LOCALES) {
  const auth = (path: string) => words(locale, 'auth', path);

  test(`nobody sees the account without both flag and token (${locale})`, async ({ page }) => {
    const painted: string[] = [];
    await page.exposeFunction('notePainted', (path: string) => painted.push(path));
    await page.addInitScript(() => {
      const look = () => {
        const note = (window as unknown as { notePainted?: (path: string) => void }).notePainted;
        if (document.querySelector('main')) note?.(location.pathname);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (const [key, value] of [
      ['none', ''],
      ['token', 'a-token-of-nobody-that-is-long-enough'],
      ['signedIn', 'yes'],
    ] as const) {
      await open(page, locale, '');
      await page.evaluate(
        ([name, text]) => {
          localStorage.clear();
          localStorage.setItem(name, text);
        },
        [key, value] as const,
      );
      for (const route of ['/profile', '/profile/security']) {
        await page.goto(`/${locale}${route}`);
        await expect(page).toHaveURL(`/${locale}`);
      }
    }
    expect(painted.length).toBeGreaterThan(0);
    expect(painted.filter((path) => path.includes('/profile'))).toEqual([]);
  });

  test(`a token that ends in the middle of a form costs neither draft nor place (${locale})`, async ({
    page,
    storage,
  }) => {
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    await open(page, locale, '/application?type=founder');
    await fill(page, { surname: 'Brandt', name: 'Ida', passport_number: 'DR4F7' });
    await expect(page.locator('.draft-bar, [data-save-state]').first()).toContainText(/\d\d:\d\d/);
    await signIn(page, locale, account);

    await open(page, locale, '/profile/security');
    // What the page asks for by itself must be there, or it would meet the dead token first.
    await page.waitForLoadState('networkidle');
    await change(storage, 'DELETE FROM tokens WHERE applicant_id = ?', account.id);
    await page.locator('[name=current_password]').fill('anything at all');
    await page.locator('[name=new_password]').fill('fourteen copper bells');
    await page.locator('main form button[type=submit]').click();
    await expect(page).toHaveURL(`/${locale}/auth/login`);
    await expect(page.locator('main')).toContainText(auth('login.endedText'));
    expect(await kept(page)).toEqual([]);

    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
    await typeSignIn(page, account.email);
    await expect(page).toHaveURL(`/${locale}/profile/security`);

    await open(page, locale, '/application');
    await expect(page.locator('[name=surname]')).toHaveValue('Brandt');
    await expect(page.locator('[name=passport_number]')).toHaveValue('DR4F7');
  });

  test(`signing out ends the other tab as well, also without a network (${locale})`, async ({ page, context }) => {
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    await signIn(page, locale, account);
    const other = await context.newPage();
    await open(other, locale, '/profile/status');
    await expect(other.locator('.account-button')).toBeVisible();
    await signOut(page, auth('menu.exit'));
    for (const tab of [page, other]) await expect(tab).toHaveURL(`/${locale}/auth`);
    await page.goBack();
    await expect(page).not.toHaveURL(/profile/);
    await other.close();

    await signIn(page, locale, account);
    await expect(page.locator('body')).toContainText(account.surname);
    await context.setOffline(true);
    await signOut(page, auth('menu.exit'));
    await expect(page.getByRole('dialog', { name: auth('session.leftTitle') })).toBeVisible();
    expect(await kept(page)).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('applicant'))).toBeNull();
    await expect(page.locator('body')).not.toContainText(account.surname);
    await context.setOffline(false);
    await expect(page).toHaveURL(`/${locale}/auth`);
  });
}
