/**
 * Sending an application over lines that break. Each ends with exactly one application in D1 or a clear "not sent", and
 * the draft stays until success is certain.
 */
import { type Applicant, PASSWORD, specialist } from './support/applicants.ts';
import { finishedDraft, storedEntries } from './support/device.ts';
import { answeredBetween, cutAfterArrival, cutBeforeArrival, faultyLine, type Line } from './support/faulty-line.ts';
import { fillControl } from './support/fill.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, type Page, type Storage, test } from './support/portal.ts';
import { openReview, send, sendButton, typePassword } from './support/sending.ts';
import { expectStored } from './support/stored.ts';

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

const openOverLine = (page: Page) => openReview(page, finishedDraft(applicant), line.origin);

/** Lets the page's pauses pass quickly, in steps too short for a time-out. */
async function hurry(page: Page, until: () => boolean): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2000);
    expect(until()).toBe(true);
  }).toPass({ intervals: [100], timeout: 20_000 });
}

async function reference(page: Page): Promise<string> {
  await page.waitForURL('**/en/success/application', { timeout: 60_000 });
  return (await page.locator('[data-reference]').first().textContent()) ?? '';
}

function applications(storage: Storage): number {
  return storage.DB.prepare("SELECT id FROM applicants WHERE fields ->> 'email' = ?").all(String(applicant.step1.email))
    .length;
}

/** The application arrived, once, whole, and the draft is gone. */
async function expectOneArrived(page: Page, storage: Storage): Promise<void> {
  const id = await reference(page);
  expect(applications(storage)).toBe(1);
  await expectStored(storage, id, applicant);
  expect(await storedEntries(page)).toEqual({});
}

/** Nothing arrived, the page says that the answers are safe, and they are. */
async function expectNotSent(page: Page, storage: Storage): Promise<void> {
  await expect(page.locator('.send-form')).toContainText(words('en', 'application', 'send.kept'));
  expect(applications(storage)).toBe(0);
  await expectDraftIntact(page);
}

async function expectDraftIntact(page: Page): Promise<void> {
  const entries = await storedEntries(page);
  expect(entries.application).toMatchObject({ stepStatus: 3, step1Data: { passport_number: 'EA1234567' } });
  expect(Object.keys(entries).filter((key) => key.startsWith('file:'))).toHaveLength(8);
  expect(JSON.stringify(entries)).not.toContain(PASSWORD);
}

test('a double click sends one application', async ({ page, storage }) => {
  await openOverLine(page);
  await typePassword(page);
  await sendButton(page).dblclick();
  await expectOneArrived(page, storage);
  expect(line.keys).toHaveLength(1);
});

test('going back after it was sent, there is nothing to send again', async ({ page, storage }) => {
  await openOverLine(page);
  await send(page);
  await expectOneArrived(page, storage);
  await page.goBack();
  await page.goto(`${line.origin}/en/application/specialist#review`);
  await expect(page.getByText(words('en', 'application', 'obstacles.person_missing.title'))).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
  expect(applications(storage)).toBe(1);
});

test('a connection that is cut after the last byte is asked again and ends in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(cutAfterArrival);
  await openOverLine(page);
  await send(page);
  await expect(page.getByText(words('en', 'application', 'send.checking'))).toBeVisible();
  await expectOneArrived(page, storage);
  expect(line.keys).toHaveLength(2);
  expect(new Set(line.keys).size).toBe(1);
});

test('502 and 504, before and after it arrived, are asked again and end in one application', async ({
  page,
  storage,
}) => {
  line.faults.push(
    answeredBetween(502, false),
    answeredBetween(504, false),
    answeredBetween(504, true),
    answeredBetween(502, true),
  );
  await page.clock.install();
  await openOverLine(page);
  await send(page);
  await hurry(page, () => line.keys.length === 5);
  await expectOneArrived(page, storage);
  expect(new Set(line.keys).size).toBe(1);
});

test('429 waits as long as it was told to, says so, and sends one application', async ({ page, storage }) => {
  line.faults.push(({ answer }) => answer(429, { 'Retry-After': '2' }));
  await openOverLine(page);
  await send(page);
  await expect(page.locator('.send-progress')).toContainText('We try again by ourselves in 2 seconds');
  await expectOneArrived(page, storage);
  expect(new Set(line.keys).size).toBe(1);
});

