/** The company fills in its part in its own browser, and the applicant takes it over. */

import type { Part } from '../../../src/domain/application/fields.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { companyParts, fieldsOfParts } from '../../../src/domain/parcel/company-parts.ts';
import { investor, specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { containing } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, makeLink, newDevice, openOffer } from '../support/parcel.ts';
import { expect, expectedErrors, open, test } from '../support/portal.ts';

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
