/** A forgotten password in each language: the whole way with the code from the real mail, and each way to fail in it. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { change, newAccount, ownNetwork, typeSignIn } from './support/account.ts';
import { words } from './support/locale-words.ts';
import { codeOf, mailsTo, nthMail } from './support/mail.ts';
import { expect, expectedErrors, open, type Page, test } from './support/portal.ts';

// The browser reports every refused call by itself.
expectedErrors.push(/the server responded with a status of (401|403|410|422)/);

const NEXT_PASSWORD = 'девять тихих караванов 2032';
const send = (page: Page) => page.locator('main form button[type=submit]').click();

for (const locale of LOCALES) {
  const auth = (path: string) => words(locale, 'auth', path);
  const mail = (path: string) => words(locale, 'admin', `mail.${path}`);

  test(`a password is reset with the code from the mail (${locale})`, async ({ page, storage }) => {
    test.setTimeout(60_000);
    await ownNetwork(page);
    const account = await newAccount(page, locale);
    const received = await nthMail(account.email, 1);
    expect(received.subject).toBe(mail('received.subject').replace('{{id}}', account.id));
    for (const form of [received.text, received.html]) {
      expect(form).toContain(mail('received.intro'));
      expect(form).toContain(account.id);
      expect(form).toContain(`/${locale}/profile/status`);
    }

    await open(page, locale, '/auth/login');
    await page.getByRole('link', { name: auth('login.forgot') }).click();
    await page.waitForURL(`**/${locale}/auth/reset/password`);
    await page.locator('[name=email]').fill(account.email.toUpperCase());
    await send(page);
    await page.waitForURL(`**/${locale}/auth/gmail/verify`);
    await expect(page.locator('.resend__wait')).toBeVisible();
    const first = await nthMail(account.email, 2);
    expect(first.subject).toBe(mail('code.subject'));
    expect(first.html).toContain(`<html lang="${locale}">`);
    expect(first.html).toContain(codeOf(first));

    // A wrong code costs a try; a reload keeps step and count of it.
    await page.locator('[name=code]').fill(codeOf(first) === '000000' ? '000001' : '000000');
    await send(page);
    await expect(page.locator('#code-error')).toContainText(words(locale, 'forms', 'errors.code_wrong'));
    await expect(page.locator('main form')).toContainText('4');
    await page.reload();
    await expect(page.locator('[name=code]')).toHaveAttribute('autocomplete', 'one-time-code');

    // Too old: the clock is moved for this code.
    change(storage, 'UPDATE reset_codes SET made_at = made_at - 900000 WHERE applicant_id = ?', account.id);
    await page.locator('[name=code]').fill(codeOf(first));
    await send(page);
    await expect(page.locator('main')).toContainText(auth('reset.code.expiredTitle'));

    await page.clock.install();
    await page.reload();
    await page.clock.fastForward(31_000);
    await page.getByRole('button', { name: auth('reset.code.resend') }).click();
    await expect(page.locator('main')).toContainText(auth('reset.code.resent'));
    const second = codeOf(await nthMail(account.email, 3));
    await page.locator('[name=code]').focus();
    await page.evaluate(
      (text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      },
      ` ${second.slice(0, 3)} ${second.slice(3)} `,
    );
    await expect(page.locator('[name=code]')).toHaveValue(second);
    await send(page);
    await page.waitForURL(`**/${locale}/auth/new/password`);

    await page.locator('[name=password]').fill('короткий');
    await send(page);
    await expect(page.locator('#password-error')).toBeVisible();
    await page.locator('[name=password]').fill(NEXT_PASSWORD);
    await send(page);
    await page.waitForURL(`**/${locale}/auth/change/password/success`);
    await expect(page.locator('main h1')).toHaveText(auth('reset.done.title'));
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const secret of [NEXT_PASSWORD, account.email, second]) expect(stored).not.toContain(secret);

    const changed = await nthMail(account.email, 4);
    expect(changed.subject).toBe(mail('passwordChanged.subject'));
    for (const form of [changed.text, changed.html]) {
      expect(form).toContain(mail('passwordChanged.intro'));
      expect(form).toContain(`/${locale}/auth/reset/password`);
    }

    await page.getByRole('link', { name: auth('reset.done.action') }).click();
    await page.waitForURL(`**/${locale}/auth/login`);
    await typeSignIn(page, account.email, NEXT_PASSWORD);
    await expect(page).toHaveURL(`/${locale}/profile`);
  });

  test(`a later page of the reset leads to the first and says why (${locale})`, async ({ page }) => {
    await ownNetwork(page);
    for (const route of ['/auth/gmail/verify', '/auth/new/password', '/auth/change/password/success']) {
      await open(page, locale, route);
      await expect(page.locator('main')).toContainText(auth('reset.startText'));
      await expect(page.locator('main form')).toHaveCount(0);
      const way = page.getByRole('link', { name: auth('reset.startAction') });
      await expect(way).toHaveAttribute('href', `/${locale}/auth/reset/password`);
    }
    // An address that nobody has goes the same way, and no mail is sent.
    const stranger = `nobody.${Date.now()}@example.org`;
    await page.getByRole('link', { name: auth('reset.startAction') }).click();
    await page.locator('[name=email]').fill(stranger);
    await send(page);
    await page.waitForURL(`**/${locale}/auth/gmail/verify`);
    await open(page, locale, '/auth/new/password');
    await expect(page.locator('main')).toContainText(auth('reset.codeFirstTitle'));
    expect(mailsTo(stranger)).toEqual([]);
  });
}
