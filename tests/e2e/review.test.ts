/** Lists, the review and the success page, with an application that is filled in already. */
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { districtsOf } from '../../src/domain/reference/districts.ts';
import { specialist } from './support/applicants.ts';
import { finishedDraft, putDraft } from './support/device.ts';
import { FULL_SCORE_SHIFT, layoutShift } from './support/layout-shift.ts';
import { words } from './support/locale-words.ts';
import { expect, expectFormDrawn, open, type Page, test } from './support/portal.ts';
import { typePassword } from './support/sending.ts';

async function openFinished(page: Page, hash: '#review' | '#visit', email = 'review@example.org') {
  await page.goto('/en/success/application');
  await putDraft(page, finishedDraft(specialist(email)));
  await open(page, 'en', `/application/specialist${hash}`);
  await expectFormDrawn(page);
}

test('a removed relative can be taken back with its files; both are said', async ({ page }) => {
  await openFinished(page, '#visit');
  const card = page.locator('#formatted_relatives\\.0');
  const said = page.locator('#formatted_relatives > output');
  await card.getByRole('button').last().click();
  await expect(card).toHaveCount(0);
  await expect(said).toHaveText('Relative 1 removed.');
  const undo = page.locator('#formatted_relatives .list__undo button');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText(words('en', 'forms', 'lists.restored'));
  await expect(page.locator('[name="formatted_relatives.0.name"]')).toHaveValue('Jan');
  await expect(page.locator('#formatted_relatives\\.0\\.file6-about')).toContainText('photo-clean.jpg');
  await expect(page.locator('[name="formatted_relatives.0.kinship"]')).toBeFocused();

  await page.getByRole('button', { name: words('en', 'forms', 'lists.formatted_relatives.add') }).click();
  await expect(said).toHaveText('Relative 2 added.');
  await expect(page.locator('[name="formatted_relatives.1.kinship"]')).toBeFocused();
});

test('the review shows every answer and file, and a change comes back to it', async ({ page }) => {
  await openFinished(page, '#review');
  for (const text of ["O'Connor-Łukasz", 'EA1234567', 'passport.pdf', 'resume.pdf', 'bank.pdf', 'certificate.pdf']) {
    await expect(page.locator('main')).toContainText(text);
  }
  for (const text of ['letter.pdf', 'birth.pdf', 'Jan', 'Рабочая встреча', 'ООО «Синий купол»']) {
    await expect(page.locator('main')).toContainText(text);
  }
  await page.locator('a[href*="change=surname"]').click();
  await expect(page.locator('[name="surname"]')).toBeFocused();
  await page.locator('[name="surname"]').fill('Новая');
  await page.locator('.step-form button[type=submit]').click();
  await expect(page.locator('h1')).toHaveText(words('en', 'application', 'review.title'));
  await expect(page.locator('main')).toContainText('Новая');
  // A field far below, in a section that comes into sight after the first.
  await page.locator('a[href*="change=email"]').click();
  await expect(page.locator('[name="email"]')).toBeFocused();
  await expect(page.locator('[name="email"]')).toBeInViewport();
});

test('the password can be looked at, says how good it is, and is hidden when it is sent', async ({ page }) => {
  await openFinished(page, '#review');
  const box = page.locator('[name="password"]');
  const said = page.locator('.strength output');
  await expect(box).toHaveAttribute('type', 'password');
  for (const [password, level] of [
    ['short', 1],
    ['seven green lanterns', 4],
  ] as const) {
    await box.fill(password);
    await expect(said).toHaveText(words('en', 'forms', `password.strength.${level}`));
  }

  await page.getByRole('button', { name: words('en', 'forms', 'password.show') }).click();
  await expect(box).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: words('en', 'forms', 'password.hide') }).click();
  await expect(box).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: words('en', 'forms', 'password.show') }).click();
  // Too short to be sent anywhere.
  await box.fill('short');
  await page.locator('.send-form button[type=submit]').click();
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveAttribute('type', 'password');
});

test('another region takes its district away, and offers its own', async ({ page }) => {
  await openFinished(page, '#visit');
  const district = page.locator('[name="formatted_address.district"]');
  await expect(district).not.toHaveValue('');
  await page.locator('[name="formatted_address.region"]').selectOption('1');
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
  await page
    .getByRole('button', { name: /Change.*(Employer|Company|company)/ })
    .first()
    .click();
  await expect(page.locator('[name="company_name"]')).toBeVisible();
  await page.locator('[name="company_name"]').fill('ООО «Другой купол»');
  await page.locator('[name="petitioner_position"]').fill('');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText(words('en', 'application', 'review.title'));
  await expect(page.locator('main')).toContainText('ООО «Другой купол»');
  await expect(page.locator('.error-summary li')).toHaveCount(1);
  await page.locator('.error-summary a').click();
  await expect(page.locator('[name="petitioner_position"]')).toBeFocused();
});

test('the success page opens again in every tab, prints both languages at once and leads to sign-in', async ({
  page,
}) => {
  await openFinished(page, '#review', `printed.${Date.now()}@example.org`);
  await typePassword(page);
  await page.locator('.send-form button[type=submit]').click();
  await page.waitForURL('**/en/success/application');
  const reference = (await page.locator('[data-reference]').textContent()) ?? '';
  expect(reference).toMatch(/\S{6,}/);

  for (const locale of LOCALES) {
    await page.goto(`/${locale}/success/application`);
    const ours = page.getByRole('heading', { name: words(locale, 'application', 'success.title') });
    await expect(ours).toBeVisible();
    await expect(page.locator('[data-reference]')).toHaveText(reference);
    await expect(page.getByText(words(locale, 'application', 'stages.in_review.title'))).toBeVisible();
    await expect(page.locator('main [href$="/auth/login"]:visible')).toHaveCount(1);
    const theirs = page.locator(`[lang="${LOCALES.find((other) => other !== locale)}"].print-only`);
    await expect(theirs).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(ours).toBeVisible();
    await expect(theirs).toBeVisible();
    await expect(theirs).toContainText(reference);
    await expect(theirs).toContainText('/auth/login');
    await expect(page.locator('print-button')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  }
  const later = await page.context().newPage();
  await page.close();
  await open(later, 'en', '/application/specialist');
  await later.getByRole('link', { name: reference }).click();
  await expect(later.locator('[data-reference]')).toHaveText(reference);
});

for (const [width, height] of [
  [390, 800],
  [1440, 900],
] as const) {
  test(`a step that opens does not move what is on the page (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const opens = async (route: string) => {
      await page.goto('/en/success/application');
      await open(page, 'en', route);
      await expectFormDrawn(page);
      expect(await layoutShift(page), route).toBeLessThanOrEqual(FULL_SCORE_SHIFT);
    };
    await opens('/application?type=specialist');
    await page.goto('/en/success/application');
    await putDraft(page, finishedDraft(specialist('still@example.org')));
    for (const route of ['/application', '/application/specialist', '/application/specialist#review']) {
      await opens(route);
      await expect(page.locator('.draft-bar[data-state="saved"]')).toBeVisible();
    }
  });
}
