/** Endings in the account: an issued visa, an answered refusal, and a link in a mail. */
import { readFileSync } from 'node:fs';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { changeLink, saveChangedPart, signOutByMenu } from '../support/account-page.ts';
import { storedEntries } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, type Storage, test } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';
import { addVisa } from '../support/visas.ts';

/** Adds entries to an application's history, as the desk does. */
function reach(storage: Storage, id: string, statuses: readonly string[], note = ''): void {
  for (const [index, status] of statuses.entries()) {
    const sql = 'INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, ?, ?, ?, ?)';
    changeRows(storage, sql, id, index + 1, status, note, Date.now());
    changeRows(storage, 'UPDATE applicants SET status = ? WHERE id = ?', status, id);
  }
}

for (const locale of LOCALES) {
  const auth = (path: string) => words(locale, 'auth', path);

  test(
    `the account shows an issued visa with code, page, QR code and calendar file (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, storage }) => {
      await setOwnNetwork(page);
      const account = await createAccount(page, locale);
      reach(storage, account.id, ['in_review', 'approved', 'visa_issued']);
      const code = addVisa(storage, account.id, '2027-01-10', '2028-01-09');
      await signInByCall(page, account);
      await open(page, locale, '/profile');
      const visa = page.getByRole('region', { name: auth('visa.title') });
      await expect(visa).toContainText('2027');
      await expect(visa).toContainText('2028');
      await expect(visa).toContainText(code);
      await expect(visa.getByRole('img', { name: `/employee-visa/${code}` })).toBeVisible();
      const calendar = visa.getByRole('button', { name: auth('visa.calendar') });
      const [download] = await Promise.all([page.waitForEvent('download'), calendar.click()]);
      expect(download.suggestedFilename()).toBe(`visa-${code}.ics`);
      expect(readFileSync(await download.path(), 'utf8')).toContain('DTSTART;VALUE=DATE:20270110');
      await visa.getByRole('link', { name: auth('visa.open') }).click();
      await page.waitForURL(`**/${locale}/employee-visa/${code}`);
      await expect(page.getByRole('main')).toContainText('Lindqvist');
    },
  );
}

test('signing out with unsent changes asks for confirmation, and then deletes them', async ({ page }) => {
  const t = (key: string) => words('en', 'auth', key);
  await signInByCall(page, await createAccount(page, 'en'));
  await open(page, 'en', '/profile/application/founder#change:contact');
  await fillControl(page, 'phone', '+46 70 765 43 21');
  await saveChangedPart(page, 'en');
  await changeLink(page, 'company', 'en').click();
  await fillControl(page, 'file2', 'letter.pdf');
  const kept = async () => Object.keys(await storedEntries(page)).sort();
  await expect
    .poll(kept)
    .toEqual([expect.stringMatching(/^changes-file:ITV-/), expect.stringMatching(/^changes:ITV-/)]);

  const question = page.getByRole('dialog', { name: t('menu.unsent.title') });
  await signOutByMenu(page, 'en');
  await question.getByRole('button', { name: t('menu.unsent.stay') }).click();
  await expect(question).toBeHidden();
  expect(await kept()).toHaveLength(2);
  await signOutByMenu(page, 'en');
  await question.getByRole('button', { name: t('menu.unsent.leave') }).click();
  await expect(page).toHaveURL('/en/auth');
  await expect.poll(kept).toEqual([]);
});

test('a copy is printed once, without unsent changes, which are offered afterwards', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      sessionStorage.setItem('printed', document.querySelector('main')?.textContent ?? '');
      dispatchEvent(new Event('afterprint'));
    };
  });
  await setOwnNetwork(page);
  const account = await createAccount(page, 'en');
  await signInByCall(page, account);
  await open(page, 'en', '/profile/application/founder#change:stay');
  await page.locator('[name="formatted_address.flat"]').fill('777');
  await saveChangedPart(page, 'en');
  await open(page, 'en', '/profile');
  await page.getByRole('link', { name: words('en', 'auth', 'home.paper') }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('printed'))).toContain(account.id);
  expect(await page.evaluate(() => sessionStorage.getItem('printed'))).not.toContain('777');
  await expect(page).toHaveURL(/\/profile\/application\/founder(?!.*#print)/);
  await expect(page.getByRole('button', { name: words('en', 'auth', 'person.change.submit') })).toBeVisible();
});
