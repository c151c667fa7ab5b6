/** The company fills in its part in a browser of its own; the applicant takes it over. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fieldsOf, type Part } from '../../../src/domain/application/fields.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { companyParts } from '../../../src/domain/parcel/company-parts.ts';
import { specialist } from '../support/applicants.ts';
import { storedDigests, storedEntries, storedRecord } from '../support/device.ts';
import { fillControl, fixture } from '../support/fill.ts';
import { keepFinished } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';

for (const locale of LOCALES) {
  const say = (key: string) => words(locale, 'parcel', `company.${key}`);
  const part = (key: string) => words(locale, 'forms', `parts.${key}.title`);

  test(`the company fills in its part, and the applicant takes it over (${locale})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const applicant = specialist(`company.${locale}@example.org`);
    await keepFinished(page, applicant);
    const before = await storedDigests(page);
    const paper = createHash('sha256')
      .update(readFileSync(fixture('resume.pdf')))
      .digest()
      .join(' ');
    await open(page, locale, '/application');
    await page.getByRole('checkbox', { name: part('petitioner') }).uncheck();
    await page.getByRole('button', { name: say('ask.start') }).click();
    const link = await page.getByRole('textbox', { name: words(locale, 'parcel', 'common.link') }).inputValue();
    for (const language of LOCALES) {
      const mail = page.getByRole('textbox', { name: say(`ask.mail.${language}`) });
      await expect(mail).toHaveValue(new RegExp(`/${language}/parcel/company#`));
    }

    const office = await browser.newContext({ baseURL: baseURL ?? '' });
    const there = await office.newPage();
    await there.goto(link);
    await expect(there.getByText(String(applicant.step1.surname)).first()).toBeVisible();
    await expect(there).toHaveURL(new RegExp(`/${locale}/parcel/company$`));
    // Only the asked parts, and no way to send the application.
    const list = there.getByRole('main').getByRole('listitem');
    await expect(list).toHaveText(
      [part('employer'), part('contact-person'), part('documents')].map((name) => new RegExp(name)),
    );
    await there.getByRole('button', { name: part('employer') }).click();
    await fillControl(there, 'company_name', 'Company’s own answer');
    await there.getByRole('button', { name: say('answer.save') }).click();
    await there.getByRole('button', { name: part('documents') }).click();
    await fillControl(there, 'file', 'resume.pdf');
    await there.getByRole('button', { name: say('answer.save') }).click();
    await there.getByRole('button', { name: say('answer.send') }).click();
    await expect(there.getByText(say('answer.sent.title'))).toBeVisible();
    // Nothing of it is a draft of that device.
    expect(await storedRecord(there)).toBeUndefined();

    // After a reload too: the draft knows what it asked.
    await page.reload();
    await page.getByRole('button', { name: say('ask.look') }).click();
    await expect(page.getByText('Company’s own answer')).toBeVisible();
    await page.getByRole('button', { name: say('ask.take') }).click();
    await expect(page.getByText(say('ask.taken.title'))).toBeVisible();
    await expect(there.getByText(say('answer.taken.title'))).toBeVisible();
    const record = await storedRecord(page);
    expect(record).toMatchObject({ step2Data: { company_name: 'Company’s own answer' }, company: null });
    expect(JSON.stringify(await storedEntries(page))).not.toContain(link.split('#')[1]);
    // The paper has arrived byte for byte, in the place of the one before.
    expect(await storedDigests(page)).toHaveLength(before.length);
    const digests = (await storedDigests(page)).filter((digest) => digest === paper);
    expect(digests).toHaveLength(before.filter((digest) => digest === paper).length + 1);
    await office.close();
  });

  test(`a link of a company is revoked, and both sides are told (${locale})`, async ({ page, browser, baseURL }) => {
    await keepFinished(page, specialist(`revoked.${locale}@example.org`));
    await open(page, locale, '/application');
    await page.getByRole('button', { name: say('ask.start') }).click();
    const link = await page.getByRole('textbox', { name: words(locale, 'parcel', 'common.link') }).inputValue();
    await page.getByRole('button', { name: say('ask.revoke') }).click();
    await expect(page.getByText(say('ask.revoked.title'))).toBeVisible();
    const office = await browser.newContext({ baseURL: baseURL ?? '' });
    const there = await office.newPage();
    await there.goto(link);
    await expect(there.getByText(say('answer.revoked.title'))).toBeVisible();
    await office.close();
  });
}

test('a company’s page reads and writes its parcel alone, and can send no application', async ({
  page,
  browser,
  baseURL,
}) => {
  const say = (key: string) => words('ru', 'parcel', `company.${key}`);
  await keepFinished(page, specialist('calls.ru@example.org'));
  await open(page, 'ru', '/application');
  await page.getByRole('button', { name: say('ask.start') }).click();
  const link = await page.getByRole('textbox', { name: words('ru', 'parcel', 'common.link') }).inputValue();
  const before = await storedRecord(page);

  const office = await browser.newContext({ baseURL: baseURL ?? '' });
  const there = await office.newPage();
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
  // What came is in no part of the application before the applicant takes it.
  await expect(page.getByRole('button', { name: say('ask.look') })).toBeVisible();
  expect(await storedRecord(page)).toEqual(before);
  await office.close();
});

test('without a link, the questions are printed: only those of the parts that are ticked', async ({ page }) => {
  const type = 'investor';
  const part = (name: Part) => page.getByRole('region', { name: words('ru', 'forms', `parts.${name}.title`) });
  await page.goto(`/ru/parcel/sheet/${type}`);
  await part('petitioner').getByRole('checkbox').uncheck();
  await page.emulateMedia({ media: 'print' });
  const printed = companyParts(type).filter((name) => name !== 'petitioner');
  for (const name of printed) {
    await expect(part(name).getByRole('term')).toHaveCount(fieldsOf(type, { part: name }).length);
    await expect(part(name).getByRole('checkbox')).toBeHidden();
  }
  await expect(part('petitioner')).toBeHidden();
});
