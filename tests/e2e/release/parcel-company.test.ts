/** The company fills in its part in its own browser, and the applicant takes it over. */

import type { Part } from '../../../src/domain/application/fields.ts';
import { partRoute } from '../../../src/domain/application/steps.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { companyParts, fieldsOfParts } from '../../../src/domain/parcel/company-parts.ts';
import { investor, specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { containing } from '../support/form.ts';
import { readReference } from '../support/journey.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import {
  isParcelDeletion,
  linkOn,
  makeLink,
  newDevice,
  openOffer,
  refuseStoring,
  writeOver,
} from '../support/parcel.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';
import { sendButton, typePassword } from '../support/sending.ts';

// The browser logs lost connections, and changes or deletions by the other device.
expectedErrors.push(/net::ERR_CONNECTION_RESET/, /status of 41[02]/);

test("a company's part in Russian: asked for, filled in, revoked", async ({ page, browser, baseURL }) => {
  const say = (key: string) => words('ru', 'parcel', `company.${key}`);
  const applicant = specialist('company.ru@example.org');
  await storeFinishedDraft(page, applicant);
  await open(page, 'ru', '/application');
  await openOffer(page, 'ru', 'company.ask');
  // The whole box can be clicked, since the label covers its control.
  await page.getByRole('checkbox', { name: words('ru', 'forms', 'parts.petitioner.title') }).uncheck({ force: true });
  await page.getByRole('button', { name: say('ask.start') }).click();
  const link = await linkOn(page, 'ru');
  for (const language of LOCALES) {
    const mail = page.getByRole('textbox', { name: say(`ask.mail.${language}`) });
    await expect(mail).toHaveValue(new RegExp(`/${language}/parcel/company#`));
  }
  const there = await newDevice(browser, baseURL);
  await there.goto(link);
  await expect(there.getByText(String(applicant.step1.surname)).first()).toBeVisible();
  // Only the requested parts are listed.
  const letter = words('ru', 'forms', 'fields.file3.label');
  const asked = ['employer', 'contact-person'].map((part) => words('ru', 'forms', `parts.${part}.title`));
  await expect(there.getByRole('main').getByRole('listitem')).toHaveText([...asked, letter].map(containing));
  await there.getByRole('link', { name: letter }).click();
  // The applicant's own papers are not asked of the company.
  await expect(there.locator('[name="file"], [name="file2"]')).toHaveCount(0);
  await page.getByRole('button', { name: say('ask.revoke') }).click();
  await expect(page.getByText(say('ask.cancelled.title'))).toBeVisible();
  await expect(there.getByText(say('answer.cancelled.title'))).toBeVisible();
  await there.context().close();
});

test("a company's page calls its parcel only, and cannot submit an application", async ({ page, browser, baseURL }) => {
  const say = (key: string) => words('ru', 'parcel', `company.${key}`);
  const link = await makeLink(page, 'ru', 'company.ask.start', specialist('calls.ru@example.org'));
  const before = await storedRecord(page);

  const there = await newDevice(browser, baseURL);
  const calls: string[] = [];
  there.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || pathname.startsWith('/api/')) calls.push(pathname);
  });
  await there.goto(link);
  await there.getByRole('button', { name: say('answer.send') }).click();
  await expect(there.getByText(say('answer.sent.title'))).toBeVisible();
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.filter((path) => !path.startsWith('/api/v1/parcels/'))).toEqual([]);
  // The company's answers are not part of the application before the applicant takes them over.
  await expect(page.getByRole('button', { name: say('ask.look') })).toBeVisible();
  expect(await storedRecord(page)).toEqual(before);
  await there.context().close();
});

test("an investor takes over one of the company's answers and keeps another after changing the type and back", async ({
  page,
  browser,
  baseURL,
}) => {
  const say = (key: string) => words('en', 'parcel', `company.${key}`);
  const applicant = investor('investor.company@example.org');
  const there = await newDevice(browser, baseURL);
  await there.goto(await makeLink(page, 'en', 'company.ask.start', applicant));
  await there
    .getByRole('link', { name: words('en', 'forms', 'parts.contact-person.title') })
    .first()
    .click();
  await fillControl(there, 'applicant_fio', 'Company Contact');
  await fillControl(there, 'applicant_position', 'Company position');
  await there.getByRole('button', { name: say('answer.save') }).click();
  await there.getByRole('button', { name: say('answer.send') }).click();
  await expect(there.getByText(say('answer.sent.title'))).toBeVisible();

  const changeType = async (type: ApplicationType) => {
    await open(page, 'en', `/application/${type}`);
    const asked = words('en', 'application', `types.${type}.title`);
    await page
      .getByRole('button', { name: words('en', 'application', 'obstacles.other_type.change', { asked }) })
      .click();
    await open(page, 'en', '/application');
  };
  await changeType('founder');
  await expect(page.getByText(say('ask.otherType.title'))).toBeVisible();
  await changeType('investor');
  await page.getByRole('button', { name: say('ask.look') }).click();
  await expect(page.getByText('Company Contact')).toBeVisible();
  await fillControl(page, 'take-applicant_fio', 'own');
  await page.getByRole('button', { name: say('ask.take') }).click();
  await expect(page.getByText(say('ask.taken.title'))).toBeVisible();
  expect(await storedRecord(page)).toMatchObject({
    step2Data: { applicant_fio: applicant.step2.applicant_fio, applicant_position: 'Company position' },
  });
  await there.context().close();
});

