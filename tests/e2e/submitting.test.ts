/**
 * Sending an application over lines that break. Each ends with exactly one application in D1 or a clear "not sent", and
 * the draft stays until success is certain. Lines that are broken for longer: long/broken-lines.test.ts.
 */
import { type Applicant, specialist } from './support/applicants.ts';
import { finishedDraft } from './support/device.ts';
import { answeredBetween, cutAfterArrival, faultyLine, type Line } from './support/faulty-line.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import {
  arrived,
  expectDraftIntact,
  expectNotSent,
  expectOneArrived,
  hurry,
  openReview,
  send,
  sendAndClose,
  sendButton,
  typePassword,
} from './support/sending.ts';

const say = (key: string) => words('en', 'application', key);
let line: Line;
let applicant: Applicant;

test.beforeEach(async ({ baseURL }) => {
  line = await faultyLine(baseURL ?? '');
  applicant = specialist(`line.${Date.now()}@example.org`);
  // The browser reports a connection that breaks, and an answer that refuses.
  expectedErrors.push(/Failed to load resource/);
});
test.afterEach(() => line.close());
test.afterAll(() => {
  expectedErrors.length = 0;
});

test('a double click sends one application, and going back there is nothing to send again', async ({
  page,
  storage,
}) => {
  await openReview(page, finishedDraft(applicant), line.origin);
  await typePassword(page);
  await sendButton(page).dblclick();
  await expectOneArrived(page, storage, applicant);
  expect(line.keys).toHaveLength(1);

  await page.goBack();
  await page.goto(`${line.origin}/en/application/specialist#review`);
  await expect(page.getByText(say('obstacles.person_missing.title'))).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
  expect(arrived(storage, applicant)).toBe(1);
});

test('a connection that is cut after the last byte is asked again and ends in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(cutAfterArrival);
  await page.clock.install();
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await expect(page.getByText(say('send.checking'))).toBeVisible();
  await hurry(page, () => line.keys.length === 2);
  await expectOneArrived(page, storage, applicant);
  expect(new Set(line.keys).size).toBe(1);
});

test('what was not sent is told each time, with the draft intact, and is sent in the end', async ({
  page,
  storage,
}) => {
  await openReview(page, finishedDraft(applicant), line.origin);
  await typePassword(page);
  await page.context().setOffline(true);
  await sendButton(page).click();
  await expectNotSent(page, storage, applicant);
  expect(line.keys).toHaveLength(0);

  await page.context().setOffline(false);
  const refusals = [401, 403, 413].map((status) => answeredBetween(status, false));
  line.faults.push(...refusals, ({ answer }) => answer(429, { 'Retry-After': '900' }));
  for (const sent of [1, 2, 3, 4]) {
    await sendButton(page).click();
    await expect.poll(() => line.keys.length).toBe(sent);
    await expectNotSent(page, storage, applicant);
  }
  await sendButton(page).click();
  await expectOneArrived(page, storage, applicant);
});

test('a page that was closed before the answer came says so when it is opened again: no second one, and the first password counts', async ({
  page,
  storage,
}) => {
  const again = await sendAndClose(page, applicant, line);
  await expect(again.getByText(say('send.before.title'))).toBeVisible();
  await expectDraftIntact(again);

  await send(again, 'seven other green lanterns');
  const notice = again.getByRole('status').filter({ hasText: say('send.arrived.title') });
  await expect(notice.getByRole('link', { name: say('send.arrived.signIn') })).toBeVisible();
  expect(arrived(storage, applicant)).toBe(1);
  await expectDraftIntact(again);

  await send(again);
  await expectOneArrived(again, storage, applicant);
});
