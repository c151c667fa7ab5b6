/** The company fills in its part in its own browser, and the applicant takes it over. */

import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { words } from '../support/locale-words.ts';
import { makeLink, newDevice } from '../support/parcel.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';

// The browser logs lost connections, and changes or deletions by the other device.
expectedErrors.push(/net::ERR_CONNECTION_RESET/, /status of 41[02]/);

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
