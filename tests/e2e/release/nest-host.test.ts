/**
 * The life of an application at a host as a team with NestJS, class-validator and TypeORM writes it: POST is answered with 201,
 * missing values are null, unknown parts and wrong values are refused in one list of sentences, and an update is answered with six
 * fields only.
 */
import { partRoute } from '../../../src/domain/application/steps.ts';
import { DIALECTS } from '../../contract/section7-host/modes.ts';
import { fillSignIn, mainOf } from '../support/account-page.ts';
import { PASSWORD, specialist, type Typed } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { box, containing, errorSummary, saveButton } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';
import { applyFromDraft, goTo, REFUSED_CALLS, type Section7Portal, startSection7Portal } from '../support/section7.ts';

const t = (key: string) => words('en', 'auth', key);
let section7: Section7Portal;
test.beforeAll(async () => {
  expectedErrors.push(REFUSED_CALLS);
  section7 = await startSection7Portal({ fields: 'all', ...DIALECTS.nest }, 'nest');
});
test.afterAll(() => section7.stop());
test.beforeEach(() => section7.host.reset());

let count = 0;
function withRelatives(): ReturnType<typeof specialist> {
  count += 1;
  const applicant = specialist(`nest.${Date.now()}.${count}@example.org`);
  const [one = {}] = applicant.step2.formatted_relatives as Typed[];
  const other = { ...one, kinship: 'wife', name: 'Second', relativePassport: 'N7654399', file6: 'passport.pdf' };
  applicant.step2.formatted_relatives = [one, other];
  return applicant;
}

async function openAccount(page: Page): Promise<void> {
  await mainOf(page)
    .getByRole('link', { name: words('en', 'application', 'success.open') })
    .click();
  await page.waitForURL('**/en/profile');
}

const openPart = async (page: Page, part: string) => {
  await goTo(page, section7, '/profile/application/specialist');
  await mainOf(page)
    .getByRole('link', { name: t('person.change.start') })
    .click();
  await mainOf(page)
    .getByRole('link', { name: words('en', 'forms', `parts.${part}.title`) })
    .click();
};
const save = (page: Page) =>
  mainOf(page)
    .getByRole('button', { name: t('person.change.save') })
    .click();
const submit = (page: Page) =>
  mainOf(page)
    .getByRole('button', { name: t('person.change.submit') })
    .click();

/** Replaces the scan of one relative, and sends it. */
async function replaceScan(page: Page, nth: number, file: string): Promise<void> {
  await openPart(page, 'family');
  const relative = page.getByRole('group', { name: new RegExp(`^Relative ${nth + 1}(:|$)`) });
  await relative.getByRole('button', { name: words('en', 'forms', 'lists.edit') }).click();
  await fillControl(page, `formatted_relatives.${nth}.file6`, file);
  await relative.getByRole('button', { name: words('en', 'forms', 'lists.formatted_relatives.save') }).click();
  await save(page);
  await submit(page);
}

const expectSent = (page: Page) => expect(mainOf(page).getByText(t('person.change.savedTitle'))).toBeVisible();

const storedFields = (email: string) => section7.host.people.find(({ fields }) => fields.email === email)?.fields ?? {};
const storedFiles = (email: string) =>
  [storedFields(email).file6].flat().map((one) => (one as { file: string }).file.split('/').at(-1));

test('changes of two relatives, one after the other, keep the files of both', async ({ page }) => {
  const applicant = withRelatives();
  const email = String(applicant.step1.email);
  await applyFromDraft(page, section7, applicant);
  await page.waitForURL('**/en/success/application');
  expect(section7.host.countOf(email)).toBe(1);
  expect(storedFiles(email).at(1)).toBe('passport.pdf');
  await openAccount(page);
  // A sign-in answered with 201 lasts.
  await goTo(page, section7, '/profile/status');
  await expect(page).toHaveURL(/\/profile\/status$/);

  await replaceScan(page, 0, 'birth.pdf');
  await expectSent(page);
  expect(storedFiles(email)).toEqual(['birth.pdf', 'passport.pdf']);

  await replaceScan(page, 1, 'letter.pdf');
  // Where the first one's new scan is, such a host says at a sign-in only: the list does not go out without it.
  await mainOf(page)
    .getByRole('alert')
    .getByRole('button', { name: t('data.absentAction') })
    .click();
  await fillSignIn(page, 'en', email, PASSWORD);
  await submit(page);
  await expectSent(page);
  expect(storedFiles(email)).toEqual(['birth.pdf', 'letter.pdf']);
  expect(Object.values(storedFields(email))).not.toContain('null');
});

test('refusals of a creation, of a change and of an address stand in the summary and at their fields', async ({
  page,
}) => {
  const { host } = section7;
  const applicant = withRelatives();
  const email = String(applicant.step1.email);
  const summary = errorSummary(page);

  const sentences = ['passport_number is known already', 'formatted_relatives.1.name must be longer'];
  host.mode.refuse.create = { status: 400, body: { statusCode: 400, message: sentences, error: 'Bad Request' } };
  await applyFromDraft(page, section7, applicant);
  await expect(summary.getByRole('link')).toHaveCount(2);
  await expect(summary).toContainText('Is known already');
  await expect(summary).toContainText('Must be longer');
  expect(host.countOf(email)).toBe(0);
  await summary.getByRole('link', { name: /Is known already/ }).click();
  await expect(box(page, 'passport_number')).toHaveAccessibleDescription(/Is known already/);

  const entry = { type: 'value_error', loc: ['body', 'email'], msg: 'This mailbox takes no mail' };
  host.mode.refuse.checkEmail = { status: 422, body: { detail: [entry] } };
  await goTo(page, section7, partRoute('contact', applicant.type));
  await box(page, 'email').fill(`other.${email}`);
  await saveButton(page).click();
  await expect(summary).toContainText(entry.msg);
  await expect(box(page, 'email')).toHaveAccessibleDescription(containing(entry.msg));

  host.mode.refuse = {};
  await applyFromDraft(page, section7, applicant);
  await page.waitForURL('**/en/success/application');
  await openAccount(page);
  host.mode.refuse.update = { status: 400, body: { formatted_address: { street: ['No such street here'] } } };
  await openPart(page, 'stay');
  await box(page, 'formatted_address.street').fill('Navoi 17');
  await save(page);
  await submit(page);
  await expect(summary).toContainText('No such street here');
  await summary.getByRole('link').click();
  await expect(box(page, 'formatted_address.street')).toHaveAccessibleDescription(/No such street here/);
});
