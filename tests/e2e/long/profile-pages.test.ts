/**
 * The pages of the account in a browser: the menu, the calls of each page, and what each shows with unusual records, a
 * failing host or no network. A test that changes its account has its own.
 */
import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright/test';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { type Account, changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import {
  changeLink,
  mainOf,
  menuButton,
  menuOf,
  openFromMenu,
  openMenu,
  saveChangedPart,
  sendButton,
  sharedAccount,
} from '../support/account-page.ts';
import { fixture } from '../support/fill.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, type Page, sha256, test } from '../support/portal.ts';
import { collectRequests } from '../support/requests.ts';

// The browser logs calls without a network, and refused ones.
expectedErrors.push(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/, /status of (403|404|409|502)/);

// These tests do not cover the menu's animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PERSON = '/profile/application/founder';
const PAGES = ['/profile', '/profile/status', PERSON, '/profile/security'];

async function ownAccount(page: Page, locale: Locale): Promise<Account> {
  await setOwnNetwork(page);
  const made = await createAccount(page, locale);
  await signInByCall(page, made);
  return made;
}

async function readOnlyAccount(page: Page): Promise<Account> {
  await setOwnNetwork(page);
  const account = await sharedAccount(page);
  await signInByCall(page, account);
  return account;
}

const stages = (page: Page) => mainOf(page).getByRole('list').getByRole('listitem');

test('the menu of the account traps and restores the focus, and closes by Escape, overlay and link', async ({
  page,
}) => {
  const { surname, email, id } = await readOnlyAccount(page);
  const t = (path: string) => words('en', 'auth', path);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'en', '/profile');
  const button = menuButton(page, 'en');
  const menu = menuOf(page, 'en');
  const sheet = menu.getByRole('navigation', { includeHidden: true }).locator('..');
  const current = (name: string) =>
    menu.getByRole('link', { name, exact: true }).and(page.locator('[aria-current=page]'));

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await expect(menu).toContainText(surname);
  await expect(menu).toContainText(email);
  await expect(menu).toContainText(id);
  await expect(menu.getByRole('link', { name: '1345' })).toHaveAttribute('href', 'tel:1345');
  await expect(current(t('menu.home'))).toBeVisible();
  const questions = menu.getByRole('link', { name: `${t('menu.questions')} ${t('menu.newTab')}` });
  await expect(questions).toHaveAttribute('target', '_blank');
  await expect(questions).toHaveAttribute('rel', /noopener/);
  // The width of the drawer (requirements: side-menu).
  await expect(sheet).toHaveCSS('width', '430px');
  await expect(menu.locator(':focus')).toHaveCount(1);
  const stops = await menu.getByRole('link').or(menu.getByRole('button')).count();
  for (let stop = 0; stop <= stops; stop += 1) {
    await page.keyboard.press('Tab');
    // After the last stop Tab leads to the browser's own controls, never to the page behind.
    const behind = await page.evaluate(() => {
      const at = document.activeElement;
      return at !== document.body && at?.closest('dialog') === null;
    });
    expect(behind).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(200, 500);
  await expect(menu).toBeHidden();
  await openFromMenu(page, 'en', 'status');
  await expect(menu).toBeHidden();
  await openMenu(page, 'en');
  await expect(current(t('menu.status'))).toBeVisible();
  await page.setViewportSize({ width: 375, height: 700 });
  // From edge to edge, except the space that this browser reserves for its scroll bar.
  await expect(sheet).toHaveCSS('width', await menu.evaluate((dialog) => `${dialog.clientWidth}px`));
});

test('every page of the account shows data and remedies while loading, offline and when the host fails', async ({
  page,
  storage,
  context,
}) => {
  const { id } = await ownAccount(page, 'ru');
  const main = mainOf(page);
  const t = (path: string) => words('ru', 'auth', path);
  const again = main.getByRole('button', { name: t('data.again') });
  const refresh = main.getByRole('button', { name: t('data.refresh') });
  const says = (path: string) => expect(main).toContainText(t(path));
  const held: (() => void)[] = [];
  await page.route('**/api/v1/user', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
  });
  // Nothing is known yet: the page is loading, then failed with a remedy.
  for (const route of PAGES) {
    await open(page, 'ru', route);
    await says('data.loading');
    await expect.poll(() => held.length, 'the call is held').toBe(1);
    held.pop()?.();
    await says('data.failedTitle');
    await expect(again.first()).toBeVisible();
  }
  await page.unroute('**/api/v1/user');
  await again.first().click();
  await expect(main.getByLabel(t('security.password.current'), { exact: true })).toBeVisible();

  // Known data stay, with a notice.
  await openFromMenu(page, 'ru', 'status');
  // The control is rendered by the page's script, which is needed to show that the network is missing.
  await expect(refresh).toBeVisible();
  await context.setOffline(true);
  await refresh.click();
  await says('data.offlineTitle');
  await expect(stages(page).first()).toContainText(t('stages.submitted.title'));
  await context.setOffline(false);

  changeRows(storage, 'DELETE FROM status_history WHERE applicant_id = ?', id);
  await refresh.click();
  await says('status.emptyTitle');
  await openFromMenu(page, 'ru', 'home');
  await says('home.emptyTitle');
});

