/** The review, with an application that is filled in already. */
import { districtsOf } from '../../src/domain/reference/districts.ts';
import { specialist } from './support/applicants.ts';
import { box, changeAnswer, containing, heading, mistakes, said, sentence, stepButton } from './support/form.ts';
import { keepFinished } from './support/kept-draft.ts';
import { FULL_SCORE_SHIFT, layoutShift } from './support/layout-shift.ts';
import { words } from './support/locale-words.ts';
import { expect, open, type Page, test } from './support/portal.ts';
import { sendButton } from './support/sending.ts';

const say = (key: string, values: Record<string, string> = {}) => words('en', 'forms', key, values);
const label = (name: string) => say(`fields.${name}.label`);
const application = (key: string) => words('en', 'application', key);
const applicant = specialist('review@example.org');

async function openFinished(page: Page, hash: '#review' | '#visit'): Promise<void> {
  await keepFinished(page, applicant);
  await open(page, 'en', `/application/specialist${hash}`);
}

test('the review shows every answer and file, and a change comes back to it', async ({ page }) => {
  await openFinished(page, '#review');
  const main = page.getByRole('main');
  for (const text of ["O'Connor-Łukasz", 'EA1234567', 'passport.pdf', 'resume.pdf', 'bank.pdf', 'certificate.pdf']) {
    await expect(main).toContainText(text);
  }
  for (const text of ['letter.pdf', 'birth.pdf', 'Jan', 'Рабочая встреча', 'ООО «Синий купол»']) {
    await expect(main).toContainText(text);
  }
  await changeAnswer(page, 'person.title', label('surname')).click();
  await expect(box(page, 'surname')).toBeFocused();
  await box(page, 'surname').fill('Новая');
  await stepButton(page).click();
  await expect(heading(page, application('review.title'))).toBeVisible();
  await expect(main).toContainText('Новая');
  // A field far below the first screen.
  await changeAnswer(page, 'contact.title', label('email')).click();
  await expect(box(page, 'email')).toBeFocused();
  await expect(box(page, 'email')).toBeInViewport();
});

test('no two ways to change something have the same name, also where two sections ask for the same', async ({
  page,
}) => {
  await openFinished(page, '#review');
  await expect(sendButton(page)).toBeVisible();
  const name = containing(application('review.change'));
  const ways = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
  const names = await ways.allTextContents();
  expect(names.filter((text) => text.includes(label('surname')))).toHaveLength(2);
  expect(names.filter((text, index) => names.indexOf(text) !== index)).toEqual([]);
});

test('the password can be looked at, says how good it is, and is hidden when it is sent', async ({ page }) => {
  await openFinished(page, '#review');
  const password = box(page, 'password');
  const press = (key: string) => page.getByRole('button', { name: say(`password.${key}`), exact: true }).click();
  await expect(password).toHaveAttribute('type', 'password');
  for (const [typed, level] of [
    ['short', 1],
    ['seven green lanterns', 4],
  ] as const) {
    await password.fill(typed);
    await expect(said(page, say(`password.strength.${level}`))).toBeVisible();
  }

  await press('show');
  await expect(password).toHaveAttribute('type', 'text');
  await press('hide');
  await expect(password).toHaveAttribute('type', 'password');
  await press('show');
  // Too short to be sent anywhere.
  await password.fill('short');
  await sendButton(page).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAttribute('type', 'password');
});

test('another region takes its district away, and offers its own', async ({ page }) => {
  await openFinished(page, '#visit');
  const district = box(page, 'formatted_address.district');
  await expect(district).not.toHaveValue('');
  await box(page, 'formatted_address.region').selectOption('1');
  await expect(district).toHaveValue('');
  const own = districtsOf('1', 'en').map(({ id }) => String(id));
  await district.focus();
  const offered = () =>
    district.locator('option:not([value=""])').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await expect.poll(offered).toEqual(own);
});

test('the review that is opened by "forward" shows what was typed a moment ago, and what is wrong with it', async ({
  page,
}) => {
  await openFinished(page, '#review');
  await changeAnswer(page, 'company.title_specialist', say('fields.company_name.label_specialist')).click();
  await box(page, 'company_name').fill('ООО «Другой купол»');
  await box(page, 'petitioner_position').fill('');
  await page.goBack();
  await expect(heading(page, application('review.title'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText('ООО «Другой купол»');
  await expect(mistakes(page).getByRole('link')).toHaveCount(1);
  await mistakes(page).getByRole('link').click();
  await expect(box(page, 'petitioner_position')).toBeFocused();
});

test('a draft that opens does not move what is on the page of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await keepFinished(page, applicant);
  for (const route of ['/application', '/application/specialist', '/application/specialist#review']) {
    await page.goto('about:blank');
    await open(page, 'en', route);
    await expect(page.getByText(sentence('en', 'application', 'draft.saved'))).toBeVisible();
    await expect(stepButton(page).or(sendButton(page))).toBeVisible();
    expect(await layoutShift(page), route).toBeLessThanOrEqual(FULL_SCORE_SHIFT);
  }
});
