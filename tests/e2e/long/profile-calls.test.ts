/** The calls of each page of the account: one for the record, nothing fetched twice. Its form is loaded only for a change. */
import type { Response } from 'playwright/test';
import { setOwnNetwork, signInByCall } from '../support/account.ts';
import { mainOf, menuButton, sendButton, sharedAccount } from '../support/account-page.ts';
import { partTitle } from '../support/form.ts';
import { words } from '../support/locale-words.ts';
import { expect, open, test } from '../support/portal.ts';
import { collectRequests } from '../support/requests.ts';

const auth = (path: string) => words('ru', 'auth', path);

const RECORD = 'GET /api/v1/user';
/** A page, a text that shows that it is complete, and its calls. */
const PAGES = [
  { route: '/profile', shows: auth('stages.submitted.title'), calls: [RECORD] },
  { route: '/profile/status', shows: auth('stages.submitted.title'), calls: [RECORD] },
  { route: '/profile/security', shows: auth('security.sessions.current'), calls: [RECORD, `${RECORD}/sessions`] },
  { route: '/profile/application/founder', shows: partTitle('passport', 'ru'), calls: [RECORD] },
];

test('each page of the account makes its calls once, and loads the form only for a change', async ({ page }) => {
  await setOwnNetwork(page);
  await signInByCall(page, await sharedAccount(page));
  let scripts: Response[] = [];
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
  }
  const before = scripts.length;
  await page.getByRole('link', { name: auth('person.change.start') }).click();
  await expect(sendButton(page, auth('person.change.submit'))).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
});
