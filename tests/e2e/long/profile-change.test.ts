/** A submitted application is changed part by part; requested fields lead to their questions. */
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { type Account, changeRows, createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { changeLink, mainOf, saveChangedPart, sendButton } from '../support/account-page.ts';
import { PASSWORD } from '../support/applicants.ts';
import { box, containing, errorSummary, heading, languageLink, partTitle } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, type Page, type Storage, test } from '../support/portal.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';

// The browser logs every refused call.
expectedErrors.push(/the server responded with a status of (409|422)/);

const PERSON = '/profile/application/founder';
const ASKED = ['passport_number', 'file2'];

/** An account whose application was returned with these fields. */
async function askedAccount(page: Page, storage: Storage, locale: Locale): Promise<Account> {
  await setOwnNetwork(page);
  const account = await createAccount(page, locale);
  const sql = `INSERT INTO status_history (applicant_id, position, status, note, created_at, fields)
    VALUES (?, 1, 'changes_requested', 'The number is cut off', ?, ?)`;
  changeRows(storage, sql, account.id, Date.now(), JSON.stringify(ASKED));
  changeRows(storage, "UPDATE applicants SET status = 'changes_requested' WHERE id = ?", account.id);
  await signInByCall(page, account);
  return account;
}

for (const locale of LOCALES) {
  const t = (key: string, values?: Record<string, string>) => words(locale, 'auth', `person.change.${key}`, values);
  const label = (name: string) => words(locale, 'forms', `fields.${name}.label`);

  test(
    `a change leads from one requested part to the next, and "back" returns (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page, storage }) => {
      const other = locale === 'ru' ? 'en' : 'ru';
      await askedAccount(page, storage, locale);
      await open(page, locale, PERSON);
      await page.getByRole('link', { name: t('start_changes_requested') }).click();
      await expect(heading(page, t('title'))).toBeFocused();
      const asked = page.getByRole('list', { name: t('askedParts') });
      await expect(asked.getByRole('listitem')).toHaveCount(2);
      await expect(asked).toContainText(t('askedFor', { names: label('passport_number') }));

      await changeLink(page, 'passport', locale).click();
      await expect(page).toHaveURL(`/${locale}${PERSON}#change:passport_number`);
      await expect(heading(page, partTitle('passport', locale))).toBeVisible();
      await expect(box(page, 'passport_number')).toBeFocused();
      await expect(mainOf(page)).toContainText('The number is cut off');
      const next = page.getByRole('button', { name: t('saveNext', { part: partTitle('company', locale) }) });
      await box(page, 'passport_number').fill('');
      await next.click();
      await expect(errorSummary(page, locale)).toBeFocused();
      await box(page, 'passport_number').fill('LQ1112223');
      await next.click();
      await expect(page).toHaveURL(`/${locale}${PERSON}#change:file2`);
      await expect(heading(page, partTitle('company', locale))).toBeVisible();

      await page.goBack();
      await expect(box(page, 'passport_number')).toBeFocused();
      await expect(box(page, 'passport_number')).toHaveValue('LQ1112223');
      await languageLink(page, other).click();
      await expect(heading(page, partTitle('passport', other))).toBeVisible();
      await page.reload();
      await expect(box(page, 'passport_number')).toHaveValue('LQ1112223');
      await expect(box(page, 'passport_number')).toBeFocused();
      await languageLink(page, locale).click();

      await changeLink(page, 'list', locale).click();
      await expect(heading(page, t('title'))).toBeFocused();
      await expect(asked).toContainText(t('changedHere', { names: label('passport_number') }));
      await changeLink(page, 'family', locale).click();
      await expect(heading(page, partTitle('family', locale))).toBeFocused();
      await saveChangedPart(page, locale);
      await expect(heading(page, t('title'))).toBeFocused();
    },
  );
}

test(
  'errors of a change lead to their part and question, found by the page or by the host',
  RELEASE,
  async ({ page, storage }) => {
    const { id, email } = await askedAccount(page, storage, 'en');
    const taken = await createAccount(page, 'en');
    const t = (key: string) => words('en', 'auth', `person.change.${key}`);
    await open(page, 'en', `${PERSON}#change:name`);
    await expect(box(page, 'surname')).toBeVisible();
    await box(page, 'surname').fill('');
    // Leaves the part without saving.
    await changeLink(page, 'list', 'en').click();
    await sendButton(page, t('submit')).click();
    await expect(errorSummary(page)).toBeFocused();
    await errorSummary(page).getByRole('link').click();
    await expect(box(page, 'surname')).toBeFocused();
    await expect(box(page, 'surname')).toHaveAccessibleDescription(/\S/);
    await box(page, 'surname').fill('Lindqvist-Berg');
    await saveChangedPart(page, 'en');

    await changeLink(page, 'contact', 'en').click();
    await box(page, 'email').fill(taken.email);
    await saveChangedPart(page, 'en');
    await box(page, 'current_password').fill(PASSWORD);
    await sendButton(page, t('submit')).click();
    await errorSummary(page).getByRole('link').click();
    await expect(page).toHaveURL(`/en${PERSON}#change:email`);
    await expect(box(page, 'email')).toBeFocused();
    const refused = words('en', 'forms', 'errors.email_taken');
    await expect(box(page, 'email')).toHaveAccessibleDescription(containing(refused.split('.')[0] ?? ''));
    await box(page, 'email').fill(email);
    await saveChangedPart(page, 'en');
    await expect(errorSummary(page)).toHaveCount(0);
    await sendButton(page, t('submit')).click();
    await expect(page.getByText(t('savedTitle'))).toBeVisible();
    const surname = storage.DB.prepare("SELECT fields ->> '$.surname' AS surname FROM applicants WHERE id = ?");
    expect(surname.get(id)).toEqual({ surname: 'Lindqvist-Berg' });
  },
);

test('an application without changes is not sent', async ({ page, storage }) => {
  const { id } = await askedAccount(page, storage, 'en');
  const t = (key: string) => words('en', 'auth', `person.change.${key}`);
  await open(page, 'en', `${PERSON}#change`);
  await sendButton(page, t('submit')).click();
  await expect(
    mainOf(page)
      .getByRole('status')
      .filter({ hasText: t('noneToSend') }),
  ).toBeVisible();
  const stored = storage.DB.prepare('SELECT status, version FROM applicants WHERE id = ?');
  expect(stored.get(id)).toEqual({ status: 'changes_requested', version: 1 });

  await changeLink(page, 'passport', 'en').click();
  await box(page, 'passport_number').fill('LQ1112223');
  await changeLink(page, 'list', 'en').click();
  await sendButton(page, t('submit')).click();
  await expect(page.getByText(t('saved_in_review'))).toBeVisible();
});
