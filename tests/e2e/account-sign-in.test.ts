/** Signing in and out: right and wrong passwords, too many attempts, and data left on the device. */
import { changeRows, createAccount, setOwnNetwork } from './support/account.ts';
import { alertOf, fillSignIn, mainOf, sendButton, signOutByMenu } from './support/account-page.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';
import { LONG } from './support/stages.ts';

// The browser logs every refused call.
expectedErrors.push(/the server responded with a status of (401|403|422|429)/);

test('signing in and out leaves no personal data on the device', async ({ page, storage }) => {
  const locale = 'ru';
  await setOwnNetwork(page);
  const account = await createAccount(page, locale);
  await open(page, locale, '/auth/login');
  await fillSignIn(page, locale, account.email);
  await expect(page).toHaveURL(`/${locale}/profile`);
  await expect(mainOf(page)).toContainText(words(locale, 'auth', 'stages.submitted.title'));

  for (const [route, shown] of [
    ['/profile/application/founder', account.passport],
    ['/profile/security', words(locale, 'auth', 'security.sessions.current')],
  ] as const) {
    await open(page, locale, route);
    await expect(mainOf(page)).toContainText(shown);
  }
  const inSession = await page.evaluate(() => ({ ...localStorage }));
  expect(
    Object.keys(inSession)
      .filter((key) => key !== 'i18nextLng')
      .sort(),
  ).toEqual(['lastUsedAt', 'seenUntil', 'signedIn', 'signedInAt', 'token']);
  for (const personal of [account.email, account.surname, account.passport, account.id]) {
    expect(JSON.stringify(inSession)).not.toContain(personal);
  }

  await signOutByMenu(page, locale);
  await expect(page).toHaveURL(`/${locale}/auth`);
  const left = await page.evaluate(() => ({ local: Object.keys(localStorage), tab: { ...sessionStorage } }));
  // The time when the status was last seen, with a mark that identifies no one.
  expect(left.local.filter((key) => key !== 'i18nextLng')).toEqual(['seenUntil']);
  for (const personal of [account.email, account.surname, account.passport, account.id]) {
    expect(JSON.stringify(left.tab)).not.toContain(personal);
  }
  const tokens = storage.DB.prepare('SELECT hash FROM tokens WHERE applicant_id = ?');
  await expect.poll(() => tokens.all(account.id)).toEqual([]);
});

test("signing out deletes the applicant's record in tabs that show public pages", LONG, async ({ page, context }) => {
  const locale = 'en';
  await setOwnNetwork(page);
  const account = await createAccount(page, locale);
  await open(page, locale, '/auth/login');
  await fillSignIn(page, locale, account.email);
  await expect(page).toHaveURL(`/${locale}/profile`);
  const tabs = [page, await context.newPage(), await context.newPage()] as const;
  const [, reader, leaver] = tabs;
  for (const tab of [reader, leaver]) {
    await open(tab, locale, '/profile');
    await expect(mainOf(tab)).toContainText(words(locale, 'auth', 'stages.submitted.title'));
  }
  await open(page, locale, '/help');
  await open(reader, locale, '');
  const kept = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...sessionStorage }));
  // The record stays until then, for going back to the account.
  for (const tab of tabs) expect(await kept(tab)).toContain(account.email);

  await signOutByMenu(leaver, locale);
  // Waits for the next page, since leaving drops the page's responses.
  await leaver.waitForURL(`**/${locale}/auth`);
  for (const tab of tabs) await expect.poll(() => kept(tab)).not.toContain(account.email);
});

test(
  'a wrong password shows an error with a remedy, and after five wrong ones the page counts down',
  LONG,
  async ({ page, storage }) => {
    const locale = 'en';
    const auth = (path: string) => words(locale, 'auth', path);
    const alert = alertOf(page);
    const send = sendButton(page, auth('login.submit'));
    /** Returns the seconds to wait, or NaN without any. */
    const wait = async () => Number(/\b\d+\b/.exec((await alert.textContent()) ?? '')?.[0]);

    await setOwnNetwork(page);
    const account = await createAccount(page, locale);
    await page.clock.install();
    await open(page, locale, '/auth/login');
    await send.click();
    const summary = mainOf(page)
      .getByRole('region')
      .filter({ has: page.getByRole('list') });
    await expect(summary).toContainText(words(locale, 'forms', 'errors.required.email'));

    await fillSignIn(page, locale, account.email, 'not the password of anyone');
    await expect(alert).toContainText(auth('login.wrongTitle'));
    await expect(page.locator(':focus')).toContainText(auth('login.wrongTitle'));
    await expect(page.getByLabel(auth('login.email'), { exact: true })).toHaveValue(account.email);
    await expect(alert.getByRole('link', { name: auth('login.wrongAction') })).toHaveAttribute(
      'href',
      `/${locale}/auth/reset/password`,
    );

    // From the page, since tries count for its network.
    await page.evaluate(async (email) => {
      const guess = (password: string) =>
        fetch('/api/v1/user-login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email, password }),
        });
      await Promise.all(['one', 'two', 'three', 'four'].map(guess));
    }, account.email);
    await fillSignIn(page, locale, account.email);
    await expect(alert).toContainText(auth('wait.title'));
    const first = await wait();
    expect(first).toBeGreaterThan(0);
    // 30 seconds, plus up to ten random ones.
    expect(first).toBeLessThanOrEqual(40);
    // A press during the wait sends nothing; the sign-in after the wait is the only one sent.
    let asked = 0;
    page.on('request', (request) => {
      asked += Number(request.url().includes('/user-login'));
    });
    await page.getByLabel(auth('login.password'), { exact: true }).press('Enter');
    await page.clock.runFor(5000);
    await expect.poll(wait).toBeLessThanOrEqual(first - 5);
    await page.clock.runFor(30_000);
    await expect(alert).toContainText(auth('wait.over'));

    changeRows(storage, 'DELETE FROM sign_in_tries');
    await send.click();
    await expect(page).toHaveURL(`/${locale}/profile`);
    expect(asked).toBe(1);
  },
);
