/** The company's part as a form: pages with history, saved on its device, sent in parts, compared by the applicant. */
import { specialist } from '../support/applicants.ts';
import { storedEntries, storedRecord } from '../support/device.ts';
import { fill, fillControl } from '../support/fill.ts';
import { partTitle } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, newDevice, openOffer } from '../support/parcel.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';

expectedErrors.push(/net::ERR_(?:CONNECTION_RESET|FAILED|INTERNET_DISCONNECTED)/, /status of 41[02]/);

const say = (key: string, values = {}) => words('en', 'parcel', `company.${key}`, values);

test('a company fills in its part over several visits, sends a part, then the rest', async ({
  page,
  browser,
  baseURL,
}) => {
  const applicant = specialist('visits.company@example.org');
  await storeFinishedDraft(page, applicant, { saved: [], step2Data: {} });
  await open(page, 'en', '/application');
  await openOffer(page, 'en', 'company.ask');
  await page.getByRole('button', { name: say('ask.start') }).click();
  const link = await linkOn(page, 'en');

  const there = await newDevice(browser, baseURL);
  await there.goto(link);
  // Nothing is sent while nothing is filled in.
  await there.getByRole('button', { name: say('answer.sendPart', { done: 0, count: 4 }) }).click();
  await expect(there.getByText(say('answer.empty.title'))).toBeVisible();
  await there
    .getByRole('link', { name: partTitle('contact-person') })
    .first()
    .click();
  await expect(there.getByRole('heading', { level: 1, name: partTitle('contact-person') })).toBeVisible();
  await fillControl(there, 'applicant_fio', 'Half Typed');
  // Back returns to the list; the part was left unfinished, and is started.
  await there.goBack();
  const row = there
    .getByRole('listitem')
    .filter({ hasText: partTitle('contact-person') })
    .first();
  await expect(row).toContainText(words('en', 'application', 'states.started'));
  await there.goForward();
  await expect(there.locator('[name=applicant_fio]')).toHaveValue('Half Typed');
  await fillControl(there, 'applicant_position', 'Clerk');
  await there.reload();
  await expect(there.locator('[name=applicant_fio]')).toHaveValue('Half Typed');
  await expect(there.locator('[name=applicant_position]')).toHaveValue('Clerk');
  // Nothing of the applicant's is offered.
  await there.getByRole('link', { name: say('answer.back') }).click();
  await there
    .getByRole('link', { name: partTitle('employer') })
    .first()
    .click();
  await expect(there.locator('[name=company_name]')).toBeVisible();
  await expect(there.getByText(words('en', 'application', 'copy.stay'))).toHaveCount(0);

  // The tab is closed, and the link opened again in that browser.
  await there.close();
  const again = await there.context().newPage();
  await again.goto(link);
  await again
    .getByRole('link', { name: partTitle('contact-person') })
    .first()
    .click();
  await expect(again.locator('[name=applicant_fio]')).toHaveValue('Half Typed');
  const own = Object.fromEntries(Object.entries(applicant.step2).filter(([name]) => name.startsWith('applicant_')));
  await fill(again, { ...own, applicant_fio: 'Company Contact' });
  await again.getByRole('button', { name: say('answer.save') }).click();
  await again.getByRole('link', { name: say('answer.back') }).click();
  await again.getByRole('button', { name: say('answer.sendPart', { done: 1, count: 4 }) }).click();
  await expect(again.getByText(say('answer.sentPart.title', { done: 1, count: 4 }))).toBeVisible();
  await expect(page.getByText(say('ask.partial.title', { done: 1, count: 4 }))).toBeVisible();

  await again
    .getByRole('link', { name: partTitle('documents') })
    .or(again.getByRole('link', { name: words('en', 'forms', 'fields.file3.label') }))
    .first()
    .click();
  await fillControl(again, 'file3', 'resume.pdf');
  await again.getByRole('button', { name: say('answer.save') }).click();
  await again.getByRole('link', { name: say('answer.back') }).click();
  await again.getByRole('button', { name: say('answer.sendPart', { done: 2, count: 4 }) }).click();
  await expect(again.getByText(say('answer.sentPart.title', { done: 2, count: 4 }))).toBeVisible();
  await expect(page.getByText(say('ask.partial.title', { done: 2, count: 4 }))).toBeVisible();
  // The applicant compares before anything changes.
  await page.getByRole('button', { name: say('ask.look') }).click();
  await expect(page.getByText('Company Contact')).toBeVisible();
  expect(JSON.stringify(await storedRecord(page))).not.toContain('Company Contact');
  await page.getByRole('button', { name: say('ask.take') }).click();
  await expect(page.getByText(say('ask.taken.title'))).toBeVisible();
  await expect(again.getByText(say('answer.taken.title'))).toBeVisible();
  expect(await storedRecord(page)).toMatchObject({ step2Data: { applicant_fio: 'Company Contact' }, company: null });
  expect(JSON.stringify(await storedEntries(again))).not.toContain('Company Contact');
  await again.context().close();
});
