/**
 * The pages of the account as they behave in a browser: the menu, what each page asks of the host, and what each shows when
 * the host, the network or the record is not as usual. Each test makes its own account and signs it in by calls.
 */
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { type Account, change, newAccount, ownNetwork } from './support/account.ts';
import { fixture } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, open, type Page, type Storage, test } from './support/portal.ts';
import { collectRequests, signInByCall } from './support/signed-in.ts';

// The browser reports each call without a network, and each that is refused, by itself.
expectedErrors.push(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/, /status of (403|404|409|502)/);

const NAMES = { status: '/profile/status', person: '/profile/application/founder', security: '/profile/security' };

async function account(page: Page, locale: Locale): Promise<Account> {
  await ownNetwork(page);
  const made = await newAccount(page, locale);
  await signInByCall(page, made.email);
  return made;
}

const openMenu = async (page: Page) => {
  await page.locator('.account-button').click();
  await expect(page.locator('dialog.drawer')).toBeVisible();
};

async function follow(page: Page, locale: Locale, route: string): Promise<void> {
  await openMenu(page);
  await page.locator(`dialog.drawer a[href="/${locale}${route}"]`).click();
  await expect(page).toHaveURL(`/${locale}${route}`);
}

/** Writes a status that the portal does not know, as another host may. */
function putStatus(storage: Storage, id: string, status: string): void {
  const sql = `INSERT INTO status_history (applicant_id, position, status, note, created_at)
    SELECT applicant_id, COUNT(*), ?, '', ? FROM status_history WHERE applicant_id = ?`;
  change(storage, sql, status, Date.now(), id);
  change(storage, 'UPDATE applicants SET status = ? WHERE id = ?', status, id);
}

test('nothing is asked for twice, neither by a page nor on the way from one to the next', async ({ page }) => {
  await account(page, 'ru');
  const requests = collectRequests(page);
  const api = (all: string[]) => all.filter((request) => request.includes('/api/'));
  const twice = (all: string[]) => all.filter((request, index) => all.indexOf(request) !== index);
  const sessions = page.locator('.session-list li');

  await open(page, 'ru', '/profile');
  await expect(page.locator('.stage')).toBeVisible();
  await follow(page, 'ru', NAMES.status);
  await expect(page.locator('.timeline')).toBeVisible();
  await follow(page, 'ru', NAMES.person);
  await expect(page.locator('.record-section').first()).toBeVisible();
  await follow(page, 'ru', NAMES.security);
  await expect(sessions).toHaveCount(1);
  const journey = requests.take();
  expect(api(journey)).toEqual(['GET /api/v1/user', 'GET /api/v1/user/sessions']);
  expect(twice(journey)).toEqual([]);

  for (const route of [NAMES.status, NAMES.person]) {
    await open(page, 'ru', route);
    await expect(page.locator('.timeline, .record-section').first()).toBeVisible();
    await expect(page.locator('.account-button img')).toBeVisible();
    const direct = requests.take();
    expect(api(direct)).toEqual(['GET /api/v1/user']);
    expect(twice(direct)).toEqual([]);
    expect(direct.filter((request) => request.includes('/files/')).length).toBeLessThanOrEqual(1);
  }
  await open(page, 'ru', NAMES.security);
  await expect(sessions).toHaveCount(1);
  const security = requests.take();
  expect(api(security).sort()).toEqual(['GET /api/v1/user', 'GET /api/v1/user/sessions']);
  expect(twice(security)).toEqual([]);
});

test('the words of a page come with it in the other language', async ({ page }) => {
  await account(page, 'ru');
  await open(page, 'ru', '/profile');
  await expect(page.locator('.stage')).toBeVisible();
  await page.locator('language-switch a[hreflang="en"]').click();
  await expect(page.locator('.account-button__word')).toHaveText(words('en', 'auth', 'menu.open'));
  await follow(page, 'en', NAMES.security);
  await expect(page.locator('.session-list li')).toContainText(words('en', 'auth', 'security.sessions.current'));
});