test('deleting or submitting a draft ends its company link', async ({ page, browser, baseURL }) => {
  const say = (key: string) => words('en', 'parcel', `company.${key}`);
  const draft = (key: string) => words('en', 'application', `draft.${key}`);
  const there = await newDevice(browser, baseURL);
  const begin = async (email: string) => {
    const link = await makeLink(page, 'en', 'company.ask.start', specialist(email));
    await there.goto('/robots.txt');
    await there.goto(link);
    await expect(there.getByRole('button', { name: say('answer.send') })).toBeVisible();
  };

  await begin('deleted.company@example.org');
  await page.getByRole('button', { name: draft('delete') }).click();
  await expect(page.getByRole('dialog')).toContainText(draft('confirm.company'));
  await page.getByRole('button', { name: draft('confirm.yes'), exact: true }).click();
  await expect(there.getByText(say('answer.cancelled.title'))).toBeVisible();
  await page.waitForURL('**/en/type/application');
  expect(await storedRecord(page)).toBeUndefined();

  await begin(`sent.company.${Date.now()}@example.org`);
  await open(page, 'en', partRoute('check', 'specialist'));
  await typePassword(page);
  await sendButton(page).click();
  await readReference(page, 'en');
  await expect(there.getByText(say('answer.taken.title'))).toBeVisible();
  await there.context().close();
});

test('deleting a draft without a connection warns that the company link still works', async ({ page }) => {
  const draft = (key: string) => words('en', 'application', `draft.${key}`);
  await makeLink(page, 'en', 'company.ask.start', specialist('offline.company@example.org'));
  await page.route('**/api/v1/parcels/**', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: draft('delete') }).click();
  await page.getByRole('button', { name: draft('confirm.yes'), exact: true }).click();
  await expect(page.getByText(draft('confirm.linkLeft.title'))).toBeVisible();
  expect(await storedRecord(page)).toBeDefined();
  await page.getByRole('button', { name: draft('confirm.anyway') }).click();
  await page.waitForURL('**/en/type/application');
  expect(await storedRecord(page)).toBeUndefined();
});

test('a moved draft keeps its company link, and that of the replaced draft is revoked', async ({
  page,
  browser,
  baseURL,
}) => {
  const say = (key: string) => words('en', 'parcel', key);
  const other = await newDevice(browser, baseURL);
  const replaced = await newDevice(browser, baseURL);
  await replaced.goto(await makeLink(other, 'en', 'company.ask.start', investor('replaced.company@example.org')));
  await expect(replaced.getByRole('button', { name: say('company.answer.send') })).toBeVisible();

  const company = await newDevice(browser, baseURL);
  const link = await makeLink(page, 'en', 'company.ask.start', specialist('moves.company@example.org'));
  await company.goto(link);
  await expect(company.getByRole('button', { name: say('company.answer.send') })).toBeVisible();
  const offer = page.getByRole('region', { name: say('draft.send.title') });
  await openOffer(page, 'en', 'draft.send');
  await offer.getByRole('button', { name: say('draft.send.start'), exact: true }).click();
  const moving = await offer.getByRole('textbox', { name: say('common.link') }).inputValue();
  await other.goto(moving);
  await other.getByRole('button', { name: say('draft.receive.replace') }).click();
  await expect(other.getByText(say('draft.receive.arrived.title'))).toBeVisible();
  await expect(replaced.getByText(say('company.answer.cancelled.title'))).toBeVisible();

  // The first device has a copy without the link.
  await expect(page.getByText(words('en', 'application', 'draft.moved.title'))).toBeVisible();
  expect(await storedRecord(page)).toMatchObject({ company: null });
  await company.getByRole('button', { name: say('company.answer.send') }).click();
  await expect(company.getByText(say('company.answer.sent.title'))).toBeVisible();
  await other.getByRole('link', { name: say('draft.receive.goOn') }).click();
  await expect(other.getByRole('button', { name: say('company.ask.look') })).toBeVisible();
  for (const device of [other, replaced, company]) await device.context().close();
});

