/** Messages to the staff from the account and the help page: sent, answered, or refused without losing the text. */
import type { Route } from 'playwright/test';
import { runDueCrons } from '../../../functions/local/crons.ts';
import { endpointPath } from '../../../src/domain/api/endpoints.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { MESSAGES_PER_HOUR } from '../../../src/domain/input/message.ts';
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf } from '../support/account-page.ts';
import { findings } from '../support/axe.ts';
import { words } from '../support/locale-words.ts';
import { mailsTo, nthMail } from '../support/mail.ts';
import { expectAccessible, startDesk } from '../support/officers.ts';
import { expect, expectedErrors, open, type Page, test } from '../support/portal.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';

// Refused messages.
expectedErrors.push(/status of (?:422|429)/, /net::ERR_FAILED/);

/** The host's setting on this machine. */
const OFFICE = 'office@example.com';
const said = (locale: Locale, path: string) => words(locale, 'messages', path);
/** The mails to the office with a text. */
const officeMails = (text: string) => mailsTo(OFFICE).filter((mail) => mail.text.includes(text));

async function openForm(page: Page, locale: Locale) {
  await open(page, locale, '/help/contact');
  await page.getByRole('button', { name: words(locale, 'home', 'ask.open') }).click();
  await expect(page.getByRole('heading', { name: said(locale, 'title') })).toBeVisible();
  await expect(page.getByRole('region', { name: said(locale, 'title') })).toBeFocused();
}

const send = (page: Page, locale: Locale) => page.getByRole('button', { name: said(locale, 'send') }).click();

