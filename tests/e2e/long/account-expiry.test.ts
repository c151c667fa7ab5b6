/** The end of a session in two tabs of a sleeping laptop: the warning, staying, and returning. */
import { changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { fillSignIn, mainOf } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';

// The browser logs every refused call.
expectedErrors.push(/the server responded with a status of (403|502)/);

const MINUTE = 60_000;
const locale = 'en';
const auth = (path: string) => words(locale, 'auth', path);

test('the end of a session is announced in every tab and can be postponed, and sign-in leads back to what was typed', async ({
  page,
  context,
  storage,
}) => {
  await setOwnNetwork(page);
  const account = await createAccount(page, locale);
  await page.clock.install();
  await signInByCall(page, account);
  const other = await context.newPage();
  await setOwnNetwork(other);
  // A background tab is rarely painted, so that waiting for it would take long.
  await page.bringToFront();
  await Promise.all([open(page, locale, '/profile/status'), open(other, locale, '/profile')]);
  const warning = (tab: typeof page) => tab.getByRole('dialog', { name: auth('session.warnTitle') });
  const button = (name: string) => warning(page).getByRole('button', { name: auth(name), exact: true });
  await expect(mainOf(page)).toContainText(auth('stages.submitted.title'));
  const ask = mainOf(other).getByRole('button', { name: auth('home.question') });
  const question = mainOf(other).getByLabel(words(locale, 'messages', 'text'));
  await ask.click();
  await question.fill('When will I hear?');

  await page.clock.fastForward(28.5 * MINUTE);
  for (const tab of [page, other]) await expect(warning(tab)).toContainText(/\b[01]:[0-5]\d\b/);
  await expect(button('session.stay')).toBeFocused();

  // Staying may fail: the page says so, and a second press works.
  const refuse = { status: 502, json: { code: 'host_unreachable', message: 'x', request_id: 'abc-12345' } };
  await page.route('**/api/v1/user', (route) => route.fulfill(refuse));
  await button('session.stay').click();
  await expect(warning(page)).toContainText(words(locale, 'forms', 'refusals.host_unreachable.title'));
  await expect(warning(page)).toContainText(auth('session.stayFailed'));
  await page.unroute('**/api/v1/user');
  await button('session.stay').click();
  for (const tab of [page, other]) await expect(tab.getByRole('dialog')).toHaveCount(0);

  // The laptop sleeps past the end: both tabs show the reason and return to their pages.
  changeRows(storage, 'UPDATE tokens SET used_at = used_at - 1860000 WHERE applicant_id = ?', account.id);
  await page.clock.fastForward(31 * MINUTE);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(`/${locale}/auth/login`);
    await expect(mainOf(tab)).toContainText(auth('login.endedText'));
  }
  await fillSignIn(page, locale, account.email);
  await expect(page).toHaveURL(`/${locale}/profile/status`);
  await other.bringToFront();
  await other.getByRole('link', { name: auth('login.toProfile') }).click();
  await expect(other).toHaveURL(`/${locale}/profile`);
  await ask.click();
  await expect(question).toHaveValue('When will I hear?');

  // Twelve hours after the sign-in only a new sign-in helps; the applicant may finish first.
  await other.evaluate((ago) => localStorage.setItem('signedInAt', String(Date.now() - ago)), 719 * MINUTE);
  await page.bringToFront();
  await expect(button('session.again')).toBeVisible();
  await button('session.finish').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
