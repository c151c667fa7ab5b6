/** Answers that the browser restores never replace those of the draft: Chromium, Firefox and WebKit, each in its own way. */
import { DRAFT_MARKER_KEY } from '../../../src/domain/application/steps.ts';
import { storedEntries } from '../support/device.ts';
import { words } from '../support/locale-words.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import { controls, retry } from '../support/other-journey.ts';
import { at, openPage, see } from '../support/other-page.ts';
import { expect } from '../support/portal.ts';

test.skip(process.platform !== 'linux', 'the builds of Debian');

const NAME = '/en/application/name';
const SPACE = ' ';

/** Expects answers of the draft on the device; undefined where there is no draft. */
const stored = (browser: OtherBrowser, answers: Record<string, unknown> | undefined) =>
  retry(async () => {
    const { application } = (await storedEntries(browser)) as { application?: { step1Data: Record<string, unknown> } };
    if (answers) expect(application?.step1Data).toMatchObject(answers);
    else expect(application).toBeUndefined();
  });

/** Expects answers in the form, by control name. */
const shown = (browser: OtherBrowser, answers: Record<string, string>) =>
  retry(async () => {
    const found = (await controls(browser)).map(({ name, holds }) => [name, holds]);
    expect(Object.fromEntries(found)).toMatchObject(answers);
  });

const hydrated = (browser: OtherBrowser) =>
  retry(async () =>
    expect(await browser.evaluate(() => document.querySelector('astro-island[ssr], [data-early]'))).toBeNull(),
  );

/** Opens the page before in this tab's history, whose form is hydrated then. */
async function back(browser: OtherBrowser, path: string): Promise<void> {
  await browser.back();
  await at(browser, path);
  await hydrated(browser);
}

/** Deletes the draft like another page of the same browser. */
const deleteDraft = (browser: OtherBrowser) =>
  browser.evaluate(async (marker) => {
    localStorage.removeItem(marker);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('it-visa-draft');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const change = database.transaction('draft', 'readwrite');
    change.objectStore('draft').clear();
    await new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    database.close();
  }, DRAFT_MARKER_KEY);

const OLD = { surname: 'Alpha', gender: 'male', 'date_birth.day': '1' };
const NEW = { surname: 'Alphabeta', gender: 'female', 'date_birth.day': '12' };
const EMPTY = { surname: '', gender: '', 'date_birth.day': '' };
const NEW_STORED = { surname: 'Alphabeta', gender: 'female', date_birth: { day: '12' } };

async function fillOld(browser: OtherBrowser, origin: string): Promise<void> {
  await openPage(browser, `${origin}${NAME}?type=specialist`);
  await hydrated(browser);
  await browser.type('[name=surname]', 'Alpha');
  await browser.type('[name=gender][value=male]', SPACE);
  await browser.type('[name="date_birth.day"]', '1');
  await shown(browser, OLD);
  await stored(browser, { surname: 'Alpha', gender: 'male', date_birth: { day: '1' } });
}

async function fillNew(browser: OtherBrowser): Promise<void> {
  await hydrated(browser);
  await shown(browser, OLD);
  await browser.type('[name=surname]', 'beta');
  await browser.type('[name=gender][value=female]', SPACE);
  await browser.type('[name="date_birth.day"]', '2');
  await stored(browser, NEW_STORED);
}

async function expectEmpty(browser: OtherBrowser): Promise<void> {
  await shown(browser, EMPTY);
  await see(browser, words('en', 'application', 'draft.gone.title'));
  await stored(browser, undefined);
  await browser.type('[name=middlename]', 'b');
  await stored(browser, { surname: '', middlename: 'B', gender: '', date_birth: { day: '' } });
}

/** An old page in the tab's history, then a newer draft, then none. */
async function expectDraftAfterBack(browser: OtherBrowser, origin: string): Promise<void> {
  await fillOld(browser, origin);
  await openPage(browser, `${origin}/en/help`);
  await openPage(browser, `${origin}${NAME}`);
  await fillNew(browser);
  await back(browser, '/en/help');
  await back(browser, NAME);
  await shown(browser, NEW);
  await browser.type('[name=middlename]', 'a');
  await stored(browser, { ...NEW_STORED, middlename: 'A' });

  await openPage(browser, `${origin}/en/help`);
  await deleteDraft(browser);
  await back(browser, NAME);
  await expectEmpty(browser);
  await deleteDraft(browser);
  await browser.reload();
  await hydrated(browser);
  await expectEmpty(browser);
}

test('Chromium with its back/forward cache shows the draft after "back", and none once it is deleted', async ({
  chromium,
  baseURL,
}) => {
  await expectDraftAfterBack(chromium, String(baseURL));
});

test('Firefox shows the draft after "back" and a reload, and none once it is deleted', async ({ firefox, baseURL }) => {
  await expectDraftAfterBack(firefox, String(baseURL));
});

test('WebKit shows the draft after "back" and a reload, and none once it is deleted', async ({ webkit, baseURL }) => {
  await expectDraftAfterBack(webkit, String(baseURL));
});
