/** The review page of a completed application: every answer, the ways to change it, and errors. */
import type { Part } from '../../src/domain/application/fields.ts';
import { partRoute } from '../../src/domain/application/steps.ts';
import { PASSWORD, specialist, type Typed } from './support/applicants.ts';
import { fill } from './support/fill.ts';
import {
  box,
  changeAnswer,
  containing,
  errorSummary,
  foldOf,
  heading,
  liveText,
  partTitle,
  saveButton,
} from './support/form.ts';
import { storeFinishedDraft } from './support/kept-draft.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { CHECK, sendButton } from './support/sending.ts';
import { LONG } from './support/stages.ts';

const say = (key: string, values: Record<string, string> = {}) => words('en', 'forms', key, values);
const label = (name: string) => say(`fields.${name}.label`);
const company = say('fields.company_name.label_specialist');
const application = (key: string) => words('en', 'application', key);
const applicant = specialist('check@example.org');
const check = (page: Page) => heading(page, partTitle('check'));

/** Opens the review page of an applicant who has saved all parts. @param change differing answers */
async function openCheck(page: Page, change: Typed = {}): Promise<void> {
  const laidOver = (typed: Typed) =>
    Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, change[name] ?? value]));
  await storeFinishedDraft(page, { ...applicant, step1: laidOver(applicant.step1), step2: laidOver(applicant.step2) });
  await open(page, 'en', partRoute('check', 'specialist'));
}

/** The URL of a part that returns to the review page after saving. */
const fromCheck = (part: Part, field: string) => `**/en${partRoute(part, 'specialist')}?from=check#${field}`;

async function saveBack(page: Page): Promise<void> {
  await saveButton(page).click();
  await page.waitForURL(`**${CHECK}`);
  await expect(check(page)).toBeFocused();
}

test('the review page shows every answer and file with its label, links to the question of each, and saving returns to it', async ({
  page,
}) => {
  await openCheck(page);
  const main = page.getByRole('main');
  for (const text of ["O'Connor-Łukasz", 'EA1234567', 'passport.pdf', 'resume.pdf', 'bank.pdf', 'certificate.pdf']) {
    await expect(main).toContainText(text);
  }
  for (const text of ['letter.pdf', 'birth.pdf', 'Jan', 'Рабочая встреча', 'ООО «Синий купол»']) {
    await expect(main).toContainText(text);
  }
  // What fails most is open, with the answers in the order of the passport.
  const asked = (part: Part) => foldOf(page, part).getByRole('term').filter({ visible: true });
  const labels = (...names: string[]) => names.map(label);
  await expect(asked('passport')).toHaveText(
    labels('file4', 'passport_number', 'citizenship', 'passport_date', 'passport_expire'),
  );
  await expect(asked('name')).toHaveText(labels('surname', 'name', 'middlename', 'date_birth', 'gender'));
  await expect(asked('contact')).toHaveText(labels('email', 'phone', 'additional_phone'));
  await expect(asked('stay')).toHaveCount(4);
  const relative = foldOf(page, 'family').getByRole('definition').filter({ visible: true });
  await expect(relative.filter({ hasText: /^3 February 2015$/ })).toHaveCount(1);
  // A closed part has its first answers with their labels, and counts the others.
  await foldOf(page, 'family').getByRole('heading').click();
  for (const [part, ...texts] of [
    ['family', 'Relatives: Jan Łukasz, son, born 3 February 2015'],
    ['employer', `${company}: ООО «Синий купол»`, 'and 2 more'],
    ['documents', 'Bank statement: bank.pdf', 'Petition letter: letter.pdf'],
    ['travel', 'Trips to other countries: Kazakhstan, 1 June 2024 – 5 June 2024'],
  ] as const) {
    await expect(asked(part)).toHaveCount(0);
    for (const text of texts) await expect(foldOf(page, part).getByText(text, { exact: true })).toBeVisible();
  }
  for (const [part, field, text] of [
    ['name', 'surname', 'Новая'],
    ['contact', 'email', 'another@example.org'],
    ['employer', 'company_name', 'ООО «Другой купол»'],
  ] as const) {
    await changeAnswer(page, part, part === 'employer' ? company : label(field));
    await page.waitForURL(fromCheck(part, field));
    await expect(box(page, field)).toBeFocused();
    await expect(box(page, field)).toBeInViewport();
    await box(page, field).fill(text);
    await saveBack(page);
    await expect(main).toContainText(text);
  }
  await expect(errorSummary(page)).toHaveCount(0);
});

test('the review page sends nothing without consent or password, and names all that is missing', async ({ page }) => {
  await openCheck(page, { read_check: 'no' });
  const [consent, password] = [box(page, 'read_check'), box(page, 'password')];
  await sendButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(2);
  await errorSummary(page).getByRole('link').last().click();
  await expect(password).toBeFocused();
  await errorSummary(page).getByRole('link').first().click();
  await expect(consent).toBeFocused();
  await expect(consent).toHaveAccessibleDescription(containing(say('errors.consent_required')));
  await expect(password).toHaveAccessibleDescription(containing(say('errors.required.password')));
  await expect(page).toHaveTitle(new RegExp(`^${say('errorPrefix')} `));

  await fill(page, { read_check: 'yes' });
  await expect(consent).not.toHaveAttribute('aria-invalid');
  await sendButton(page).click();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await expect(password).not.toHaveAttribute('aria-invalid');
  await expect(page).not.toHaveTitle(new RegExp(`^${say('errorPrefix')} `));

  // The consent is stored with the answers, and the password is not.
  await changeAnswer(page, 'name', label('surname'));
  await saveBack(page);
  await expect(consent).toBeChecked();
});

test('the review page asks to confirm each answer "no", and links to it', LONG, async ({ page }) => {
  await openCheck(page, { relatives_check: 'no', last_trips_check: 'no' });
  const denied = page.getByRole('region', { name: application('review.denied') });
  // The form cannot know whether a "no" was chosen or left as it was.
  await expect(denied).not.toContainText(/selected|chosen/);
  await expect(denied).toContainText(label('relatives_check'));
  await expect(denied).toContainText(label('last_trips_check'));
  await expect(denied).not.toContainText(label('previos_trips_check'));
  await denied.getByRole('link', { name: label('last_trips_check') }).click();
  await page.waitForURL(fromCheck('travel', 'last_trips_check'));
});

test('the review page shows the password on request, rates it, and hides it when sending', LONG, async ({ page }) => {
  await openCheck(page);
  const password = box(page, 'password');
  const press = (key: string) =>
    page
      .getByRole('button', { name: `${say(`password.${key}`)} ${label('password').toLowerCase()}`, exact: true })
      .click();
  await expect(password).toHaveAttribute('type', 'password');
  for (const [typed, level] of [
    ['short', 1],
    ['seven green lanterns', 4],
  ] as const) {
    await password.fill(typed);
    await expect(liveText(page, say(`password.strength.${level}`))).toBeVisible();
  }

  await press('show');
  await expect(password).toHaveAttribute('type', 'text');
  await press('hide');
  await expect(password).toHaveAttribute('type', 'password');
  await press('show');
  // A password that is too short is not sent.
  await password.fill('short');
  await sendButton(page).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAttribute('type', 'password');
});
