/** Parts in any order: each can be opened and validates its own questions. */
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { daysAfter } from '../../fixtures/applicants.ts';
import { createAccount } from '../support/account.ts';
import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { box, errorSummary, heading, partLink, partTitle, saveButton } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, test, waitForHydration } from '../support/portal.ts';
import { releaseIf } from '../support/stages.ts';

const application = (key: string) => words('en', 'application', key);

test.afterAll(() => {
  expectedErrors.length = 0;
});

test('parts open in any order by list, overview, history and URL, without losing answers', async ({ page }) => {
  await open(page, 'en', '/application/passport?type=investor');
  await box(page, 'passport_number').fill('EA1234567');
  await partLink(page, 'project').click();
  await expect(heading(page, partTitle('project'))).toBeFocused();
  await box(page, 'activity').fill('A data centre');
  await page.goBack();
  await expect(heading(page, partTitle('passport'))).toBeFocused();
  await expect(box(page, 'passport_number')).toHaveValue('EA1234567');
  await box(page, 'passport_date.year').fill('2021');
  await page.goForward();
  await expect(box(page, 'activity')).toHaveValue('A data centre');

  // Leaves the part unfinished by its link.
  await page.getByRole('link', { name: application('part.later') }).click();
  await expect(heading(page, application('overview.title'))).toBeFocused();
  await page
    .getByRole('main')
    .getByRole('link', { name: partTitle('contact'), exact: true })
    .click();
  await box(page, 'email').fill('anna@example.org');
  await page.goto('/en/application/investor/petitioner');
  await waitForHydration(page);
  await box(page, 'petitioner_surname').fill('Karimov');
  await page.reload();
  await waitForHydration(page);
  await expect(box(page, 'petitioner_surname')).toHaveValue('Karimov');
  await partLink(page, 'check').click();
  await expect(heading(page, partTitle('check'))).toBeFocused();
  await expect(page.getByRole('main')).toContainText('A data centre');
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({
      saved: [],
      step1Data: { passport_number: 'EA1234567', passport_date: { year: '2021' }, email: 'anna@example.org' },
      step2Data: { activity: 'A data centre', petitioner_surname: 'Karimov' },
    });
});

test('a part validates its own questions, and errors in other parts appear there, on the overview and in review', async ({
  page,
}) => {
  const applicant = specialist('order@example.org');
  const today = new Date().toISOString().slice(0, 10);
  // The passport expires during the stay.
  applicant.step1.passport_expire = daysAfter(today, 100);
  await storeFinishedDraft(page, applicant, { stepStatus: 2, saved: ['passport', 'name', 'contact', 'photo'] });
  await open(page, 'en', '/application/specialist');
  // It is said beside the stay, too.
  await expect(page.getByText(words('en', 'forms', 'errors.expires_before_stay_ends'))).toBeVisible();
  await saveButton(page).click();
  await expect(heading(page, partTitle('employer'))).toBeFocused();
  await partLink(page, 'check').click();
  const reason = words('en', 'forms', 'errorsAt.expires_before_stay_ends.passport_expire');
  await page.getByRole('link', { name: reason }).click();
  await expect(box(page, 'passport_expire.day')).toBeFocused();
  await box(page, 'passport_expire.year').fill(String(Number(today.slice(0, 4)) + 9));
  await saveButton(page).click();
  await expect(heading(page, partTitle('check'))).toBeFocused();
  await expect(page.getByText(reason)).toHaveCount(0);
});

