/** Sending an application over lines that stay broken for more than one response; submitting.test.ts has the drafts. */
import { type Applicant, specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import {
  cutAfterArrival,
  cutBeforeArrival,
  type Line,
  proxyResponse,
  startFaultyLine,
} from '../support/faulty-line.ts';
import { fillControl } from '../support/fill.ts';
import { box, changeAnswer, saveButton } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import {
  advanceClock,
  CHECK,
  countArrived,
  expectDraftIntact,
  expectOneArrived,
  openReview,
  send,
  sendAndClose,
} from '../support/sending.ts';

const say = (key: string, values: Record<string, string> = {}) => words('en', 'application', key, values);
let line: Line;
let applicant: Applicant;

test.beforeEach(async ({ baseURL }) => {
  line = await startFaultyLine(baseURL ?? '');
  applicant = specialist(`broken.${Date.now()}@example.org`);
  // The browser logs broken connections and refusals.
  expectedErrors.push(/Failed to load resource/);
});
test.afterEach(() => line.close());
test.afterAll(() => {
  expectedErrors.length = 0;
});

test('a submission after 502 and 504, stored or not, is repeated and ends in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(
    proxyResponse(502, false),
    proxyResponse(504, false),
    proxyResponse(504, true),
    proxyResponse(502, true),
  );
  await page.clock.install();
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await advanceClock(page, () => line.keys.length === 5);
  await expectOneArrived(page, storage, applicant);
  expect(new Set(line.keys).size).toBe(1);
});

test('a submission after 429 shows and waits the required time, and ends in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(({ respond }) => respond(429, { 'Retry-After': '20' }));
  await page.clock.install();
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await expect(page.getByText(say('send.waiting_other', { count: '20' }))).toBeVisible();
  expect(line.keys).toHaveLength(1);
  await advanceClock(page, () => line.keys.length === 2);
  await expectOneArrived(page, storage, applicant);
  expect(new Set(line.keys).size).toBe(1);
});

test('a submission that times out after 60 seconds is repeated and ends in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(async ({ deliver }) => {
    // The application arrives without a response.
    await deliver();
  });
  await page.clock.install();
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await expect.poll(() => countArrived(storage, applicant)).toBe(1);
  await page.clock.fastForward(61_000);
  await expect(page.getByText(say('send.checking'))).toBeVisible();
  await advanceClock(page, () => line.keys.length === 2);
  await expectOneArrived(page, storage, applicant);
  expect(new Set(line.keys).size).toBe(1);
});

test('going back during an uncertain submission and sending again ends in one application', async ({
  page,
  storage,
}) => {
  await page.clock.install();
  line.faults.push(cutAfterArrival, ...Array.from({ length: 5 }, () => cutBeforeArrival));
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await advanceClock(page, () => line.keys.length === 6);
  await expect(page.getByRole('alert')).toContainText(say('send.uncertain'));
  await expectDraftIntact(page);
  await changeAnswer(page, 'employer', words('en', 'forms', 'fields.company_name.label_specialist'));
  await saveButton(page).click();
  await send(page);
  await expectOneArrived(page, storage, applicant);
  expect(new Set(line.keys).size).toBe(1);
});

test('answers changed after a lost response are not sent: the portal says that the first ones have arrived', async ({
  page,
  storage,
}) => {
  const again = await sendAndClose(page, applicant, line);
  const arrivedNotice = again.getByText(say('send.arrived.title'));
  await changeAnswer(again, 'name', words('en', 'forms', 'fields.surname.label'));
  await fillControl(again, 'surname', 'Другая');
  await saveButton(again).click();
  await changeAnswer(again, 'contact', words('en', 'forms', 'fields.email.label'));
  await saveButton(again).click();
  await expect(arrivedNotice).toBeVisible();
  await expect(box(again, 'email')).not.toHaveAttribute('aria-invalid');

  await again.goto(line.origin + CHECK);
  await send(again);
  await expect(arrivedNotice).toBeVisible();
  expect(countArrived(storage, applicant)).toBe(1);
});
