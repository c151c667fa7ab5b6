/** A whole life of an application in front of minimal hosts that differ in all that a profile can say. */
import { DIALECTS, HISTORIES } from '../contract/section7-host/modes.ts';
import { RESET_CODE } from '../contract/section7-host/start.ts';
import { fillSignIn, mainOf, sendButton } from './support/account-page.ts';
import { PASSWORD, specialist, type Typed } from './support/applicants.ts';
import { storedEntries } from './support/device.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { applyFromDraft, goTo, REFUSED_CALLS, startSection7Portal } from './support/section7.ts';
import { releaseIf } from './support/stages.ts';

const SECOND = 'seven quiet blue domes';
const THIRD = 'nine silver caravans 2032';
const t = (key: string) => words('en', 'auth', key);

for (const name of ['laravel', 'django', 'indexed'] as const) {
  const title = `an application lives from sending to a reset password at the host "${name}"`;
  test(title, releaseIf(name !== 'laravel'), async ({ page }) => {
    const mode = { fields: 'all' as const, ...DIALECTS[name], history: [...HISTORIES.sql] };
    const section7 = await startSection7Portal(mode, name);
    const { host } = section7;
    expectedErrors.push(REFUSED_CALLS);
    const main = mainOf(page);
    const email = `${name}.${Date.now()}@example.org`;
    const applicant = specialist(email);
    const [one = {}] = applicant.step2.formatted_relatives as Typed[];
    applicant.step2.formatted_relatives = [
      one,
      { ...one, kinship: 'wife', name: 'Second', relativePassport: 'N7654399', file6: 'passport.pdf' },
    ];

    await applyFromDraft(page, section7, applicant);
    await page.waitForURL('**/en/success/application');
    expect(host.countOf(email)).toBe(1);
    expect(await storedEntries(page)).toEqual({});
    // The files of both relatives have arrived, in the order of the relatives.
    const stored = () => host.people.find(({ fields }) => fields.email === email);
    const files = () => [stored()?.fields.file6].flat().map((one) => (one as { file: string }).file.split('/').at(-1));
    expect(files()).toEqual([one.file6, 'passport.pdf']);

    await main.getByRole('link', { name: words('en', 'application', 'success.open') }).click();
    await page.waitForURL('**/en/profile');
    await expect(main.getByRole('heading', { name: HISTORIES.sql[0].status_type, level: 1 })).toBeVisible();

    await goTo(page, section7, '/profile/application/specialist');
    await main.getByRole('link', { name: t('person.change.start') }).click();
    await main.getByRole('link', { name: words('en', 'forms', 'parts.name.title') }).click();
    await main.getByLabel(words('en', 'forms', 'fields.name.label')).fill('Maria');
    await main.getByRole('button', { name: t('person.change.save') }).click();
    await main.getByRole('button', { name: t('person.change.submit') }).click();
    await expect(main.getByText(t('person.change.savedTitle'))).toBeVisible();
    expect(stored()?.fields.name).toBe('Maria');
    expect(files()).toEqual([one.file6, 'passport.pdf']);

    await goTo(page, section7, '/profile/security');
    await main.getByLabel(t('security.password.current'), { exact: true }).fill(PASSWORD);
    await main.getByLabel(t('security.password.next'), { exact: true }).fill(SECOND);
    await main.getByRole('button', { name: t('security.password.submit') }).click();
    await expect(main.getByText(t('security.password.doneHere'))).toBeVisible();

    await goTo(page, section7, '/auth/reset/password');
    await page.getByLabel(t('reset.email.label'), { exact: true }).fill(email);
    await sendButton(page, t('reset.email.submit')).click();
    await page.waitForURL('**/en/auth/gmail/verify');
    await page.getByLabel(t('reset.code.label'), { exact: true }).fill(RESET_CODE);
    await sendButton(page, t('reset.code.submit')).click();
    await page.waitForURL('**/en/auth/new/password');
    await page.getByLabel(t('reset.password.label'), { exact: true }).fill(THIRD);
    await sendButton(page, t('reset.password.submit')).click();
    await page.waitForURL('**/en/auth/change/password/success');

    await goTo(page, section7, '/auth/login');
    await fillSignIn(page, 'en', email, SECOND);
    await expect(main.getByRole('alert')).toContainText(t('login.wrongTitle'));
    await fillSignIn(page, 'en', email, THIRD);
    await page.waitForURL('**/en/profile');
    await page.goto('about:blank');
    await section7.stop();
  });
}
