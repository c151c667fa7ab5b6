/** Answers that the browser restores in the forms of a company and of a change: Chromium fills in the page that "back" loads. */
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { fillControl } from '../support/fill.ts';
import { box, languageLink, partTitle } from '../support/form.ts';
import { expect, open, test } from '../support/portal.ts';

test('a change shows its latest answers after "back", also in another language', async ({ page }) => {
  await setOwnNetwork(page);
  await createAccount(page, 'en').then((account) => signInByCall(page, account));
  const place = '/profile/application/founder#change:surname';
  await open(page, 'en', place);
  await fillControl(page, 'surname', 'Alpha');
  await fillControl(page, 'middlename', 'First');
  await page.goto('/en/help');

  const newer = await page.context().newPage();
  await open(newer, 'en', place);
  await expect(box(newer, 'surname')).toHaveValue('Alpha');
  await fillControl(newer, 'surname', 'Beta');
  await newer.reload();
  await expect(box(newer, 'surname')).toHaveValue('Beta');
  await newer.close();

  await page.goBack();
  await expect(box(page, 'surname')).toHaveValue('Beta');
  await languageLink(page, 'ru').click();
  await expect(page.getByRole('heading', { name: partTitle('name', 'ru') })).toBeVisible();
  await fillControl(page, 'middlename', 'Second');
  await page.reload();
  await expect(box(page, 'surname')).toHaveValue('Beta');
  await expect(box(page, 'middlename')).toHaveValue('Second');
});
