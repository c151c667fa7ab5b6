/** Links in messengers' browsers, after they were damaged, and after the page that made or opened them was closed. */

import { partRoute } from '../../../src/domain/application/steps.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { partTitle } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { askPhone, makeLink, newDevice, openOffer } from '../support/parcel.ts';
import { expect, expectedErrors, open, type Page, test } from '../support/portal.ts';
import { RELEASE } from '../support/stages.ts';

expectedErrors.push(/net::ERR_CONNECTION_RESET/, /status of 4(?:04|10|12)/);

const AGENTS = {
  Telegram:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36 Telegram-Android/12.1',
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 350.0',
  Facebook:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0 Mobile [FB_IAB/FB4A;FBAV/490.0;]',
  WeChat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50',
  Line: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.18.0',
  VK: 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0 Mobile Safari/537.36 VKAndroidApp/8.99',
};

const say = (key: string) => words('en', 'parcel', key);
const inApp = (page: Page) => page.getByRole('heading', { level: 1, name: say('inApp.title') });

for (const [messenger, userAgent] of Object.entries(AGENTS)) {
  test(
    `in the browser of ${messenger}, a link asks to be opened elsewhere before it is used`,
    RELEASE,
    async ({ page, browser, baseURL }) => {
      const link = await makeLink(page, 'en', 'draft.send.start', specialist(`${messenger}@example.org`));
      const context = await browser.newContext({
        userAgent,
        baseURL: baseURL ?? '',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const there = await context.newPage();
      await there.goto(link);
      await expect(inApp(there)).toBeVisible();
      await expect(there).toHaveURL(link);
      await expect(there.getByRole('button', { name: say('draft.receive.start') })).toBeHidden();
      await there.getByRole('button', { name: say('common.copy') }).click();
      await expect(there.getByText(say('common.copied'))).toBeVisible();
      expect(await there.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await there.reload();
      await expect(inApp(there)).toBeVisible();
      await expect(there.getByText(say('inApp.draft'))).toBeVisible();
      await there.getByRole('button', { name: say('inApp.stay') }).click();
      await expect(there).toHaveURL(/\/en\/parcel\/draft$/);
      await there.reload();
      await there.getByRole('button', { name: say('draft.receive.start') }).click();
      await expect(there.getByText(say('draft.receive.arrived.title'))).toBeVisible();
      await context.close();
    },
  );
}

test('a link that cannot be recovered gets a page of its own in both languages', RELEASE, async ({ page }) => {
  for (const locale of LOCALES) {
    for (const end of ['draft%23abc', 'company%2523', 'drafts', '']) {
      const response = await page.goto(`/${locale}/parcel/${end}`);
      expect(response?.status(), end).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(locale, 'parcel', 'broken.title'));
    }
  }
});

test('a truncated link says that it was cut, and an old one why it opens nothing, for each kind', async ({ page }) => {
  for (const [kind, side] of [
    ['draft', 'receive'],
    ['company', 'answer'],
    ['photo', 'send'],
  ] as const) {
    await page.goto(`/en/parcel/${kind}#abc`);
    await expect(page.getByText(say(`${kind}.${side}.cut.text`))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/en/parcel/${kind}$`));
    // No host has a parcel of it: a link of an earlier portal, whose keys were others, looks the same.
    await page.goto('/robots.txt');
    await page.goto(`/en/parcel/${kind}#${'A'.repeat(22)}`);
    await expect(page.getByText(say(`${kind}.${side}.gone.text`))).toBeVisible();
  }
});

test('a phone that was reloaded before it sends still has its link', async ({ page, browser, baseURL }) => {
  await storeFinishedDraft(page, specialist('reloaded.phone@example.org'));
  await open(page, 'en', partRoute('documents', 'specialist'));
  const link = await askPhone(page, 'en');
  const phone = await newDevice(browser, baseURL);
  await phone.goto(link);
  await phone.getByRole('button', { name: say('photo.send.accept') }).click();
  await phone.reload();
  await phone.getByRole('button', { name: say('photo.send.accept') }).click();
  await expect(phone.getByText(say('photo.send.camera'))).toBeVisible();
  await phone.context().close();
});

test("a draft's live link can be cancelled after its tab was closed, and deleting the draft ends it", async ({
  page,
  browser,
  baseURL,
}) => {
  const link = await makeLink(page, 'en', 'draft.send.start', specialist('closed.tab@example.org'));
  const there = await newDevice(browser, baseURL);
  await there.goto(link);
  await expect(there.getByRole('button', { name: say('draft.receive.start') })).toBeVisible();
  await page.close();
  const later = await page.context().newPage();
  await open(later, 'en', '/application');
  await later.getByRole('button', { name: say('draft.send.cancel') }).click();
  await expect(later.getByText(say('draft.send.cancelled.title'))).toBeVisible();
  await expect(there.getByText(say('draft.receive.cancelled.title'))).toBeVisible();
  expect(await storedRecord(later)).toMatchObject({ move: null });

  await later.getByRole('button', { name: say('draft.send.start'), exact: true }).click();
  const next = await later.getByRole('textbox', { name: say('common.link') }).inputValue();
  const draft = (key: string) => words('en', 'application', `draft.${key}`);
  await later.getByRole('button', { name: draft('delete') }).click();
  await later.getByRole('button', { name: draft('confirm.yes'), exact: true }).click();
  await later.waitForURL('**/en/type/application');
  await there.goto('/robots.txt');
  await there.goto(next);
  await expect(there.getByText(say('draft.receive.cancelled.title'))).toBeVisible();
  await there.context().close();
});

test(
  'a part that was typed in is started in the overview and on the receiving device',
  RELEASE,
  async ({ page, browser, baseURL }) => {
    const { step1 } = specialist('started@example.org');
    await open(page, 'en', '/application/passport?type=specialist');
    await fillControl(page, 'passport_number', String(step1.passport_number));
    await open(page, 'en', '/application');
    const states = (key: string) => words('en', 'application', `states.${key}`);
    const row = page.getByRole('listitem').filter({ hasText: partTitle('passport') });
    await expect(row).toContainText(states('started'));
    await openOffer(page, 'en', 'draft.send');
    await page.getByRole('button', { name: say('draft.send.start'), exact: true }).click();
    const there = await newDevice(browser, baseURL);
    await there.goto(await page.getByRole('textbox', { name: say('common.link') }).inputValue());
    await expect(there.getByText(words('en', 'parcel', 'draft.receive.started_one', { count: '1' }))).toBeVisible();
    await there.getByRole('button', { name: say('draft.receive.start') }).click();
    await there.getByRole('link', { name: say('draft.receive.goOn') }).click();
    await expect(there.getByRole('listitem').filter({ hasText: partTitle('passport') })).toContainText(
      states('started'),
    );
    await there.context().close();
  },
);
