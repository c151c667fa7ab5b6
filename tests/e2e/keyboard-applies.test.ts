/** An applicant without a mouse: from the type choice to the reference. */
import { answeredParts, partRoute } from '../../src/domain/application/steps.ts';
import { founder, PASSWORD, typedValues } from './support/applicants.ts';
import { heading, partTitle } from './support/form.ts';
import { expectReview, readReference } from './support/journey.ts';
import { fillByKeyboard, tabTo, watchChoosers } from './support/keyboard.ts';
import { words } from './support/locale-words.ts';
import { expect, open, test, waitForHydration } from './support/portal.ts';
import { LONG } from './support/stages.ts';
import { expectStored } from './support/stored.ts';

test('a founder applies with the keyboard only', LONG, async ({ page, storage }) => {
  const applicant = founder(`keyboard.${Date.now()}@example.org`);
  watchChoosers(page);
  await open(page, 'en', '/type/application');
  await tabTo(page, ({ type }) => type === 'radio');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: words('en', 'application', 'types.founder.title') })).toBeChecked();
  await tabTo(page, ({ href }) => href.includes('type=founder'));
  await page.keyboard.press('Enter');
  const parts = answeredParts('founder');
  for (const part of parts) {
    await page.waitForURL(`**/en${partRoute(part, 'founder')}*`);
    await expect(heading(page, partTitle(part))).toBeVisible();
    // The countries can be chosen from now on.
    await waitForHydration(page);
    await fillByKeyboard(page, typedValues(part, applicant), 'en');
  }
  await page.waitForURL('**/en/application/founder/check');
  await expectReview(page, applicant);
  await fillByKeyboard(page, { read_check: 'yes', password: PASSWORD }, 'en');
  await expectStored(storage, await readReference(page, 'en'), applicant);
});