test('429 for a quarter of an hour says that nothing was sent and when to try again', async ({ page, storage }) => {
  line.faults.push(({ answer }) => answer(429, { 'Retry-After': '900' }));
  await openOverLine(page);
  await send(page);
  await expectNotSent(page, storage);
  await send(page);
  await expectOneArrived(page, storage);
});

test('a time-out of 60 silent seconds is asked again and ends in one application', async ({ page, storage }) => {
  line.faults.push(async ({ deliver }) => {
    // It arrives, and the answer never comes.
    await deliver();
  });
  await page.clock.install();
  await openOverLine(page);
  await send(page);
  await expect.poll(() => applications(storage)).toBe(1);
  await page.clock.fastForward(61_000);
  await expect(page.getByText(words('en', 'application', 'send.checking'))).toBeVisible();
  await page.clock.fastForward(2_000);
  await expectOneArrived(page, storage);
  expect(new Set(line.keys).size).toBe(1);
});

test('without a network nothing is sent, the page says so, and it is sent when the network is back', async ({
  page,
  storage,
}) => {
  await openOverLine(page);
  await typePassword(page);
  await page.context().setOffline(true);
  await sendButton(page).click();
  await expectNotSent(page, storage);
  expect(line.keys).toHaveLength(0);
  await page.context().setOffline(false);
  await sendButton(page).click();
  await expectOneArrived(page, storage);
});

test('401, 403 and 500 say that nothing was sent, and keep the draft', async ({ page, storage }) => {
  await openOverLine(page);
  await typePassword(page);
  for (const [index, status] of [401, 403, 500].entries()) {
    line.faults.push(answeredBetween(status, false));
    await sendButton(page).click();
    await expect.poll(() => line.keys.length).toBe(index + 1);
    await expectNotSent(page, storage);
  }
  await sendButton(page).click();
  await expectOneArrived(page, storage);
});

/** Sends, and closes the page when the application has arrived and no answer has come; opens the review again. */
async function sendAndClose(page: Page): Promise<Page> {
  let arrived: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  line.faults.push(async ({ deliver }) => {
    await deliver();
    arrived();
  });
  await openOverLine(page);
  await send(page);
  await arrival;
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${line.origin}/en/application/specialist#review`);
  return again;
}

test('a page that was closed before the answer came says so when it is opened again, and sends no second one', async ({
  page,
  storage,
}) => {
  const again = await sendAndClose(page);
  await expect(again.getByText(words('en', 'application', 'send.before.title'))).toBeVisible();
  await expectDraftIntact(again);
  await send(again);
  await expectOneArrived(again, storage);
  expect(line.keys).toHaveLength(2);
  expect(new Set(line.keys).size).toBe(1);
});

test('going back to the form while it is unclear, and sending again, makes no second application', async ({
  page,
  storage,
}) => {
  await page.clock.install();
  line.faults.push(cutAfterArrival, ...Array.from({ length: 5 }, () => cutBeforeArrival));
  await openOverLine(page);
  await send(page);
  await hurry(page, () => line.keys.length === 6);
  await expect(page.locator('.send-form')).toContainText(words('en', 'application', 'send.uncertain'));
  await expectDraftIntact(page);
  await page.locator('.review-section .summary-list button, .review-section button').last().click();
  await page.locator('.step-form button[type=submit]').click();
  await send(page);
  await expectOneArrived(page, storage);
  expect(new Set(line.keys).size).toBe(1);
});

test('another password after a lost answer: the page says that it has arrived, and the first password still opens it', async ({
  page,
  storage,
}) => {
  const again = await sendAndClose(page);
  await send(again, 'seven other green lanterns');
  await expect(again.getByText(words('en', 'application', 'send.arrived.title'))).toBeVisible();
  await expect(again.locator('.send-form a[href="/en/auth/login"]')).toBeVisible();
  expect(applications(storage)).toBe(1);
  await expectDraftIntact(again);
  await send(again);
  await expectOneArrived(again, storage);
});

test('answers changed after a lost answer: both steps say that the application has arrived as it was', async ({
  page,
  storage,
}) => {
  const again = await sendAndClose(page);
  const arrived = again.getByText(words('en', 'application', 'send.arrived.title'));
  await again.locator('a[href*="change=surname"]').click();
  await fillControl(again, 'surname', 'Другая');
  await again.locator('.step-form button[type=submit]').click();
  await expect(arrived).toBeVisible();
  await expect(again.locator('#email-error')).toHaveCount(0);

  await again.goto(`${line.origin}/en/application/specialist#review`);
  await send(again);
  await expect(arrived).toBeVisible();
  expect(applications(storage)).toBe(1);
});
