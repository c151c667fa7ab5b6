/** Changing the email address in the account requires the password, and the old address gets a restore link. */

import { createAccount, setOwnNetwork, signInByCall, typeSignIn } from './support/account.ts';
import { alertOf, mainOf, saveChangedPart, sendButton } from './support/account-page.ts';
import { PASSWORD } from './support/applicants.ts';
import { containing } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { nthMail } from './support/mail.ts';
import { expect, expectedErrors, open, test } from './support/portal.ts';
import { LONG, releaseIf } from './support/stages.ts';

// The browser logs every refused call.
expectedErrors.push(/the server responded with a status of (401|403|422)/);

for (const locale of ['ru', 'en'] as const) {
  const auth = (path: string) => words(locale, 'auth', path);
  const forms = (path: string) => words(locale, 'forms', path);

  test(
    `an applicant changes the email address with the password, and restores it by the link in the mail (${locale})`,
    locale === 'en' ? releaseIf(true) : LONG,
    async ({ page }) => {
      await setOwnNetwork(page);
      const account = await createAccount(page, locale);
      const next = account.email.replace('eva.', 'next.');
      await signInByCall(page, account);
      await open(page, locale, '/profile/application/founder#change:email');
      const send = sendButton(page, auth('person.change.submit'));
      const password = page.getByLabel(forms('fields.current_password.label'), { exact: true });
      await mainOf(page).locator('[name=email]').fill(next);
      await saveChangedPart(page, locale);
      await expect(password).toHaveAccessibleDescription(auth('person.change.emailHint'));

      await send.click();
      await expect(password).toHaveAccessibleDescription(containing(forms('errors.required.current_password')));
      await password.fill('six loud red domes');
      await send.click();
      await expect(password).toHaveAccessibleDescription(containing(forms('errors.password_wrong')));
      await expect(mainOf(page).getByRole('link', { name: forms('errors.password_wrong') })).toBeVisible();
      await password.fill(PASSWORD);
      const kept = await page.evaluate(async () => {
        const found: string[] = [JSON.stringify([{ ...localStorage }, { ...sessionStorage }])];
        for (const { name = '' } of await indexedDB.databases()) {
          const open = indexedDB.open(name);
          await new Promise((done) => {
            open.onsuccess = done;
          });
          for (const store of open.result.objectStoreNames) {
            const all = open.result.transaction(store).objectStore(store).getAll();
            await new Promise((done) => {
              all.onsuccess = done;
            });
            found.push(JSON.stringify(all.result));
          }
          open.result.close();
        }
        return found.join();
      });
      expect(kept).toContain(next);
      for (const secret of [PASSWORD, 'six loud red domes']) expect(kept).not.toContain(secret);
      await send.click();
      await expect(page.getByText(auth('person.change.savedTitle'))).toBeVisible();
      await expect(mainOf(page)).toContainText(next);

      const { text, subject } = await nthMail(account.email, 2);
      expect(subject).toBe(words(locale, 'admin', 'mail.emailChanged.subject'));
      const link = /https?:\S+#[\w-]{43}/.exec(text)?.[0] ?? '';
      const { pathname, hash } = new URL(link);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
      await page.goto(pathname + hash);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth('restore.title'));
      const press = sendButton(page, auth('restore.submit'));
      await expect(press).toBeVisible();
      // Opening the link changes nothing, and sends the secret to no server.
      expect(asked.filter((request) => request.startsWith('POST'))).toEqual([]);
      await press.click();
      const done = page.getByRole('heading', { level: 1, name: auth('restore.doneTitle') });
      await expect(done).toBeFocused();
      expect(asked.filter((request) => request.includes(hash.slice(1)))).toEqual([]);
      await expect(page.getByRole('link', { name: auth('restore.newPassword') })).toHaveAttribute(
        'href',
        `/${locale}/auth/reset/password`,
      );
      await page.reload();
      await press.click();
      await expect(alertOf(page)).toContainText(auth('restore.expiredTitle'));

      await open(page, locale, '/auth/login');
      await typeSignIn(page, account.email);
      await expect(alertOf(page)).toContainText(auth('login.wrongTitle'));
    },
  );
}

test('a restore link without its secret shows a refusal and sends no request', async ({ page }) => {
  await open(page, 'ru', '/auth/restore/email');
  await expect(alertOf(page)).toContainText(words('ru', 'auth', 'restore.missingTitle'));
  await expect(sendButton(page, words('ru', 'auth', 'restore.submit'))).toHaveCount(0);
});
