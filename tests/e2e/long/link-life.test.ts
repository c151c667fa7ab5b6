/** Links in messengers' browsers, after they were damaged, and after the page that made or opened them was closed. */

import { specialist } from '../support/applicants.ts';
import { words } from '../support/locale-words.ts';
import { makeLink } from '../support/parcel.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';
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
