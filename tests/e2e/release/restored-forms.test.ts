/** Answers that the browser restores in the forms of a company and of a change: Chromium fills in the page that "back" loads. */
import { createAccount, setOwnNetwork, signInByCall } from '../support/account.ts';
import { specialist } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { box, languageLink, partTitle } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, newDevice, openOffer } from '../support/parcel.ts';
import { expect, open, test } from '../support/portal.ts';

const say = (key: string, values = {}) => words('en', 'parcel', `company.${key}`, values);

test('a company\'s page shows its latest answers after "back", and one more letter keeps them', async ({
  page,
  browser,
  baseURL,
}) => {
  await storeFinishedDraft(page, specialist('restored.company@example.org'), { saved: [], step2Data: {} });
  await open(page, 'en', '/application');
  await openOffer(page, 'en', 'company.ask');
  await page.getByRole('button', { name: say('ask.start') }).click();
  const link = await linkOn(page, 'en');
  const there = await newDevice(browser, baseURL);
  await there.goto(link);
  await there
    .getByRole('link', { name: partTitle('contact-person') })
    .first()
    .click();
  await fillControl(there, 'applicant_fio', 'Alpha');
  await fillControl(there, 'applicant_position', 'Clerk');
  await there.goto('/en/help');

  // Another tab of the company's browser.
  const newer = await there.context().newPage();
  await newer.goto(link);
  await newer
    .getByRole('link', { name: partTitle('contact-person') })
    .first()
    .click();
  await expect(box(newer, 'applicant_fio')).toHaveValue('Alpha');
  await fillControl(newer, 'applicant_fio', 'Beta');
  await newer.reload();
  await expect(box(newer, 'applicant_fio')).toHaveValue('Beta');
  await newer.close();

  await there.goBack();
  await expect(box(there, 'applicant_fio')).toHaveValue('Beta');
  await fillControl(there, 'applicant_position', 'Manager');
  await there.reload();
  await expect(box(there, 'applicant_fio')).toHaveValue('Beta');
  await expect(box(there, 'applicant_position')).toHaveValue('Manager');
  await there.context().close();
});

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
