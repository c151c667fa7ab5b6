/** An applicant downloads the application, withdraws it, and submits it again. */
import { readFile } from 'node:fs/promises';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { nthMail } from '../support/mail.ts';
import { expect, open, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

for (const locale of LOCALES) {
  test(
    `an application is downloaded, withdrawn after a confirmation, and can be submitted again (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      const auth = (path: string) => words(locale, 'auth', path);
      await setOwnNetwork(page);
      const account = await createAccount(page, locale);
      await signInByCall(page, account);
      await open(page, locale, '/profile');
      const main = mainOf(page);

      const saved = page.waitForEvent('download');
      await main.getByRole('button', { name: auth('home.archive.start') }).click();
      const archive = await saved;
      expect(archive.suggestedFilename()).toBe(`it-visa-${account.id}.zip`);
      const content = (await readFile(await archive.path())).toString('latin1');
      for (const part of ['application.json', 'files/01-', account.id]) expect(content).toContain(part);

      await main.getByRole('button', { name: auth('home.withdraw.start') }).click();
      const question = page.getByRole('dialog', { name: auth('home.withdraw.title') });
      await question.getByRole('button', { name: auth('home.withdraw.cancel') }).click();
      await expect(question).toBeHidden();
      await main.getByRole('button', { name: auth('home.withdraw.start') }).click();
      await question.getByRole('button', { name: auth('home.withdraw.confirm') }).click();
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(auth('stages.withdrawn.title'));
      await expect(main.getByRole('button', { name: auth('home.withdraw.start') })).toBeHidden();
      await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(main.getByRole('status').filter({ hasText: auth('home.withdraw.done') })).toBeVisible();
      const withdrawalMail = await nthMail(account.email, 2);
      expect(withdrawalMail.subject).toBe(words(locale, 'admin', 'mail.subject.withdrawn', { id: account.id }));

      await main.getByRole('link', { name: auth('person.change.start_withdrawn') }).click();
      await expect(main.getByText(auth('person.change.againText_withdrawn'))).toBeVisible();
      await page.getByRole('button', { name: auth('person.change.sendAgain') }).click();
      await expect(page.getByText(auth('person.change.saved_submitted'))).toBeVisible();
      await open(page, locale, '/profile');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(auth('stages.submitted.title'));
      await expect(main.getByRole('button', { name: auth('home.withdraw.start') })).toBeVisible();
    },
  );
}