test('the menu keeps the focus and gives it back, and closes by Escape, by its overlay and by a link', async ({
  page,
}) => {
  const { surname, email, id } = await account(page, 'en');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'en', '/profile');
  const button = page.locator('.account-button');
  const drawer = page.locator('dialog.drawer');
  const focusIn = () => page.evaluate(() => document.querySelector('dialog.drawer')?.contains(document.activeElement));

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeVisible();
  await expect(drawer).toContainText(surname);
  await expect(drawer).toContainText(email);
  await expect(drawer).toContainText(id);
  await expect(drawer.locator('a[href="tel:1345"]')).toBeVisible();
  await expect(drawer.locator('[aria-current=page]')).toHaveText(words('en', 'auth', 'menu.home'));
  await expect(drawer.locator('a[target=_blank]')).toHaveAttribute('rel', /noopener/);
  expect((await page.locator('.drawer__sheet').boundingBox())?.width).toBeCloseTo(430);
  expect(await focusIn()).toBe(true);
  const stops = await drawer.locator('a, button').count();
  for (let stop = 0; stop <= stops; stop += 1) {
    await page.keyboard.press('Tab');
    // From the last stop the platform leads to the browser's own controls, never to the page behind.
    expect(await page.evaluate(() => document.activeElement?.closest('main, .site-header > :not(dialog)'))).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await page.mouse.click(200, 500);
  await expect(drawer).toBeHidden();
  await follow(page, 'en', NAMES.status);
  await expect(drawer).toBeHidden();
  await openMenu(page);
  await expect(drawer.locator('[aria-current=page]')).toHaveText(words('en', 'auth', 'menu.status'));
  await page.setViewportSize({ width: 375, height: 700 });
  // From edge to edge, but for the place that this browser keeps for its scroll bar.
  const box = async () => page.locator('.drawer__sheet').boundingBox();
  await expect.poll(async () => (await box())?.x).toBeCloseTo(0);
  expect((await box())?.width).toBeGreaterThanOrEqual(375 - 15);
});

test('what is new since the last visit is told, also of a status and a field that the portal does not know', async ({
  page,
  storage,
}) => {
  const { id } = await account(page, 'en');
  await open(page, 'en', '/profile');
  await expect(page.locator('.stage')).toContainText(words('en', 'auth', 'stages.submitted.title'));
  await expect(page.locator('.since')).toHaveCount(0);
  // The record of this tab is shown before the host's answer: one that came after the change below would tell it already.
  const answered = page.waitForResponse('**/api/v1/user');
  await page.reload();
  await (await answered).finished();
  await expect(page.locator('.since')).toHaveText(words('en', 'auth', 'home.sinceNothing'));

  putStatus(storage, id, 'with_the_registrar');
  const put = `UPDATE applicants SET fields = json_set(fields, '$.hair_colour', 'red', '$.file5', NULL) WHERE id = ?`;
  change(storage, put, id);
  await page.reload();
  await expect(page.locator('.since li')).toContainText('with_the_registrar');
  await expect(page.locator('.stage__title')).toHaveText('with_the_registrar');
  await expect(page.locator('.portrait--initials').first()).toHaveText('LE');
  await follow(page, 'en', NAMES.status);
  await expect(page.locator('.timeline__item[aria-current=step]')).toContainText('with_the_registrar');
  await follow(page, 'en', NAMES.person);
  await expect(page.locator('main')).toContainText('Lindqvist');
  await expect(page.locator('.change-start')).toHaveCount(0);
  await page.goto('/en/profile/application/investor');
  await page.getByRole('link', { name: words('en', 'auth', 'person.otherTypeAction') }).click();
  await expect(page).toHaveURL('/en/profile/application/founder');
});

test('every page says what it has and what to do while it loads, without a network and when the host fails', async ({
  page,
  storage,
  context,
}) => {
  const { id } = await account(page, 'ru');
  const main = page.locator('main');
  const says = (path: string) => expect(main).toContainText(words('ru', 'auth', path));
  let answerNow = () => {};
  await page.route('**/api/v1/user', async (route) => {
    await new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
  });
  // Nothing is known yet: loading, then failed with a way on.
  for (const route of ['/profile', ...Object.values(NAMES)]) {
    await open(page, 'ru', route);
    await says('data.loading');
    answerNow();
    await says('data.failedTitle');
    await expect(main.getByRole('button', { name: words('ru', 'auth', 'data.again') }).first()).toBeVisible();
  }
  await page.unroute('**/api/v1/user');
  await main
    .getByRole('button', { name: words('ru', 'auth', 'data.again') })
    .first()
    .click();
  await expect(main.locator('[name=current_password]')).toBeVisible();

  // What is known stays, and the page says so.
  await follow(page, 'ru', NAMES.status);
  await context.setOffline(true);
  await main.getByRole('button', { name: words('ru', 'auth', 'data.refresh') }).click();
  await says('data.offlineTitle');
  await expect(main.locator('.timeline')).toBeVisible();
  await context.setOffline(false);

  change(storage, 'DELETE FROM status_history WHERE applicant_id = ?', id);
  await main.getByRole('button', { name: words('ru', 'auth', 'data.refresh') }).click();
  await says('status.emptyTitle');
  await follow(page, 'ru', '/profile');
  await says('home.emptyTitle');
});