test('the dates of the stay and the contact person can be copied into empty fields, and undone', async ({ page }) => {
  const copy = (key: string) => page.getByRole('button', { name: application(`copy.${key}`), exact: true });
  const applicant = specialist('order@example.org');
  for (const name of ['period_from', 'petitioner_surname', 'petitioner_name', 'petitioner_middlename'])
    delete applicant.step2[name];
  await storeFinishedDraft(page, applicant, { stepStatus: 2, saved: [] });
  const yearOf = (name: string) => String(applicant.step2[name]).slice(0, 4);
  await open(page, 'en', '/application/specialist/employer');
  await copy('stay').click();
  await expect(page.getByText(application('copy.done'))).toBeVisible();
  await expect(box(page, 'period_from.year')).toHaveValue(yearOf('planned_length_stay_from'));
  await expect(box(page, 'period_to.year'), 'what was answered stays').toHaveValue(yearOf('period_to'));
  await copy('undo').click();
  await expect(box(page, 'period_from.year')).toHaveValue('');
  await expect(box(page, 'period_to.year')).toHaveValue(yearOf('period_to'));

  await open(page, 'en', '/application/specialist/petitioner');
  await copy('contact-person').click();
  await expect(box(page, 'petitioner_surname')).toHaveValue('Каримова');
  await expect(box(page, 'petitioner_name')).toHaveValue('Дилноза');
  await expect.poll(() => storedRecord(page)).toMatchObject({ step2Data: { petitioner_surname: 'Каримова' } });
  // An edited copy is no longer a copy.
  await box(page, 'petitioner_name').fill('Тимур');
  await copy('undo').click();
  await expect(box(page, 'petitioner_surname')).toHaveValue('');
  await expect(box(page, 'petitioner_name')).toHaveValue('Тимур');
});

for (const locale of LOCALES) {
  test(
    `a taken email address keeps its part open until it is changed (${locale})`,
    releaseIf(locale === 'en'),
    async ({ page }) => {
      const { email } = await createAccount(page, locale);
      const applicant = specialist(email);
      await storeFinishedDraft(page, applicant, { stepStatus: 0, saved: ['passport', 'name', 'contact'] });
      await open(page, locale, '/application/contact');
      await saveButton(page, locale).click();
      await expect(errorSummary(page, locale)).toBeFocused();
      const signIn = { name: words(locale, 'forms', 'refusals.email_taken.action'), exact: true };
      await expect(page.getByRole('main').getByRole('link', signIn)).toBeVisible();
      await expect.poll(() => storedRecord(page)).toMatchObject({ saved: ['passport', 'name'] });
      await page.reload();
      await waitForHydration(page);
      await expect(box(page, 'email')).toHaveValue(email);

      await box(page, 'email').fill('nobody.else@example.org');
      await saveButton(page, locale).click();
      await expect(heading(page, partTitle('photo', locale))).toBeFocused();
    },
  );
}

test('a part whose address cannot be checked is kept and can be passed', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  await storeFinishedDraft(page, specialist('order@example.org'), { stepStatus: 0, saved: ['passport', 'name'] });
  const statuses = [401, 403];
  await page.route('**/check-email*', (route) => route.fulfill({ status: statuses.shift() ?? 500, body: '{}' }));
  await open(page, 'en', '/application/contact');
  for (const left of [1, 0]) {
    await saveButton(page).click();
    await expect.poll(() => statuses.length).toBe(left);
    await expect(page.getByRole('alert')).toContainText(application('email.unchecked'));
    await expect(box(page, 'email')).toHaveValue('order@example.org');
  }
  await page.getByRole('button', { name: application('email.goOn') }).click();
  await expect(heading(page, partTitle('photo'))).toBeFocused();
  await expect.poll(() => storedRecord(page)).toMatchObject({ saved: ['passport', 'name', 'contact'] });

  // A part that was left during the check is not followed by the next one.
  const { promise: left, resolve: respond } = Promise.withResolvers<void>();
  await page.route('**/check-email*', (route) => left.then(() => route.fulfill({ json: { exists: false } })));
  await open(page, 'en', '/application/contact');
  await saveButton(page).click();
  await partLink(page, 'name').click();
  await expect(heading(page, partTitle('name'))).toBeFocused();
  const response = page.waitForResponse('**/check-email*');
  respond();
  await (await response).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page).toHaveURL(/name$/);
});
