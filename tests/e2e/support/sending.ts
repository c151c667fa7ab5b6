/** Sends a filled-in application: puts a draft on the device, sends it, and checks the result. */
import type { Locator, Page } from 'playwright/test';
import { partRoute } from '../../../src/domain/application/steps.ts';
import { type Applicant, PASSWORD } from './applicants.ts';
import { finishedDraft, type StoredDraft, storedEntries } from './device.ts';
import type { Line } from './faulty-line.ts';
import { fill } from './fill.ts';
import { readReference } from './journey.ts';
import { storeDraft } from './kept-draft.ts';
import { words } from './locale-words.ts';
import { expect, type Storage } from './portal.ts';
import { expectStored } from './stored.ts';

/** The check of a specialist. */
export const CHECK = `/en${partRoute('check', 'specialist')}`;

/** Puts a specialist's draft on the device and opens its check. @param origin of the portal; that of the tests by default */
export async function openReview(page: Page, draft: StoredDraft, origin = ''): Promise<void> {
  await storeDraft(page, draft, origin);
  await page.goto(origin + CHECK);
}

/** Returns the send button. */
export function sendButton(page: Page): Locator {
  const named = (key: string) => page.getByRole('button', { name: words('en', 'application', key), exact: true });
  return named('send.submit').or(named('send.again'));
}

/** Types the password, and gives the consent unless the draft has it. */
export function typePassword(page: Page, password = PASSWORD): Promise<void> {
  return fill(page, { read_check: 'yes', password });
}

/** Gives the consent, types the password and sends. */
export async function send(page: Page, password = PASSWORD): Promise<void> {
  await typePassword(page, password);
  await sendButton(page).click();
}

/** Returns how many applications of this applicant have arrived. */
export function countArrived(storage: Storage, { step1 }: Applicant): number {
  const of = storage.DB.prepare("SELECT id FROM applicants WHERE fields ->> 'email' = ?");
  return of.all(String(step1.email)).length;
}

/** Expects exactly one complete application, and no draft. */
export async function expectOneArrived(page: Page, storage: Storage, applicant: Applicant): Promise<void> {
  const id = await readReference(page, 'en');
  expect(countArrived(storage, applicant)).toBe(1);
  await expectStored(storage, id, applicant);
  expect(await storedEntries(page)).toEqual({});
}

/** Expects no application, a notice that the answers are safe, and an intact draft. */
export async function expectNotSent(page: Page, storage: Storage, applicant: Applicant): Promise<void> {
  await expect(page.getByRole('alert')).toContainText(words('en', 'application', 'send.kept'));
  expect(countArrived(storage, applicant)).toBe(0);
  await expectDraftIntact(page);
}

/** Expects a specialist's draft on the device, with all files and without the password. */
export async function expectDraftIntact(page: Page): Promise<void> {
  const entries = await storedEntries(page);
  expect(entries.application).toMatchObject({ stepStatus: 3, step1Data: { passport_number: 'EA1234567' } });
  expect(Object.keys(entries).filter((key) => key.startsWith('file:'))).toHaveLength(8);
  expect(JSON.stringify(entries)).not.toContain(PASSWORD);
}

/** Sends over the line, closes the page when the application has arrived without a response, and opens the review page again. */
export async function sendAndClose(page: Page, applicant: Applicant, line: Line): Promise<Page> {
  const { promise: arrival, resolve } = Promise.withResolvers<void>();
  line.faults.push(async ({ deliver }) => {
    await deliver();
    resolve();
  });
  await openReview(page, finishedDraft(applicant), line.origin);
  await send(page);
  await arrival;
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(line.origin + CHECK);
  return again;
}

/** Advances a page's fake clock through its pauses, in steps too short for a time-out. */
export async function advanceClock(page: Page, until: () => boolean): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2000);
    expect(until()).toBe(true);
  }).toPass({ intervals: [100] });
}
