/** Signing in and out: right and wrong passwords, too many attempts, and data left on the device. */
import { createAccount, setOwnNetwork } from './support/account.ts';
import { fillSignIn, mainOf, signOutByMenu } from './support/account-page.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, test } from './support/portal.ts';

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
