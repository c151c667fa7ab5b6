/**
 * The weight of each page of the account: one call for the record, nothing fetched twice, and its scripts compressed with
 * Brotli as in production. The form that changes an application is loaded only for a change.
 */
import { brotliCompressSync } from 'node:zlib';
import type { Response } from 'playwright/test';
import { setOwnNetwork, signInByCall } from './support/account.ts';
import { mainOf, menuButton, sendButton, sharedAccount } from './support/account-page.ts';
import { partTitle } from './support/form.ts';
import { words } from './support/locale-words.ts';
import { expect, open, test } from './support/portal.ts';
import { collectRequests } from './support/requests.ts';
import { LONG } from './support/stages.ts';

const KB = 1024;
/** The largest page has personal information, with the names of all districts. react-dom alone takes 57, i18next 14. */
const BUDGET = 112 * KB;
const auth = (path: string) => words('ru', 'auth', path);

const RECORD = 'GET /api/v1/user';
/** A page, a text that shows that it is complete, and its calls. */
const PAGES = [
  { route: '/profile', shows: auth('stages.submitted.title'), calls: [RECORD] },
  { route: '/profile/status', shows: auth('stages.submitted.title'), calls: [RECORD] },
  { route: '/profile/security', shows: auth('security.sessions.current'), calls: [RECORD, `${RECORD}/sessions`] },
  { route: '/profile/application/founder', shows: partTitle('passport', 'ru'), calls: [RECORD] },
];

test(
  'each page of the account stays within its weight, and loads the form only for a change',
  LONG,
  async ({ page }) => {
    await setOwnNetwork(page);
    await signInByCall(page, await sharedAccount(page));
    let scripts: Response[] = [];
    // The pages share most scripts, and compressing one takes a while.
    const packed = new Map<string, number>();
    const sizeOf = async (script: Response) => {
      const size = packed.get(script.url()) ?? brotliCompressSync(await script.body()).length;
      packed.set(script.url(), size);
      return size;
    };
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    const requests = collectRequests(page);
    for (const { route, shows, calls } of PAGES) {
      scripts = [];
      // Neither the record nor a script of the earlier page is cached.
      await page.evaluate(() => sessionStorage.clear());
      requests.take();
      await open(page, 'ru', route);
      await expect(mainOf(page)).toContainText(shows);
      await expect(menuButton(page, 'ru').locator('img')).toBeVisible();
      const asked = requests.take();
      expect(asked.filter((request) => request.includes('/api/')).sort(), route).toEqual(calls);
      expect(asked.filter((request, index) => asked.indexOf(request) !== index)).toEqual([]);
      expect(asked.filter((request) => request.includes('/files/')).length).toBeLessThanOrEqual(1);

      expect(scripts.length).toBeGreaterThan(10);
      const weight = (await Promise.all(scripts.map(sizeOf))).reduce((sum, size) => sum + size, 0);
      expect(weight, `${route}: ${(weight / KB).toFixed(1)} KB`).toBeLessThanOrEqual(BUDGET);
    }
    const before = scripts.length;
    await page.getByRole('link', { name: auth('person.change.start') }).click();
    await expect(sendButton(page, auth('person.change.submit'))).toBeVisible();
    expect(scripts.length).toBeGreaterThan(before);
  },
);
