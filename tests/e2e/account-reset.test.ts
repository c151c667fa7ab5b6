/** A forgotten password: the complete reset with the code of the real mail, and each way to fail. */

import { changeRows, createAccount, setOwnNetwork } from './support/account.ts';
import { fillSignIn, mainOf, sendButton } from './support/account-page.ts';
import { containing } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { codeOf, mailsTo, nthMail } from './support/mail.ts';
import { expect, expectedErrors, open, test } from './support/portal.ts';
import { LONG } from './support/stages.ts';

// The browser logs every refused call.
expectedErrors.push(/the server responded with a status of (401|403|410|422)/);

const NEXT_PASSWORD = 'девять тихих караванов 2032';

test('a password is reset with the code from the mail', async ({ page, storage }) => {
  const locale = 'ru';
  const auth = (path: string, values?: Record<string, string>) => words(locale, 'auth', path, values);
  const mail = (path: string) => words(locale, 'admin', `mail.${path}`);
  const send = (step: 'email' | 'code' | 'password') => sendButton(page, auth(`reset.${step}.submit`)).click();
  const code = page.getByLabel(auth('reset.code.label'), { exact: true });
  const password = page.getByLabel(auth('reset.password.label'), { exact: true });

  await setOwnNetwork(page);
  await page.clock.install();
  const account = await createAccount(page, locale);
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
  await page.getByLabel(auth('reset.email.label'), { exact: true }).fill(account.email.toUpperCase());
  await send('email');
  await page.waitForURL(`**/${locale}/auth/gmail/verify`);
  // Another code can be requested after a while.
  const resend = page.getByRole('button', { name: auth('reset.code.resend') });
  await expect(mainOf(page)).toContainText(auth('reset.code.resendWait', { time: '' }).trim());
  await expect(resend).toBeHidden();
  const first = await nthMail(account.email, 2);
  expect(first.subject).toBe(mail('code.subject'));
  expect(first.html).toContain(`<html lang="${locale}">`);
  expect(first.html).toContain(codeOf(first));

  // A wrong code costs an attempt; a reload keeps step and count.
  const triesLeft = auth('reset.code.left_few', { count: '4' });
  await code.fill(codeOf(first) === '000000' ? '000001' : '000000');
  await send('code');
  await expect(code).toHaveAccessibleDescription(containing(words(locale, 'forms', 'errors.code_wrong')));
  await expect(mainOf(page)).toContainText(triesLeft);
  await page.reload();
  await expect(mainOf(page)).toContainText(triesLeft);
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');

  // The code is made older than its lifetime.
  changeRows(storage, 'UPDATE reset_codes SET made_at = made_at - 900000 WHERE applicant_id = ?', account.id);
  await code.fill(codeOf(first));
  await send('code');
  await expect(mainOf(page)).toContainText(auth('reset.code.expiredTitle'));

  await page.clock.fastForward(31_000);
  await resend.click();
  await expect(mainOf(page)).toContainText(auth('reset.code.resent'));
  const second = codeOf(await nthMail(account.email, 3));
  await code.focus();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    ` ${second.slice(0, 3)} ${second.slice(3)} `,
  );
  await expect(code).toHaveValue(second);
  await send('code');
  await page.waitForURL(`**/${locale}/auth/new/password`);

  await password.fill('короткий');
  await send('password');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(NEXT_PASSWORD);
  await send('password');
  await page.waitForURL(`**/${locale}/auth/change/password/success`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth('reset.done.title'));
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
  await fillSignIn(page, locale, account.email, NEXT_PASSWORD);
  await expect(page).toHaveURL(`/${locale}/profile`);
});

test(
  'a later page of a password reset, opened first, leads to the first page with the reason',
  LONG,
  async ({ page }) => {
    const locale = 'en';
    const auth = (path: string) => words(locale, 'auth', path);
    await setOwnNetwork(page);
    const start = page.getByRole('link', { name: auth('reset.startAction') });
    for (const route of ['/auth/gmail/verify', '/auth/new/password', '/auth/change/password/success']) {
      await open(page, locale, route);
      await expect(mainOf(page)).toContainText(auth('reset.startText'));
      await expect(mainOf(page).getByRole('textbox')).toHaveCount(0);
      await expect(start).toHaveAttribute('href', `/${locale}/auth/reset/password`);
    }
    // An unknown address behaves the same, without a mail.
    const stranger = `nobody.${Date.now()}@example.org`;
    await start.click();
    await page.getByLabel(auth('reset.email.label'), { exact: true }).fill(stranger);
    await sendButton(page, auth('reset.email.submit')).click();
    await page.waitForURL(`**/${locale}/auth/gmail/verify`);
    await open(page, locale, '/auth/new/password');
    await expect(mainOf(page)).toContainText(auth('reset.codeFirstTitle'));
    expect(mailsTo(stranger)).toEqual([]);
  },
);
