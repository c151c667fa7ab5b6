/** Links between devices with the keyboard only. */
import { partRoute } from '../../../src/domain/application/steps.ts';
import { localePath } from '../../../src/domain/i18n/paths.ts';
import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { chooseByKeyboard, focused, tabTo, watchChoosers } from '../support/keyboard.ts';
import { words } from '../support/locale-words.ts';
import { linkOn, newDevice } from '../support/parcel.ts';
import { expect, open, type Page, test } from '../support/portal.ts';

const say = (key: string) => words('en', 'parcel', key);

/** Tabs to a button with this label and presses it. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, ({ tag, text }) => tag === 'BUTTON' && text.trim() === name);
  await page.keyboard.press('Enter');
}

test('a draft is continued on another device by keyboard', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('keys.draft@example.org'));
  await open(page, 'en', '/application');
  await expect(page.getByRole('heading', { name: say('draft.send.title') })).toBeVisible();
  await press(page, say('draft.send.title'));
  await press(page, say('draft.send.start'));
  const there = await newDevice(browser, baseURL);
  await there.goto(await linkOn(page, 'en'));
  await expect(there.getByRole('button', { name: say('draft.receive.start') })).toBeVisible();
  await press(there, say('draft.receive.start'));
  await expect(there.getByText(say('draft.receive.arrived.title'))).toBeVisible();
  const overview = localePath('en', '/application');
  await tabTo(there, ({ href, text }) => href === overview && text.includes(say('draft.receive.goOn')));
  await there.keyboard.press('Enter');
  await expect(there).toHaveURL(overview);
  await expect(page.getByText(words('en', 'application', 'draft.moved.title'))).toBeVisible();
  await press(page, words('en', 'application', 'draft.moved.goOn'));
  await there.context().close();
});

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

test('a file is requested from a phone and sent by keyboard', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('keys.photo@example.org'));
  await open(page, 'en', partRoute('documents', 'specialist'));
  await press(page, words('en', 'forms', 'file.phone'));
  const there = await newDevice(browser, baseURL);
  watchChoosers(there);
  await there.goto(await linkOn(page, 'en'));
  await expect(there.getByRole('button', { name: say('photo.send.accept') })).toBeVisible();
  await press(there, say('photo.send.accept'));
  await expect(there.getByText(say('photo.send.camera'))).toBeVisible();
  await tabTo(there, ({ type }) => type === 'file');
  await chooseByKeyboard(there, 'resume.pdf');
  await expect(there.getByText('resume.pdf')).toBeVisible();
  await press(there, say('photo.send.send'));
  await expect(there.getByText(say('photo.send.taken.title'))).toBeVisible();
  // The focus stays on the page when the pressed button is removed.
  expect((await focused(there)).tag).not.toBe('BODY');
  await expect(page.getByText(say('photo.ask.taken'))).toBeVisible();
  await there.context().close();
});
