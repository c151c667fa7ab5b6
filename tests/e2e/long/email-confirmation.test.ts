/** An applicant confirms the email address by the link in the first mail, or by a new one. */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { alertOf, mainOf, sendButton } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { nthMail, type ReadMail } from '../support/mail.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

// The browser logs every refused call.
expectedErrors.push(/the server responded with a status of (403|429)/);

const linkIn = ({ text }: ReadMail) => new URL(/https?:\S+\/auth\/confirm\/email#[\w-]{43}/.exec(text)?.[0] ?? '');

for (const locale of LOCALES) {
  test(
    `an address is confirmed by the latest confirmation link (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, storage }) => {
      const auth = (path: string, values = {}) => words(locale, 'auth', path, values);
      await setOwnNetwork(page);
      const account = await createAccount(page, locale);
      const first = linkIn(await nthMail(account.email, 1));
      await signInByCall(page, account);
      await open(page, locale, '/profile');
      const main = mainOf(page);
      const again = main.getByRole('button', { name: auth('home.confirmation.start') });
      await expect(main.getByText(auth('home.confirmation.state'))).toBeVisible();

      // The first mail was sent a few seconds ago.
      const question = page.getByRole('dialog', { name: auth('home.confirmation.title') });
      const send = question.getByRole('button', { name: auth('home.confirmation.confirm') });
      await again.click();
      await expect(question).toContainText(account.email);
      await send.click();
      await expect(question.getByRole('alert')).toBeVisible();
      changeRows(
        storage,
        'UPDATE email_confirmations SET sent_at = sent_at - 60000 WHERE applicant_id = ?',
        account.id,
      );
      await send.click();
      await expect(main.getByText(auth('home.confirmation.done'))).toBeVisible();
      await expect(again).toBeFocused();
      const mail = await nthMail(account.email, 2);
      expect(mail.subject).toBe(words(locale, 'admin', 'mail.emailConfirm.subject', { id: account.id }));

      await page.goto(first.pathname + first.hash);
      const press = sendButton(page, auth('confirm.submit'));
      await press.click();
      await expect(alertOf(page)).toContainText(auth('confirm.expiredTitle'));

      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
      const { pathname, hash } = linkIn(mail);
      await page.goto('about:blank');
      await page.goto(pathname + hash);
      await expect(press).toBeVisible();
      // Opening the link changes nothing, and sends the secret to no server.
      expect(asked.filter((request) => request.startsWith('POST'))).toEqual([]);
      await press.click();
      await expect(page.getByRole('heading', { level: 1, name: auth('confirm.doneTitle') })).toBeFocused();
      expect(asked.filter((request) => request.includes(hash.slice(1)))).toEqual([]);
      await page.reload();
      await press.click();
      await expect(page.getByRole('heading', { level: 1, name: auth('confirm.doneTitle') })).toBeFocused();
      await page.getByRole('link', { name: auth('confirm.next') }).click();
      await expect(main.getByText(account.email)).toBeVisible();
      await expect(again).toBeHidden();
    },
  );
}
