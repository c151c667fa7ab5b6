/**
 * Sending an application over broken lines. Each ends with exactly one application in D1 or a clear "not sent", and the draft
 * stays until success is certain. long/broken-lines.test.ts has longer failures.
 */

import { type Applicant, specialist } from './support/applicants.ts';
import { apply as applyOnce } from './support/apply.ts';
import { finishedDraft } from './support/device.ts';
import { cutAfterArrival, type Line, proxyResponse, startFaultyLine } from './support/faulty-line.ts';
import { fillControl } from './support/fill.ts';
import { box, changeAnswer, errorSummary, heading, partLink, partTitle, saveButton, sentence } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import {
  advanceClock,
  countArrived,
  expectDraftIntact,
  expectNotSent,
  expectOneArrived,
  openReview,
  send,
  sendAndClose,
  sendButton,
  typePassword,
} from './support/sending.ts';
import { LONG } from './support/stages.ts';

const say = (key: string) => words('en', 'application', key);
let line: Line;
let applicant: Applicant;

test.beforeEach(async ({ baseURL }) => {
  line = await startFaultyLine(baseURL ?? '');
  applicant = specialist(`line.${Date.now()}@example.org`);
  // The browser logs broken connections and refusals.
  expectedErrors.push(/Failed to load resource/);
});
test.afterEach(() => line.close());
test.afterAll(() => {
  expectedErrors.length = 0;
});

test('a double click sends one application, going back shows its number, and another application can be started', async ({
  page,
  storage,
}) => {
  await openReview(page, finishedDraft(applicant), line.origin);
  // Navigates within one document, so that the sent application stays in memory.
  await page.getByRole('link', { name: say('overview.title'), includeHidden: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: partTitle('check') })
    .first()
    .click();
  await typePassword(page);
  await sendButton(page).dblclick();
  await expectOneArrived(page, storage, applicant);
  expect(line.keys).toHaveLength(1);

  const confirmation = page.getByRole('link', { name: sentence('en', 'application', 'obstacles.again') });
  await page.goBack();
  await expect(confirmation).toBeVisible();
  await fillControl(page, 'application_type', 'founder');
  await page.getByRole('button', { name: say('type.submit') }).click();
  await expect(heading(page, partTitle('passport'))).toBeVisible();
  await expect(confirmation).toBeVisible();
  await partLink(page, 'check').click();
  await expect(page.getByRole('region', { name: say('review.unfinished') })).toBeVisible();
  await expect(sendButton(page)).toBeVisible();
});

test('a submission whose connection is cut after the last byte is repeated and ends in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(cutAfterArrival);
  await page.clock.install();
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await expect(page.getByText(say('send.checking'))).toBeVisible();
  await advanceClock(page, () => line.keys.length === 2);
  await expectOneArrived(page, storage, applicant);
  expect(new Set(line.keys).size).toBe(1);
});

test('a failed submission is reported each time with the draft intact, and succeeds in the end', async ({
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
  // The page notices it a moment later.
  await page.waitForFunction(() => navigator.onLine);
  const refusals = [401, 403, 413].map((status) => proxyResponse(status, false));
  line.faults.push(...refusals, ({ respond }) => respond(429, { 'Retry-After': '900' }));
  for (const sent of [1, 2, 3, 4]) {
    await sendButton(page).click();
    await expect.poll(() => line.keys.length).toBe(sent);
    await expectNotSent(page, storage, applicant);
  }
  await sendButton(page).click();
  await expectOneArrived(page, storage, applicant);
});

test(
  'refused answers are shown on the review page and at their question until it is saved again',
  LONG,
  async ({ page, storage }) => {
    const errors = { company_name: ['too_long'], 'formatted_relatives.0.relativePassport': ['passport_format'] };
    const refusal = JSON.stringify({ code: 'validation_failed', message: 'x', request_id: 'r', errors });
    line.faults.push(({ respond }) => respond(422, { 'Content-Type': 'application/json' }, refusal));
    await openReview(page, finishedDraft(applicant), line.origin);
    await send(page);
    await expect(errorSummary(page)).toBeFocused();
    await expect(errorSummary(page).getByRole('link')).toHaveCount(2);
    await expectDraftIntact(page);
    // The field is corrected after another part was opened.
    await changeAnswer(page, 'name', words('en', 'forms', 'fields.surname.label'));
    await saveButton(page).click();
    await errorSummary(page).getByRole('link').first().click();
    const company = box(page, 'company_name');
    await expect(company).toBeFocused();
    await expect(company).toHaveAttribute('aria-invalid', 'true');
    await company.fill('ООО «Синий купол»');
    await saveButton(page).click();
    await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
    await errorSummary(page).getByRole('link').click();
    await expect(heading(page, partTitle('family'))).toBeVisible();
    await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
    await saveButton(page).click();
    await expect(heading(page, partTitle('check'))).toBeVisible();
    await expect(errorSummary(page)).toHaveCount(0);
    await send(page);
    await expectOneArrived(page, storage, applicant);
  },
);

test(
  'an address that has an application already is reported on the review page and at its question',
  LONG,
  async ({ page, storage, baseURL }) => {
    const { email } = await applyOnce(baseURL ?? '', 'en');
    Object.assign(applicant.step1, { email });
    await openReview(page, finishedDraft(applicant), line.origin);
    await send(page);
    await expect(errorSummary(page)).toBeFocused();
    await errorSummary(page).getByRole('link').click();
    await expect(box(page, 'email')).toBeFocused();
    await expect(box(page, 'email')).toHaveAttribute('aria-invalid', 'true');
    applicant = specialist(`free.${email}`);
    await box(page, 'email').fill(`free.${email}`);
    await saveButton(page).click();
    await send(page);
    await expectOneArrived(page, storage, applicant);
  },
);

test(
  'a page closed before the response warns when it is opened again, and no second application is created',
  LONG,
  async ({ page, storage }) => {
    const again = await sendAndClose(page, applicant, line);
    await expect(again.getByText(say('send.before.title'))).toBeVisible();
    await expectDraftIntact(again);

    await send(again, 'seven other green lanterns');
    const notice = again.getByRole('status').filter({ hasText: say('send.arrived.title') });
    await expect(notice.getByRole('link', { name: say('send.arrived.signIn') })).toBeVisible();
    expect(countArrived(storage, applicant)).toBe(1);
    await expectDraftIntact(again);

    await send(again);
    await expectOneArrived(again, storage, applicant);
  },
);
