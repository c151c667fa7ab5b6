/** The pages of the account when a call fails: texts, kept values, and remedies. */
import type { Locator } from 'playwright/test';
import { setOwnNetwork, signInByCall } from '../support/account.ts';
import { alertOf, mainOf, sendButton, sharedAccount } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';

// The browser logs every failed call.
expectedErrors.push(/the server responded with a status of (429|500|502|503)/, /net::ERR_INTERNET_DISCONNECTED/);

/** A page, its button, its fields, and the fields that password managers find. */
const PAGES: { route: string; send: string; fills: string[]; typed: Record<string, string> }[] = [
  {
    route: '/auth/gmail/verify',
    send: 'reset.code.submit',
    fills: ['one-time-code'],
    typed: { code: '123456' },
  },
  {
    route: '/auth/new/password',
    send: 'reset.password.submit',
    fills: ['username', 'new-password'],
    typed: { password: 'seven quiet blue domes' },
  },
  {
    route: '/auth/reset/password',
    send: 'reset.email.submit',
    fills: ['username'],
    typed: { email: 'olga@example.org' },
  },
  {
    route: '/auth/login',
    send: 'login.submit',
    fills: ['username', 'current-password'],
    typed: { email: 'olga@example.org', password: 'seven quiet blue domes' },
  },
  {
    route: '/profile/security',
    send: 'security.password.submit',
    fills: ['username', 'current-password', 'new-password'],
    typed: { current_password: 'six loud red domes', new_password: 'seven quiet blue domes' },
  },
];
/** The page with which every kind of failure is tried; the others get those for which they have their own texts or timers. */
const EVERY_KIND = '/auth/login';

const locale = 'ru';
const auth = (path: string) => words(locale, 'auth', path);
const refusalText = (path: string) => words(locale, 'forms', `refusals.${path}`);

test('each page of the account reports a failed request and keeps the values of its form', async ({
  page,
  context,
}) => {
  await setOwnNetwork(page);
  await signInByCall(page, await sharedAccount(page));
  // The tab is in the middle of a reset, so that all its pages open.
  await page.evaluate(() => {
    const reset = { step: 2, email: 'olga@example.org', code: '123456' };
    sessionStorage.setItem('passwordReset', JSON.stringify(reset));
  });
  const alert = alertOf(page);
  let failedResponse: { status: number; headers?: Record<string, string>; body: string } | undefined;
  // Only calls of forms fail.
  await page.route('**/api/v1/**', (route) =>
    failedResponse && route.request().method() === 'POST' ? route.fulfill(failedResponse) : route.fallback(),
  );
  for (const { route, send: name, fills, typed } of PAGES) {
    await open(page, locale, route);
    const send = sendButton(page, auth(name));
    await expect(send).toBeVisible();
    const box = (named: string): Locator => mainOf(page).locator(`[name=${named}]`);
    for (const [named, value] of Object.entries(typed)) await box(named).fill(value);
    // Password managers rely on one form per page with an autocomplete attribute on each field.
    await expect(page.locator('main form')).toHaveCount(1);
    const boxes = page.locator('main form input');
    expect(await boxes.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))).toEqual(
      fills,
    );

    if (route === EVERY_KIND) {
      const body = JSON.stringify({ code: 'host_unreachable', message: 'x', request_id: 'req-1234' });
      failedResponse = { status: 502, headers: { 'X-Request-Id': 'req-1234' }, body };
      await send.click();
      await expect(alert).toContainText(refusalText('host_unreachable.title'));
      await expect(alert).toContainText('req-1234');
      await expect(page.locator(':focus')).toContainText(refusalText('host_unreachable.title'));

      failedResponse = { status: 500, body: '<h1>nginx</h1>' };
      await send.click();
      await expect(alert).toContainText(refusalText('host_unreachable.title'));
      await expect(alert).not.toContainText('nginx');

      // The button stays enabled, since the portal may reopen earlier.
      const closed = JSON.stringify({ code: 'maintenance', message: 'x', request_id: 'req-1234' });
      failedResponse = { status: 503, headers: { 'Retry-After': '7200' }, body: closed };
      await send.click();
      await expect(alert).toContainText(refusalText('maintenance.title'));
      await expect(alert).toContainText(/Он\sснова откроется \d+\s\S+\s\d{4},\s\d+:\d\d,\sвремя\sТашкента\./);
      await expect(send).toBeEnabled();
    }

    await context.setOffline(true);
    failedResponse = undefined;
    await send.click();
    await expect(alert).toContainText(refusalText('offline.title'));
    await expect(alert).toContainText(refusalText('offline.text'));
    await expect(page.locator(':focus')).toContainText(refusalText('offline.title'));
    await context.setOffline(false);

    failedResponse = { status: 429, headers: { 'Retry-After': '2400' }, body: '' };
    await send.click();
    await expect(alert).toContainText(auth('wait.title'));
    await expect(alert).toContainText(auth('wait.minutes_many').replace('{{count}}', '40'));
    failedResponse = undefined;
    for (const [named, value] of Object.entries(typed)) await expect(box(named)).toHaveValue(value);
  }
});
