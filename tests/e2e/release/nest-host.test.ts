/**
 * The life of an application at a host as a team with NestJS, class-validator and TypeORM writes it: POST is answered with 201,
 * missing values are null, unknown parts and wrong values are refused in one list of sentences, and an update is answered with six
 * fields only.
 */
import { DIALECTS } from '../../contract/section7-host/modes.ts';
import { fillSignIn, mainOf } from '../support/account-page.ts';
import { PASSWORD, specialist, type Typed } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { box } from '../support/form.ts';
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

test('sentences of a refused change stand at their fields', async ({ page }) => {
  const { host } = section7;
  const applicant = withRelatives();
  await applyFromDraft(page, section7, applicant);
  await page.waitForURL('**/en/success/application');
  await openAccount(page);
  host.mode.refuse.update = {
    status: 400,
    body: { statusCode: 400, message: ['surname must be longer', 'name must be longer'], error: 'Bad Request' },
  };
  await openPart(page, 'name');
  await box(page, 'name').fill('Maria');
  await save(page);
  await submit(page);
  for (const name of ['surname', 'name'])
    await expect(mainOf(page).getByText('must be longer', { exact: false }).first(), name).toBeVisible();
});

test('a known address is asked to sign in, and a wrong password stays in the form', async ({ page }) => {
  const applicant = withRelatives();
  const email = String(applicant.step1.email);
  await applyFromDraft(page, section7, applicant);
  await page.waitForURL('**/en/success/application');
  await goTo(page, section7, '/auth/login');
  await fillSignIn(page, 'en', email, 'not the password 77');
  await expect(mainOf(page).getByRole('alert')).toContainText(t('login.wrongTitle'));
  await fillSignIn(page, 'en', email, PASSWORD);
  await page.waitForURL('**/en/profile');
});
