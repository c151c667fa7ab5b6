/** An applicant without a mouse: from the choice of the type to the reference, with the keyboard alone. */
import { founder, PASSWORD } from './support/applicants.ts';
import { box } from './support/form.ts';
import { expectReview, readReference } from './support/journey.ts';
import { fillByKeyboard, tabTo, watchChoosers } from './support/keyboard.ts';
import { expect, hydrated, open, test } from './support/portal.ts';
import { expectStored } from './support/stored.ts';

test('a founder applies with the keyboard alone', async ({ page, storage }) => {
  test.setTimeout(120_000);
  const applicant = founder(`keyboard.${Date.now()}@example.org`);
  watchChoosers(page);
  await open(page, 'en', '/type/application');
  await tabTo(page, ({ href }) => href.includes('type=founder'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/application?type=founder');
  await expect(box(page, 'surname')).toBeVisible();
  // Countries can be chosen from then on.
  await hydrated(page);
  await fillByKeyboard(page, applicant.step1, 'en');
  await page.waitForURL('**/en/application/founder');
  await expect(box(page, 'validity_time')).toBeVisible();
  await hydrated(page);
  await fillByKeyboard(page, applicant.step2, 'en');
  await expectReview(page, applicant);
  await fillByKeyboard(page, { password: PASSWORD }, 'en');
  await expectStored(storage, await readReference(page, 'en'), applicant);
});
