/** What the pages of the account say when a call fails: words, what was typed, and a way on. */
import { beSignedIn, change, newAccount, ownNetwork } from './support/account.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, test } from './support/portal.ts';

// The browser reports every failed call by itself.
expectedErrors.push(/the server responded with a status of (429|500|502)/, /net::ERR_INTERNET_DISCONNECTED/);

/** A page, what is typed there, and what the tab knows of a reset that is under way. */
const PAGES: { route: string; fills: string[]; typed: Record<string, string>; reset?: object }[] = [
  {
    route: '/auth/login',
    fills: ['username', 'current-password'],
    typed: { email: 'olga@example.org', password: 'seven quiet blue domes' },
  },
  { route: '/auth/reset/password', fills: ['username'], typed: { email: 'olga@example.org' } },
  {
    route: '/auth/gmail/verify',
    fills: ['one-time-code'],
    typed: { code: '123456' },
    reset: { step: 1, email: 'olga@example.org' },
  },
  {
    route: '/auth/new/password',
    fills: ['username', 'new-password'],
    typed: { password: 'seven quiet blue domes' },
    reset: { step: 2, email: 'olga@example.org', code: '123456' },
  },
  {
    route: '/profile/security',
    fills: ['username', 'current-password', 'new-password'],
    typed: { current_password: 'six loud red domes', new_password: 'seven quiet blue domes' },
  },
];

const locale = 'ru';
const auth = (path: string) => words(locale, 'auth', path);
const problems = (path: string) => words(locale, 'forms', `problems.${path}`);

test(`a call that fails is told on each page of the account, and what was typed stays`, async ({ page, context }) => {
  await ownNetwork(page);
  await beSignedIn(page, await newAccount(page, locale));
  const problem = page.locator('.problem');
  let answer: { status: number; headers?: Record<string, string>; body: string } | undefined;
  // Only what a form sends fails; what a page asks for by itself gets through.
  await page.route('**/api/v1/**', (route) =>
    answer && route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
  );
  for (const { route, fills, typed, reset } of PAGES) {
    await open(page, locale, route);
    if (reset) {
      await page.evaluate((state) => sessionStorage.setItem('passwordReset', JSON.stringify(state)), reset);
      await page.reload();
      await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
    }
    for (const [name, value] of Object.entries(typed)) await page.locator(`main [name=${name}]`).fill(value);
    // What password managers go by: one form on a page, each box named for what it is, and whose password it is.
    await expect(page.locator('main form')).toHaveCount(1);
    const boxes = page.locator('main form input');
    expect(await boxes.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))).toEqual(
      fills,
    );
    const send = page.locator('main form button[type=submit]').first();

    const body = JSON.stringify({ code: 'host_unreachable', message: 'x', request_id: 'req-1234' });
    answer = { status: 502, headers: { 'X-Request-Id': 'req-1234' }, body };
    await send.click();
    await expect(problem).toContainText(problems('host_unreachable.title'));
    await expect(problem).toContainText('req-1234');
    await expect(problem).toBeFocused();

    answer = { status: 500, body: '<h1>nginx</h1>' };
    await send.click();
    await expect(problem).toContainText(problems('internal.title'));
    await expect(problem).not.toContainText('nginx');

    await context.setOffline(true);
    answer = undefined;
    await send.click();
    await expect(problem).toContainText(problems('offline.title'));
    await expect(problem).toContainText(problems('offline.text'));
    await context.setOffline(false);

    answer = { status: 429, headers: { 'Retry-After': '2400' }, body: '' };
    await send.click();
    await expect(problem).toContainText(auth('wait.title'));
    await expect(problem).toContainText(auth('wait.minutes_many').replace('{{count}}', '40'));
    answer = undefined;
    for (const [name, value] of Object.entries(typed)) {
      await expect(page.locator(`main [name=${name}]`)).toHaveValue(value);
    }
  }
});

test(`no code is promised when the hour has had five, to an applicant and a stranger alike`, async ({
  page,
  storage,
}) => {
  await ownNetwork(page);
  const { email } = await newAccount(page, locale);
  for (const address of [email, `nobody.${Date.now()}@example.org`]) {
    await page.request.post('/api/v1/forgot-password-token', { data: { email: address } });
    change(storage, 'UPDATE reset_codes SET hour_count = 5, made_at = made_at - 60000');
    await open(page, locale, '/auth/reset/password');
    await page.locator('[name=email]').fill(address);
    await page.locator('main form button[type=submit]').click();
    await expect(page.locator('.problem')).toContainText(auth('wait.title'));
    await expect(page.locator('.problem')).toContainText(auth('wait.codes'));
    await expect(page.locator('.problem')).toContainText(/\b(60|59)\b/);
    await expect(page).toHaveURL(`/${locale}/auth/reset/password`);
  }
});

test(`a browser that may keep nothing says what to do before anything is typed`, async ({ page }) => {
  await ownNetwork(page);
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await open(page, locale, '/auth/login');
  const problem = page.locator('.problem');
  await expect(problem).toContainText(problems('storage_blocked.title'));
  await expect(problem).toContainText(problems('storage_blocked.text'));
  let asked = 0;
  page.on('request', (request) => {
    asked += Number(request.url().includes('/api/'));
  });
  await page.locator('[name=email]').fill('olga@example.org');
  await page.locator('[name=password]').fill('seven quiet blue domes');
  await page.locator('main form button[type=submit]').click();
  await expect(problem).toBeFocused();
  expect(asked).toBe(0);
  await problem.getByRole('button', { name: problems('storage_blocked.action') }).click();
  await expect(page.locator('[name=password]')).toHaveValue('');
});