test('of changes in two tabs the one of an older version is not sent, and the applicant chooses', async ({
  page,
  context,
  storage,
}) => {
  const { id } = await ownAccount(page, 'ru');
  const t = (path: string, values?: Record<string, string>) => words('ru', 'auth', `person.change.${path}`, values);
  const box = (tab: Page, name: string) => mainOf(tab).locator(`[name=${name}]`);
  const send = (tab: Page) => sendButton(tab, t('submit')).click();
  const stored = () => {
    const names = ['passport_number', 'petitioner_name'];
    const sql = `SELECT ${names.map((name) => `fields ->> '$.${name}' AS ${name}`)} FROM applicants WHERE id = ?`;
    return { ...storage.DB.prepare(sql).get(id) };
  };
  await open(page, 'ru', `${PERSON}#change:passport`);
  await box(page, 'passport_number').fill('AB1111111');
  await saveChangedPart(page, 'ru');
  const second = await context.newPage();
  await open(second, 'ru', `${PERSON}#change:passport`);
  // The first tab has unsaved changes from the device; the second starts with its own.
  await box(second, 'passport_number').fill('LQ7654321');
  await saveChangedPart(second, 'ru');
  await changeLink(second, 'company', 'ru').click();
  await box(second, 'petitioner_name').fill('Second Tab');
  await saveChangedPart(second, 'ru');
  await send(second);
  await expect(second.getByText(t('savedTitle'))).toBeVisible();

  // A background tab gets little processor time.
  await page.bringToFront();
  // The newer version cannot be read at first.
  await page.route('**/api/v1/user', (route) => route.abort());
  await send(page);
  await expect(page.getByText(words('ru', 'forms', 'refusals.stale.title'))).toBeVisible();
  await page.unroute('**/api/v1/user');
  await send(page);
  await expect(page.getByText(t('conflictTitle'))).toBeVisible();
  await expect(mainOf(page)).toContainText(t('storedIs', { value: 'LQ7654321' }));
  await expect(mainOf(page)).toContainText(t('mineIs', { value: 'AB1111111' }));
  expect(stored()).toEqual({ passport_number: 'LQ7654321', petitioner_name: 'Second Tab' });
  await page.getByRole('button', { name: t('keepMine') }).click();
  await changeLink(page, 'company', 'ru').click();
  await expect(box(page, 'petitioner_name')).toHaveValue('Second Tab');
  await saveChangedPart(page, 'ru');
  await send(page);
  await expect(page.getByText(t('savedTitle'))).toBeVisible();
  expect(stored()).toEqual({ passport_number: 'AB1111111', petitioner_name: 'Second Tab' });
});

test('a file opens under its name with an old link too, also from the form', async ({ page }) => {
  await readOnlyAccount(page);
  await page.clock.install();
  await open(page, 'en', PERSON);
  await expect(page.getByRole('link', { name: 'passport.pdf' })).toBeVisible();
  const requests = collectRequests(page);
  const renewed = () => requests.take().filter((request) => request.includes('/api/v1/user')).length;
  const content = async (file: Download) => sha256(new Uint8Array(await readFile(await file.path())));
  const sent = await sha256(new Uint8Array(await readFile(fixture('passport.pdf'))));
  const fetched = async () => {
    const [download, tab] = await Promise.all([
      page.waitForEvent('download'),
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'passport.pdf' }).click(),
    ]);
    const fingerprint = await content(download);
    // An empty tab left open would delay the end of the test.
    await tab.close();
    return fingerprint;
  };
  expect(await fetched()).toBe(sent);
  expect(renewed()).toBe(0);
  await page.getByRole('link', { name: words('en', 'auth', 'person.change.start') }).click();
  await changeLink(page, 'company', 'en').click();
  await mainOf(page).locator('[name=file2]').setInputFiles(fixture('bank.pdf'));
  await saveChangedPart(page, 'en');
  await changeLink(page, 'passport', 'en').click();
  await page.clock.fastForward('16:00');
  expect(await fetched()).toBe(sent);
  expect(renewed()).toBe(1);
  await changeLink(page, 'list', 'en').click();
  await expect(mainOf(page).getByRole('status').filter({ hasText: /\b1\b/ })).toContainText(
    words('en', 'forms', 'fields.file2.label_founder'),
  );
});
