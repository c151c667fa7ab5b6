/** An application in front of a section 7 host is stored once, whatever the response looks like. */
import { CREATED } from '../contract/section7-host/modes.ts';
import { specialist } from './support/applicants.ts';
import { storedEntries } from './support/device.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { applyFromDraft, REFUSED_CALLS, type Section7Portal, startSection7Portal } from './support/section7.ts';

let section7: Section7Portal;
test.beforeAll(async () => {
  section7 = await startSection7Portal();
});
test.afterAll(async () => {
  expectedErrors.length = 0;
  await section7.stop();
});

test('a creation without a number in the response is a success without a number, stored once', async ({ page }) => {
  expectedErrors.push(REFUSED_CALLS);
  const say = (key: string) => words('en', 'application', key);
  section7.host.mode.reply.create = CREATED['empty object']?.reply;
  const applicant = specialist(`empty.${Date.now()}@example.org`);
  const email = String(applicant.step1.email);
  await applyFromDraft(page, section7, applicant);
  await page.waitForURL('**/en/success/application');
  const main = page.getByRole('main');
  await expect(main).toContainText(say('success.leadOther'));
  await expect(main).toContainText(email);
  await expect(main.getByText(say('success.reference'), { exact: true })).toBeHidden();
  // Texts about things that the host has not said.
  await expect(main.getByText(say('success.lead'))).toBeHidden();
  await expect(main.getByText(say('success.mail'))).toBeHidden();
  expect(section7.host.countOf(email)).toBe(1);
  expect(await storedEntries(page)).toEqual({});
  // The account opens with the password chosen before.
  await main.getByRole('link', { name: say('success.open') }).click();
  await page.waitForURL('**/en/profile');
  await page.goto('about:blank');
});