test('of two tabs the older change is not sent, and its owner chooses', async ({ page, context, storage }) => {
  const { id } = await account(page, 'ru');
  const t = (path: string) => words('ru', 'auth', `person.change.${path}`);
  const form = async (tab: Page) => {
    await open(tab, 'ru', `${NAMES.person}#change`);
    await expect(tab.locator('[name=passport_number]')).toBeVisible();
  };
  const save = (tab: Page) => tab.locator('.change-bar button[type=submit]').click();
  const stored = () => {
    const names = ['passport_number', 'petitioner_name'];
    const sql = `SELECT ${names.map((name) => `fields ->> '$.${name}' AS ${name}`)} FROM applicants WHERE id = ?`;
    return { ...storage.DB.prepare(sql).get(id) };
  };
  await form(page);
  await page.locator('[name=passport_number]').fill('AB1111111');
  const second = await context.newPage();
  await form(second);
  // The device's draft of the first tab comes along; the second begins with its own.
  await second.locator('[name=passport_number]').fill('LQ7654321');
  await second.locator('[name=petitioner_name]').fill('Second Tab');
  await save(second);
  await expect(second.getByText(t('savedTitle'))).toBeVisible();

  // A tab that is behind gets little of the processor.
  await page.bringToFront();
  await save(page);
  await expect(page.getByText(t('conflictTitle'))).toBeVisible();
  await expect(page.locator('.summary-list')).toContainText('LQ7654321');
  await expect(page.locator('.summary-list')).toContainText('AB1111111');
  await expect(async () =>
    expect(stored()).toEqual({ passport_number: 'LQ7654321', petitioner_name: 'Second Tab' }),
  ).toPass();
  await page.getByRole('button', { name: t('keepMine') }).click();
  await expect(page.locator('[name=petitioner_name]')).toHaveValue('Second Tab');
  await save(page);
  await expect(page.getByText(t('savedTitle'))).toBeVisible();
  await expect(async () =>
    expect(stored()).toEqual({ passport_number: 'AB1111111', petitioner_name: 'Second Tab' }),
  ).toPass();
});

test('a file opens by its name also when its link has become old, from the form too', async ({ page }) => {
  await account(page, 'en');
  await page.clock.install();
  await open(page, 'en', NAMES.person);
  const requests = collectRequests(page);
  const renewed = () => requests.take().filter((request) => request.includes('/api/v1/user')).length;
  const fetched = async () => {
    const [answer] = await Promise.all([
      page.context().waitForEvent('response', (response) => response.url().endsWith('/passport.pdf')),
      page.getByRole('link', { name: 'passport.pdf' }).click(),
    ]);
    return answer.status();
  };
  expect(await fetched()).toBe(200);
  expect(renewed()).toBe(0);
  await page.getByRole('button', { name: words('en', 'auth', 'person.change.start') }).click();
  await expect(page.locator('[name=surname]')).toBeVisible();
  await page.locator('[name=file2]').setInputFiles(fixture('bank.pdf'));
  await page.clock.fastForward('16:00');
  expect(await fetched()).toBe(200);
  expect(renewed()).toBe(1);
  await expect(page.locator('.change-bar')).toContainText(words('en', 'forms', 'fields.file2.label_founder'));
});

test('what was saved is in the menu at once, and reading the status again keeps the place', async ({ page }) => {
  await account(page, 'en');
  await page.setViewportSize({ width: 375, height: 500 });
  await open(page, 'en', `${NAMES.person}#change`);
  await page.locator('[name=surname]').fill('Newname');
  await page.locator('.change-bar button[type=submit]').click();
  await expect(page.getByText(words('en', 'auth', 'person.change.savedTitle'))).toBeVisible();
  await openMenu(page);
  await expect(page.locator('.drawer__name')).toContainText('Newname');
  await page.locator('.drawer__close').click();

  await follow(page, 'en', NAMES.status);
  const refresh = page.getByRole('button', { name: words('en', 'auth', 'data.refresh') });
  await refresh.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 120));
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  const answered = page.waitForResponse('**/api/v1/user');
  await refresh.evaluate((button: HTMLButtonElement) => button.click());
  await answered;
  await expect(page.locator('.timeline__item').first()).toBeVisible();
  await expect(refresh).toBeEnabled();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('the footer of the account leads to the sections of the landing page', async ({ page }) => {
  await account(page, 'ru');
  await open(page, 'ru', '/profile');
  await page
    .locator('footer')
    .getByRole('link', { name: words('ru', 'home', 'nav.news'), exact: true })
    .click();
  await page.waitForURL('**/ru#news');
  await expect(page.locator('#news h2')).toBeInViewport();
});
