import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { tabTo } from '../support/keyboard.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, newDevice } from '../support/parcel.ts';
import { expect, open, type Page, test } from '../support/portal.ts';

const say = (key: string) => words('en', 'parcel', key);

/** Tabs to a button with this label and presses it. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, ({ tag, text }) => tag === 'BUTTON' && text.trim() === name);
  await page.keyboard.press('Enter');
}

test('a company fills in a part, and the applicant takes over its answers, by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  await storeFinishedDraft(page, specialist('keys.company@example.org'));
  await open(page, 'en', '/application');
  await expect(page.getByRole('heading', { name: say('company.ask.title') })).toBeVisible();
  await press(page, say('company.ask.title'));
  await press(page, say('company.ask.start'));
  const there = await newDevice(browser, baseURL);
  await there.goto(await linkOn(page, 'en'));
  const employer = words('en', 'forms', 'parts.employer.title');
  await expect(there.getByRole('link', { name: employer })).toBeVisible();
  await tabTo(there, ({ tag, text }) => tag === 'A' && text.trim() === employer);
  await there.keyboard.press('Enter');
  await expect(there.getByRole('heading', { level: 1, name: employer })).toBeFocused();
  await tabTo(there, ({ name }) => name === 'company_name');
  await there.keyboard.type('By keyboard');
  await press(there, say('company.answer.save'));
  await expect(there.getByRole('heading', { level: 1, name: say('company.answer.title') })).toBeFocused();
  await press(there, say('company.answer.send'));
  await expect(there.getByText(say('company.answer.sent.title'))).toBeVisible();

  await expect(page.getByRole('button', { name: say('company.ask.look') })).toBeVisible();
  await press(page, say('company.ask.look'));
  await expect(page.getByRole('button', { name: say('company.ask.take') })).toBeVisible();
  await press(page, say('company.ask.take'));
  await expect(page.getByText(say('company.ask.taken.title'))).toBeVisible();
  expect(JSON.stringify(await storedRecord(page))).toContain('By keyboard');
  await there.context().close();
});
