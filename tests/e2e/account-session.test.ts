/** A session in each language: who gets in, how it ends, in this tab and another, with a network and without. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { beSignedIn, change, newAccount, openBlank, ownNetwork, signOut, typeSignIn } from './support/account.ts';
import { founder } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';

// The browser reports every refused call, and every call without a network, by itself.
expectedErrors.push(/the server responded with a status of 40[13]/, /net::ERR_INTERNET_DISCONNECTED/);

const NOTHING_KEPT = ['signedIn', 'token', 'signedInAt', 'lastUsedAt'];

/** Names of the session's keys that local storage still holds. */
const kept = (page: Page) =>
  page.evaluate((names) => names.filter((name) => localStorage.getItem(name) !== null), NOTHING_KEPT);

for (const locale of LOCALES) {
  const auth = (path: string) => words(locale, 'auth', path);

  test(`nobody sees the account without both flag and token (${locale})`, async ({ page }) => {
    await ownNetwork(page);
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
    const token = 'a-token-of-nobody-that-is-long-enough';
    for (const [route, stored] of [
      ['/profile', {}],
      ['/profile/security', { token }],
      ['/profile/status', { signedIn: 'yes' }],
    ] as const) {
      await openBlank(page);
      await page.evaluate((values) => {
        localStorage.clear();
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(`/${locale}${route}`);
      await expect(page).toHaveURL(`/${locale}`);
    }
    expect(painted.length).toBeGreaterThan(0);
    expect(painted.filter((path) => path.includes('/profile'))).toEqual([]);

    // Both are there, but no token of anybody; or not even the shape of one. The sign-in page tells them apart.
    for (const [forged, reason] of [
      [token, 'ended'],
      ['damaged', 'missing'],
    ] as const) {
      await openBlank(page);
      await page.evaluate((text) => {
        localStorage.setItem('token', text);
        localStorage.setItem('signedIn', 'yes');
      }, forged);
      await page.goto(`/${locale}/profile/status`);
      await expect(page).toHaveURL(`/${locale}/auth/login`);
      await expect(page.locator('main')).toContainText(auth(`login.${reason}Title`));
      await expect(page.locator('main')).toContainText(auth(`login.${reason}Text`));
      expect(await kept(page)).toEqual([]);
    }
  });

  test(`a token that ends in the middle of a form costs neither what was typed nor the place (${locale})`, async ({
    page,
    storage,
  }) => {
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    change(storage, "UPDATE applicants SET status = 'changes_requested' WHERE id = ?", account.id);
    change(
      storage,
      "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, 1, 'changes_requested', 'x', 1)",
      account.id,
    );
    await beSignedIn(page, account);
    await putDraft(page, finishedDraft(founder('draft.of.another@example.org')));

    await open(page, locale, '/profile/application/founder#change');
    // What the page asks for by itself must be there, or it would meet the dead token first.
    await page.waitForLoadState('networkidle');
    await page.locator('[name=surname]').fill('Lindqvist-Berg');
    await expect(page.locator('.change-bar')).toContainText(words(locale, 'forms', 'fields.surname.label'));
    change(storage, 'DELETE FROM tokens WHERE applicant_id = ?', account.id);
    await page.locator('.change-bar button[type=submit]').click();
    await expect(page).toHaveURL(`/${locale}/auth/login`);
    await expect(page.locator('main')).toContainText(auth('login.endedText'));
    expect(await kept(page)).toEqual([]);

    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
    await typeSignIn(page, account.email);
    await expect(page).toHaveURL(new RegExp(`/${locale}/profile/application/founder`));
    await page
      .getByRole('link', { name: auth('person.change.open') })
      .or(page.locator('[name=surname]'))
      .first()
      .click();
    await expect(page.locator('[name=surname]')).toHaveValue('Lindqvist-Berg');

    await open(page, locale, '/application');
    await expect(page.locator('[name=email]')).toHaveValue('draft.of.another@example.org');
  });

  test(`signing out ends the other tab as well, also without a network (${locale})`, async ({ page, context }) => {
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    await beSignedIn(page, account);
    const other = await context.newPage();
    await page.bringToFront();
    await Promise.all([open(page, locale, '/profile'), open(other, locale, '/profile/status')]);
    await expect(other.locator('.account-button')).toBeVisible();
    await signOut(page, auth('menu.exit'));
    for (const tab of [page, other]) await expect(tab).toHaveURL(`/${locale}/auth`);
    await page.goBack();
    await expect(page).not.toHaveURL(/profile/);
    await other.close();

    await beSignedIn(page, account);
    await open(page, locale, '/profile');
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
