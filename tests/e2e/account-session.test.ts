/** Sessions: access, the end in this tab and others, with a network and without. */

import { changeRows, createAccount, openBlank, setOwnNetwork, signInByCall } from './support/account.ts';
import {
  changeLink,
  fillSignIn,
  mainOf,
  menuButton,
  saveChangedPart,
  sendButton,
  sharedAccount,
  signOutByMenu,
} from './support/account-page.ts';
import { founder } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';
import { LONG } from './support/stages.ts';

// The browser logs every refused call, and every call without a network.
expectedErrors.push(/the server responded with a status of 40[13]/, /net::ERR_INTERNET_DISCONNECTED/);

const NOTHING_KEPT = ['signedIn', 'token', 'signedInAt', 'lastUsedAt'];

/** Returns the session's keys that are still in local storage. */
const kept = (page: Page) =>
  page.evaluate((names) => names.filter((name) => localStorage.getItem(name) !== null), NOTHING_KEPT);

/** Puts a forged session on the device. */
const forge = (page: Page, values: Record<string, string>) =>
  page.evaluate((forged) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(forged)) localStorage.setItem(key, value);
  }, values);

test('the account opens only with both the flag and the token of a session', async ({ page }) => {
  const locale = 'ru';
  const auth = (path: string) => words(locale, 'auth', path);
  await setOwnNetwork(page);
  const painted: string[] = [];
  await page.exposeFunction('notePainted', (path: string) => painted.push(path));
  await page.addInitScript(() => {
    const { notePainted } = window as unknown as { notePainted: (path: string) => void };
    const look = () => {
      if (document.querySelector('main')) notePainted(location.pathname);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await openBlank(page);
  const token = 'a-token-of-nobody-that-is-long-enough';
  // Only a link in a mail leads to the sign-in page.
  for (const [route, stored, leadsTo] of [
    ['/profile', {}, ''],
    ['/profile/security', { token }, ''],
    ['/profile/status', { signedIn: 'yes' }, ''],
    ['/profile/status?from=mail', {}, '/auth/login'],
  ] as const) {
    await forge(page, stored);
    await page.goto(`/${locale}${route}`);
    await expect(page).toHaveURL(`/${locale}${leadsTo}`);
    await expect.poll(() => painted.at(-1)).toBe(`/${locale}${leadsTo}`);
  }
  expect(painted.filter((path) => path.includes('/profile'))).toEqual([]);

  // Flag and token exist, but the token is unknown or malformed; the sign-in page distinguishes the two.
  for (const [forged, reason] of [
    [token, 'ended'],
    ['damaged', 'missing'],
  ] as const) {
    await openBlank(page);
    await forge(page, { token: forged, signedIn: 'yes' });
    await page.goto(`/${locale}/profile/status`);
    await expect(page).toHaveURL(`/${locale}/auth/login`);
    await expect(mainOf(page)).toContainText(auth(`login.${reason}Title`));
    await expect(mainOf(page)).toContainText(auth(`login.${reason}Text`));
    expect(await kept(page)).toEqual([]);
  }
});

test(
  'a session that ends during a change keeps the edits, and sign-in leads back to them',
  LONG,
  async ({ page, storage }) => {
    const locale = 'ru';
    const auth = (path: string) => words(locale, 'auth', path);
    const surname = page.locator('[name=surname]');
    await setOwnNetwork(page);
    const account = await createAccount(page, locale);
    changeRows(storage, "UPDATE applicants SET status = 'changes_requested' WHERE id = ?", account.id);
    changeRows(
      storage,
      "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, 1, 'changes_requested', 'x', 1)",
      account.id,
    );
    await signInByCall(page, account);
    await putDraft(page, finishedDraft(founder('draft.of.another@example.org')));

    // Waits for the page's own call, which would fail first otherwise.
    const recordResponse = page.waitForResponse('**/api/v1/user');
    await open(page, locale, '/profile/application/founder#change:name');
    await (await recordResponse).finished();
    await surname.fill('Lindqvist-Berg');
    await saveChangedPart(page, locale);
    const changed = auth('person.change.changed_one').replace('{{count}}', '1').split('{{')[0] ?? '';
    await expect(mainOf(page).getByRole('status').filter({ hasText: changed })).toContainText(
      words(locale, 'forms', 'fields.surname.label'),
    );
    changeRows(storage, 'DELETE FROM tokens WHERE applicant_id = ?', account.id);
    await sendButton(page, auth('person.change.submit')).click();
    await expect(page).toHaveURL(`/${locale}/auth/login`);
    await expect(mainOf(page)).toContainText(auth('login.endedText'));
    expect(await kept(page)).toEqual([]);

    await fillSignIn(page, locale, account.email);
    await expect(page).toHaveURL(new RegExp(`/${locale}/profile/application/founder`));
    await changeLink(page, 'name', locale).click();
    await expect(surname).toHaveValue('Lindqvist-Berg');

    await open(page, locale, '/application/contact');
    await expect(page.locator('[name=email]')).toHaveValue('draft.of.another@example.org');
  },
);

test('signing out ends the session in other tabs, and works without a network', LONG, async ({ page, context }) => {
  const locale = 'en';
  const auth = (path: string) => words(locale, 'auth', path);
  await setOwnNetwork(page);
  const account = await sharedAccount(page);
  await signInByCall(page, account);
  const other = await context.newPage();
  await page.bringToFront();
  await Promise.all([open(page, locale, '/profile'), open(other, locale, '/profile/status')]);
  await expect(menuButton(other, locale)).toBeVisible();
  await signOutByMenu(page, locale);
  for (const tab of [page, other]) await expect(tab).toHaveURL(`/${locale}/auth`);
  await page.goBack();
  await expect(page).not.toHaveURL(/profile/);
  await other.close();

  await signInByCall(page, account);
  await open(page, locale, '/profile');
  await expect(page.locator('body')).toContainText(account.surname);
  await context.setOffline(true);
  await signOutByMenu(page, locale);
  const left = page.getByRole('dialog', { name: auth('session.leftTitle') });
  const again = left.getByRole('button', { name: auth('session.leftAgain'), exact: true });
  await expect(again).toBeFocused();
  await again.click();
  await expect(left).toContainText(auth('session.leftStill'));
  // A second Escape closes any dialog in Chromium; nothing but an empty page is behind this one.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await expect(again).toBeFocused();
  expect(await kept(page)).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('applicant'))).toBeNull();
  await expect(page.locator('body')).not.toContainText(account.surname);
  await context.setOffline(false);
  await expect(page).toHaveURL(`/${locale}/auth`);
});
