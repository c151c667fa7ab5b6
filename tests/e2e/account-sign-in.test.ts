/** Signing in and out in each language: the right password, a wrong one, too many, and what stays on the device. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { change, newAccount, ownNetwork, signIn, signOut, typeSignIn } from './support/account.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, test } from './support/portal.ts';

// The browser reports every refused call by itself.
expectedErrors.push(/the server responded with a status of (401|403|422|429)/);

for (const locale of LOCALES) {
  const auth = (path: string) => words(locale, 'auth', path);

  test(`signing in and out leaves nothing personal on the device (${locale})`, async ({ page, storage }) => {
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    await signIn(page, locale, account);
    await expect(page.locator('main')).toContainText(auth('stages.submitted.title'));

    for (const route of ['/profile/application/founder', '/profile/security']) {
      await open(page, locale, route);
      await expect(page.locator('main h1')).toBeVisible();
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

    await signOut(page, auth('menu.exit'));
    await expect(page).toHaveURL(`/${locale}/auth`);
    const left = await page.evaluate(() => ({ local: Object.keys(localStorage), tab: { ...sessionStorage } }));
    // When the status was last seen, and a mark of which one; nothing that tells whose.
    expect(left.local.filter((key) => key !== 'i18nextLng')).toEqual(['seenUntil']);
    for (const personal of [account.email, account.surname, account.passport, account.id]) {
      expect(JSON.stringify(left.tab)).not.toContain(personal);
    }
    const tokens = storage.DB.prepare('SELECT hash FROM tokens WHERE applicant_id = ?');
    await expect.poll(() => tokens.all(account.id)).toEqual([]);
  });

  test(`a wrong password is told and what to do as well; after five the page counts down (${locale})`, async ({
    page,
    storage,
  }) => {
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    await page.clock.install();
    await open(page, locale, '/auth/login');
    await page.locator('main form button[type=submit]').click();
    await expect(page.locator('.error-summary, [role=alert]').first()).toContainText(
      words(locale, 'forms', 'errors.required.email'),
    );

    const problem = page.locator('.problem');
    await typeSignIn(page, account.email, 'not the password of anyone');
    await expect(page.locator('main')).toContainText(auth('login.wrongTitle'));
    await expect(problem).toBeFocused();
    await expect(page.locator('[name=email]')).toHaveValue(account.email);
    await expect(problem.getByRole('link', { name: auth('login.wrongAction') })).toHaveAttribute(
      'href',
      `/${locale}/auth/reset/password`,
    );

    const guess = (nth: number) =>
      page.request.post('/api/v1/user-login', { data: { email: account.email, password: `guess ${nth}` } });
    await Promise.all([1, 2, 3, 4].map(guess));
    await typeSignIn(page, account.email);
    await expect(problem).toContainText(auth('wait.title'));
    await expect(problem).toContainText(/\b(30|29|28|27)\b/);
    await page.clock.runFor(12_000);
    await expect(problem).toContainText(/\b1[5-8]\b/);
    // A press while waiting asks nobody.
    let asked = 0;
    page.on('request', (request) => {
      asked += Number(request.url().includes('/user-login'));
    });
    await page.locator('[name=password]').press('Enter');
    expect(asked).toBe(0);
    await page.clock.runFor(30_000);
    await expect(problem).toContainText(auth('wait.over'));

    change(storage, 'DELETE FROM sign_in_tries');
    await page.locator('main form button[type=submit]').click();
    await expect(page).toHaveURL(`/${locale}/profile`);
    expect(asked).toBe(1);
  });
}