test('a company link that cannot be stored is not shown and is deleted, and can be created again', async ({ page }) => {
  const say = (key: string) => words('ru', 'parcel', `company.ask.${key}`);
  await storeFinishedDraft(page, specialist('save.failed@example.org'));
  await open(page, 'ru', '/application');
  await openOffer(page, 'ru', 'company.ask');
  const start = page.getByRole('button', { name: say('start') });
  await expect(start).toBeVisible();
  const storeAgain = await refuseStoring(page);
  const deleted = page.waitForResponse((response) => isParcelDeletion(response.request()));
  await start.click();
  const notice = page.getByRole('alert').filter({ hasText: say('saveFailed.title') });
  await expect(notice).toBeVisible();
  expect((await deleted).ok()).toBe(true);
  await expect(page.getByRole('textbox', { name: words('ru', 'parcel', 'common.link') })).toHaveCount(0);
  await expect(notice.getByRole('link', { name: say('sheet') })).toBeVisible();

  await storeAgain();
  await notice.getByRole('button', { name: words('ru', 'parcel', 'common.again') }).click();
  const link = await linkOn(page, 'ru');
  expect(await storedRecord(page)).toMatchObject({ company: { secret: link.split('#')[1] } });
});

test('a copy of a draft that moved while its page was closed says so, and leaves the company link to the other', async ({
  page,
  browser,
  baseURL,
}) => {
  const say = (key: string) => words('en', 'parcel', key);
  const draft = (key: string) => words('en', 'application', `draft.${key}`);
  const link = await makeLink(page, 'en', 'company.ask.start', specialist('copies@example.org'));
  await openOffer(page, 'en', 'draft.send');
  const offer = page.getByRole('region', { name: say('draft.send.title') });
  await offer.getByRole('button', { name: say('draft.send.start'), exact: true }).click();
  const moving = await offer.getByRole('textbox', { name: say('common.link') }).inputValue();
  // The first device is closed before it can see the arrival.
  await page.goto('/robots.txt');
  const other = await newDevice(browser, baseURL);
  await other.goto(moving);
  await other.getByRole('button', { name: say('draft.receive.start') }).click();
  await expect(other.getByText(say('draft.receive.arrived.title'))).toBeVisible();
  await open(page, 'en', '/application');
  await expect(page.getByText(words('en', 'application', 'draft.moved.title'))).toBeVisible();
  await page.getByRole('button', { name: draft('delete') }).click();
  await page.getByRole('button', { name: draft('confirm.yes'), exact: true }).click();
  await page.waitForURL('**/en/type/application');

  const company = await newDevice(browser, baseURL);
  await company.goto(link);
  await company.getByRole('button', { name: say('company.answer.send') }).click();
  await expect(company.getByText(say('company.answer.sent.title'))).toBeVisible();
  await other.getByRole('link', { name: say('draft.receive.goOn') }).click();
  await expect(other.getByRole('button', { name: say('company.ask.look') })).toBeVisible();
  for (const device of [company, other]) await device.context().close();
});

test("a company's unreadable answers are reported in their own words, and a reload continues", async ({ page }) => {
  const say = (key: string) => words('en', 'parcel', `company.ask.${key}`);
  const link = await makeLink(page, 'en', 'company.ask.start', specialist('unreadable.company@example.org'));
  await writeOver(page, link, { kind: 'company', state: 'of a later version' });
  const notice = page.getByRole('alert').filter({ hasText: say('failed.title') });
  await expect(notice).toContainText(say('unreadable'));
  await expect(notice.getByRole('link', { name: say('sheet') })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(page.getByText(say('waiting'))).toBeVisible();
});

for (const [locale, type] of [
  ['ru', 'investor'],
  ['en', 'specialist'],
] as const) {
  test(`without a company link, only the questions of the chosen parts are printed (${type}, ${locale})`, async ({
    page,
  }) => {
    const titleOf = (name: Part) =>
      name === 'documents'
        ? words(locale, 'forms', 'fields.file3.label')
        : words(locale, 'forms', `parts.${name}.title`);
    const part = (name: Part) => page.getByRole('region', { name: titleOf(name) });
    await page.goto(`/${locale}/parcel/sheet/${type}`);
    await part('petitioner').getByRole('checkbox').uncheck();
    await page.emulateMedia({ media: 'print' });
    const printed = companyParts(type).filter((name) => name !== 'petitioner');
    for (const name of printed) {
      await expect(part(name).getByRole('term')).toHaveCount(fieldsOfParts(type, [name]).length);
      await expect(part(name).getByRole('checkbox')).toBeHidden();
    }
    await expect(part('petitioner')).toBeHidden();
  });
}
