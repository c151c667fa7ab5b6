/** A tab of a version that no longer exists; missing scripts; a failing island. */
import type { Part } from '../../../src/domain/application/fields.ts';
import { partRoute, startRoute } from '../../../src/domain/application/steps.ts';
import { signInByCall } from '../support/account.ts';
import { mainOf, sharedAccount } from '../support/account-page.ts';
import { specialist } from '../support/applicants.ts';
import { storedRecord } from '../support/device.ts';
import { fillControl } from '../support/fill.ts';
import { box, heading, partLink, partTitle } from '../support/form.ts';
import { storeFinishedDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, open, type Page, test, waitForHydration } from '../support/portal.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';

expectedErrors.push(/net::ERR_FAILED/, /the server responded with a status of 404/, /dynamically imported module/);

test.afterAll(() => {
  expectedErrors.length = 0;
});

const CROP = '**/_astro/CropDialog.*.js';
const say = (key: string) => words('ru', 'forms', key);

/** The newest build gets another name, as after a deployment. */
const deployNew = (page: Page) => page.route('**/build.txt', (route) => route.fulfill({ body: 'another' }));

/** Counts loads of the page. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

/** Opens a part of an applicant whose draft is on the device. */
async function openPart(page: Page, part: Part): Promise<void> {
  await storeFinishedDraft(page, specialist('kept@example.org'), { stepStatus: 2 });
  await open(page, 'ru', partRoute(part, 'specialist'));
}

test('a part whose script is no longer served reloads the page once, with the draft in it', async ({ page }) => {
  await openPart(page, 'photo');
  await fillControl(page, 'resume_file', 'letter.pdf');
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(/letter\.pdf/);
  const loads = countLoads(page);
  await deployNew(page);
  await page.route(CROP, (route) => route.fulfill({ status: 404 }));
  await fillControl(page, 'file5', 'passport.png');
  const notice = page.getByRole('status').filter({ hasText: say('reloaded.title') });
  await expect(notice).toBeVisible();
  await waitForHydration(page);
  await expect(box(page, 'resume_file')).toHaveAccessibleDescription(/letter\.pdf/);
  await expect(box(page, 'file5')).toHaveAccessibleDescription(/passport\.png/);
  expect(loads()).toBe(1);

  // The script is still missing: the part reports it, and the page stays.
  await page.getByRole('button', { name: say('crop.open') }).click();
  await expect(page.getByRole('alert')).toContainText(say('refusals.no_answer.title'));
  expect(loads()).toBe(1);
  await page.unroute(CROP);
  await page.getByRole('button', { name: say('refusals.no_answer.action') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a page of another portal version is loaded as a new document, and its tab keeps the draft', async ({ page }) => {
  await openPart(page, 'name');
  await page.route(`**/ru${partRoute('employer', 'specialist')}`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(<meta name="build" content=")[^"]*/, '$1another');
    await route.fulfill({ response: response, body: html });
  });
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await box(page, 'surname').fill('Lindqvist');
  await partLink(page, 'employer', 'ru').click();
  await expect(heading(page, partTitle('employer', 'ru'))).toBeVisible();
  await waitForHydration(page);
  expect(await page.evaluate(() => Reflect.has(globalThis, 'sameDocument'))).toBe(false);
  await expect(box(page, 'company_name')).toHaveValue('ООО «Синий купол»');
  await expect(page.getByText(words('ru', 'application', 'draft.elsewhere.title'))).toHaveCount(0);
});

for (const address of ['/ru/auth/login', `/ru${startRoute('specialist')}`]) {
  test(
    `${address} shows a notice and a button to reload where its scripts are missing`,
    releaseIf(address !== '/ru/auth/login'),
    async ({ page }) => {
      const SCRIPTS = '**/_astro/*.js*';
      await page.route(SCRIPTS, (route) => route.abort());
      await page.goto(address);
      const notice = page.getByRole('alert');
      await expect(notice).toContainText(words('ru', 'home', 'layout.incomplete'));
      await page.unroute(SCRIPTS);
      await notice.getByRole('button', { name: words('ru', 'home', 'layout.reload') }).click();
      await waitForHydration(page);
      await expect(notice).toBeHidden();
    },
  );
}

test('a page of the account whose component throws shows an error with a way on', RELEASE, async ({ page }) => {
  expectedErrors.push(/broken on purpose/);
  await signInByCall(page, await sharedAccount(page));
  await page.addInitScript(() => {
    if (sessionStorage.getItem('mended')) return;
    Object.assign(Intl, {
      DateTimeFormat: class {
        constructor() {
          throw new Error('broken on purpose');
        }
      },
    });
  });
  await page.goto('/ru/profile/status');
  await expect(mainOf(page).getByRole('alert')).toContainText(say('refusals.internal.title'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await page.getByRole('button', { name: say('refusals.stale.action') }).click();
  await expect(mainOf(page)).toContainText(words('ru', 'auth', 'stages.submitted.title'));
});

/** Opens the portal's database as a newer portal would. @returns the connection's state: `open` once the page has it */
const openNewer = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('it-visa-draft', 2);
        request.onsuccess = () => {
          request.result.close();
          resolve('open');
        };
        request.onerror = () => reject(request.error);
      }),
  );

test('a tab of an earlier version saves, gives the database to a newer one and says to reload', async ({ page }) => {
  await openPart(page, 'name');
  const newer = await page.context().newPage();
  await newer.goto('/robots.txt');
  await box(page, 'surname').fill('Beta');
  expect(await openNewer(newer)).toBe('open');
  await expect(
    page.getByRole('status').filter({ hasText: words('ru', 'application', 'draft.newer.saved') }),
  ).toBeVisible();
  await expect(box(page, 'surname')).toHaveCount(0);
  expect(await storedRecord(newer)).toMatchObject({ step1Data: { surname: 'Beta' } });
  // Also a page that an earlier version has left in a cache.
  await page.reload();
  await expect(page.getByRole('button', { name: words('ru', 'application', 'draft.newer.action') })).toBeVisible();
  await expect(box(page, 'surname')).toHaveCount(0);
});

test('a tab of a newer version says at once to close the tabs that hold the database', async ({ page }) => {
  await storeFinishedDraft(page, specialist('kept@example.org'));
  const holder = await page.context().newPage();
  await holder.goto('/robots.txt');
  await holder.evaluate(
    () =>
      new Promise((resolve) => {
        const request = Object.assign(window, { held: indexedDB.open('it-visa-draft') }).held;
        request.onsuccess = () => resolve(null);
      }),
  );
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function openNewer(name) {
      return open.call(this, name, 2);
    };
    // The database never counts as silent.
    const { setTimeout } = window;
    const setOthers = (action: () => void, ms?: number) => (ms === 4000 ? 0 : setTimeout(action, ms));
    Object.assign(window, { setTimeout: setOthers });
  });
  await page.goto(`/ru${partRoute('name', 'specialist')}`);
  await expect(
    page.getByRole('status').filter({ hasText: words('ru', 'application', 'draft.held.title') }),
  ).toBeVisible();
  await holder.close();
  await expect(page.getByText(words('ru', 'application', 'draft.held.title'))).toHaveCount(0);
  await expect(box(page, 'surname')).toHaveValue(/./);
});