for (const locale of LOCALES) {
  test(
    `an applicant asks, and an officer's answer arrives by mail and in the account (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, browser, baseURL }) => {
      test.slow();
      await setOwnNetwork(page);
      const account = await createAccount(page, locale);
      await signInByCall(page, account);
      await open(page, locale, '/profile');
      const main = mainOf(page);
      await main.getByRole('button', { name: words(locale, 'auth', 'home.question') }).click();
      await send(page, locale);
      await expect(main.getByRole('link', { name: said(locale, 'textRequired') })).toBeVisible();
      const question = `When will I hear? ${account.id}`;
      await main.getByLabel(said(locale, 'text')).fill(question);
      const sending = main.getByRole('button', { name: said(locale, 'send') });
      await sending.dblclick();
      await expect(main.getByText(said(locale, 'done'))).toBeVisible();
      await expect(main.getByText(question)).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await expect.poll(() => officeMails(question).length).toBe(1);
      expect(officeMails(question)[0]?.text).toContain(account.email);

      const desk = await startDesk();
      const office = await (await browser.newContext()).newPage();
      try {
        await desk.enter(office, 'anna');
        await office.goto(`${desk.origin}/messages?lng=en`);
        await expectAccessible(office);
        await office.goto(`${desk.origin}/applications/${account.id}`);
        await office.getByRole('region', { name: 'Messages' }).getByRole('link').first().click();
        await office.getByLabel('Answer').fill(`Within a week, ${account.id}.`);
        await expectAccessible(office);
        await office.getByRole('button', { name: 'Send the answer' }).click();
        await expect(office.getByText('The answer goes out within a minute.')).toBeVisible();
      } finally {
        await office.context().close();
        await desk.stop();
      }
      await page.reload();
      await main.getByRole('button', { name: words(locale, 'auth', 'home.question') }).click();
      await expect(main.getByText(`Within a week, ${account.id}.`)).toBeVisible();
      await runDueCrons(new URL(baseURL ?? '').port, 17);
      await expect.poll(() => mailsTo(account.email).length).toBe(2);
      const mail = await nthMail(account.email, 2);
      expect(mail.subject).toBe(words(locale, 'admin', 'mail.answer.subject'));
      for (const part of [`Within a week, ${account.id}.`, `/${locale}/profile`]) expect(mail.text).toContain(part);
      // The address is not confirmed, so that the mail holds no words of the sender.
      expect(mail.text).not.toContain(question);
    },
  );

  test(
    `a visitor asks on the help page, and a refused or lost question stays in the form (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      await setOwnNetwork(page);
      await openForm(page, locale);
      expect(await findings(page)).toEqual([]);
      await send(page, locale);
      const summary = page
        .getByRole('region', { name: /./ })
        .filter({ has: page.getByRole('link', { name: said(locale, 'textRequired') }) });
      await expect(summary.first()).toBeVisible();
      const text = `How do I apply from abroad? ${Date.now()} ${locale}`;
      await page.getByLabel(said(locale, 'text')).fill(text);
      await page.locator('#email').fill('someone@example.org');
      await page.locator('#application').fill('ITV-7Q2M9XK4TB');

      // The response is lost: the question is stored once.
      const path = endpointPath('askQuestion', {});
      const lose = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route(`**${path}`, lose, { times: 1 });
      await send(page, locale);
      await expect(page.getByText(said(locale, 'kept'))).toBeVisible();
      await expect(page.getByLabel(said(locale, 'text'))).toHaveValue(text);

      // The text is kept in the other language.
      const other = locale === 'ru' ? 'en' : 'ru';
      await open(page, other, '/help/contact');
      await expect(page.getByLabel(said(other, 'text'))).toHaveValue(text);
      await expect(page.locator('#email')).toHaveValue('someone@example.org');
      expect(await page.evaluate(() => document.activeElement?.localName), 'nothing took the focus').toBe('body');
      await open(page, locale, '/help/contact');
      await expect(page.getByLabel(said(locale, 'text'))).toHaveValue(text);
      await send(page, locale);
      await expect(page.getByText(said(locale, 'done'))).toBeVisible();
      await expect.poll(() => officeMails(text).length).toBe(1);

      // The network has exceeded its quota of questions.
      const askUntilRefused = async ({ address, most }: { address: string; most: number }) => {
        const statuses: number[] = [];
        while (statuses.length < 2 * most && !statuses.includes(429)) {
          const body = JSON.stringify({ id: crypto.randomUUID(), text: 'Again', email: 'x@example.org' });
          const headers = { 'Content-Type': 'application/json' };
          statuses.push((await fetch(address, { method: 'POST', headers, body })).status);
        }
        return statuses;
      };
      const quota = { address: path, most: MESSAGES_PER_HOUR.network };
      expect(await page.evaluate(askUntilRefused, quota)).toContain(429);
      await page.getByRole('button', { name: said(locale, 'another') }).click();
      await page.getByLabel(said(locale, 'text')).fill('One more');
      await page.locator('#email').fill('someone@example.org');
      await send(page, locale);
      await expect(page.getByText(words(locale, 'auth', 'wait.title'))).toBeVisible();
      await expect(page.getByText(said(locale, 'kept'))).toBeVisible();
      await expect(page.getByLabel(said(locale, 'text'))).toHaveValue('One more');
    },
  );
}

test('account and help page offer no messages where the host does not accept them', RELEASE, async ({ page }) => {
  await setOwnNetwork(page);
  const path = endpointPath('acceptsMessages', {});
  await page.route(`**${path}`, (route) => route.fulfill({ status: 204 }));
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await open(page, 'en', '/help/contact');
  await asked;
  await expect(page.getByRole('button', { name: words('en', 'home', 'ask.open') })).toHaveCount(0);

  const account = await createAccount(page, 'en');
  await signInByCall(page, account);
  await page.route('**/api/v1/user', async (route) => {
    const response = await route.fetch();
    const { offers: _, ...body } = (await response.json()) as { offers: string[] };
    await route.fulfill({ response, json: body });
  });
  await open(page, 'en', '/profile');
  await expect(mainOf(page).getByText(words('en', 'auth', 'home.ask'))).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(mainOf(page).getByRole('button', { name: words('en', 'auth', 'home.question') })).toHaveCount(0);
});
