/** An applicant requests deletion, cancels it, requests it again in two tabs, and the desk answers. */
import { deletionDue } from '../../../src/domain/account/deletion.ts';
import { formatDate } from '../../../src/domain/i18n/dates.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { mailsTo, nthMail } from '../support/mail.ts';
import { expect, open, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

for (const locale of LOCALES) {
  test(
    `a deletion is requested after a confirmation, cancelled, requested again and answered (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, storage }) => {
      const auth = (path: string, values = {}) => words(locale, 'auth', path, values);
      await setOwnNetwork(page);
      const account = await createAccount(page, locale);
      await nthMail(account.email, 1);
      await signInByCall(page, account);
      await open(page, locale, '/profile');
      const main = mainOf(page);
      const start = main.getByRole('button', { name: auth('home.deletion.start') });
      const takeBack = main.getByRole('button', { name: auth('home.takeBack.start') });
      const question = page.getByRole('dialog', { name: auth('home.deletion.title') });

      await start.click();
      await expect(question).toContainText(formatDate(deletionDue(Date.now()), locale));
      await question.getByRole('button', { name: auth('home.deletion.cancel') }).click();
      await expect(question).toBeHidden();
      await expect(start).toBeFocused();
      await start.click();
      await question.getByRole('button', { name: auth('home.deletion.confirm') }).click();
      await expect(takeBack).toBeFocused();
      await expect(main.getByText(auth('home.deletion.done'))).toBeVisible();
      const today = formatDate(new Date().toISOString(), locale);
      const by = formatDate(deletionDue(Date.now()), locale);
      await expect(main.getByText(auth('home.deletion.asked', { asked: today, by }))).toBeVisible();
      const requestMail = await nthMail(account.email, 2);
      expect(requestMail.subject).toBe(words(locale, 'admin', 'mail.deletionAsked.subject', { id: account.id }));

      // Another tab was opened before.
      const other = await page.context().newPage();
      await open(other, locale, '/profile');
      const elsewhere = mainOf(other).getByRole('button', { name: auth('home.takeBack.start') });
      await expect(elsewhere).toBeVisible();
      await takeBack.click();
      const doubt = page.getByRole('dialog', { name: auth('home.takeBack.title') });
      await doubt.getByRole('button', { name: auth('home.takeBack.confirm') }).click();
      await expect(start).toBeFocused();
      await elsewhere.click();
      await other
        .getByRole('dialog')
        .getByRole('button', { name: auth('home.takeBack.confirm') })
        .click();
      await expect(mainOf(other).getByRole('button', { name: auth('home.deletion.start') })).toBeVisible();
      await other.close();

      await start.click();
      await question.getByRole('button', { name: auth('home.deletion.confirm') }).click();
      await expect(takeBack).toBeVisible();
      await expect.poll(() => mailsTo(account.email).length).toBe(3);
      const answer = 'UPDATE deletion_requests SET answered_at = ?, answer = ? WHERE applicant_id = ?';
      changeRows(storage, answer, Date.now(), 'The visa is in force.', account.id);
      await page.reload();
      await expect(main.getByText('The visa is in force.')).toBeVisible();
      await expect(main.getByText(auth('home.deletion.answered', { asked: today, answered: today }))).toBeVisible();
      await expect(start).toBeVisible();
    },
  );
}
