/**
 * Firefox and WebKit: an application from the type choice to its number, and a draft that survives. Relatives and trips are
 * covered in Chromium.
 */
import { type Applicant, founder, investor, PASSWORD } from '../support/applicants.ts';
import { storedEntries } from '../support/device.ts';
import type { OtherBrowser } from '../support/other-browser.ts';
import { test } from '../support/other-browsers.ts';
import {
  answersOf,
  controls,
  fillPage,
  fillUntil,
  retry,
  send,
  startApplication,
  withoutLists,
} from '../support/other-journey.ts';
import { openPage } from '../support/other-page.ts';
import { expect, type Storage } from '../support/portal.ts';
import { expectStored } from '../support/stored.ts';

test.skip(process.platform !== 'linux', 'the builds of Debian');

async function expectApplied(browser: OtherBrowser, origin: string, storage: Storage, applicant: Applicant) {
  await startApplication(browser, origin, 'ru', applicant.type);
  await fillUntil(browser, 'password', answersOf(applicant));
  const reference = await send(browser, 'ru', PASSWORD);
  await expectStored(storage, reference, applicant);
  await retry(async () => expect(await storedEntries(browser)).toEqual({}));
}

/** Fills in the page with the photo, reloads it, and switches the language. */
async function expectDraftLasts(browser: OtherBrowser, origin: string, applicant: Applicant) {
  await startApplication(browser, origin, 'ru', applicant.type);
  await fillUntil(browser, 'file5', answersOf(applicant));
  await fillPage(browser, answersOf(applicant));
  // Choosing a file takes a moment.
  await retry(async () => expect((await controls(browser)).filter(({ holds }) => holds === '')).toEqual([]));
  const typed = await controls(browser);
  const isKept = async () => expect(await controls(browser)).toEqual(typed);

  await retry(async () => {
    const record = JSON.stringify((await storedEntries(browser)).application);
    for (const { holds } of typed) expect(record).toContain(holds);
  });
  await browser.reload();
  await retry(isKept);
  await expectPicture(browser);

  for (const locale of ['en', 'ru']) {
    await browser.click(`header a[hreflang="${locale}"]`);
    await retry(async () => expect(await browser.evaluate(() => document.documentElement.lang)).toBe(locale));
    await retry(isKept);
    await expectPicture(browser);
  }
}

/** Expects the chosen photo to be shown. */
async function expectPicture(browser: OtherBrowser) {
  const width = () => document.querySelector<HTMLImageElement>('main img[src^="blob:"]')?.naturalWidth ?? 0;
  await retry(async () => expect(await browser.evaluate(width)).toBeGreaterThan(0));
}

/** Types into boxes that correct themselves, and takes it back. */
async function expectUndo(browser: OtherBrowser, origin: string) {
  for (const [part, name, typed, shown] of [
    ['name', 'surname', 'mary 4ann', 'Mary ann'],
    ['name', 'date_birth.year', '1990', '1990'],
    ['contact', 'phone', '+998901234567', '+998 90 123 45 67'],
  ] as const) {
    const box = `main form [name="${name}"]`;
    const value = () => browser.evaluate((place) => document.querySelector<HTMLInputElement>(place)?.value, box);
    await openPage(browser, `${origin}/en/application/${part}`);
    await browser.click(box);
    await browser.type(box, typed);
    await retry(async () => expect(await value()).toBe(shown));
    const values = [await value()];
    for (let press = 0; press < typed.length && (await value()) !== ''; press += 1) {
      await browser.pressUndo();
      values.push(await value());
    }
    expect(values.at(-1), values.join(' | ')).toBe('');
    expect(new Set(values).size, values.join(' | ')).toBe(values.length);
  }
}

const address = (browser: string) => `${browser}.${Date.now()}@example.org`;

test('an investor applies in Firefox', async ({ firefox, baseURL, storage }) => {
  await expectApplied(firefox, String(baseURL), storage, withoutLists(investor(address('firefox'))));
});

test('a founder applies in WebKit', async ({ webkit, baseURL, storage }) => {
  await expectApplied(webkit, String(baseURL), storage, withoutLists(founder(address('webkit'))));
});

test('Undo takes back a name, a date and a phone number in Firefox', async ({ firefox, baseURL }) => {
  await expectUndo(firefox, String(baseURL));
});

test('Undo takes back a name, a date and a phone number in WebKit', async ({ webkit, baseURL }) => {
  await expectUndo(webkit, String(baseURL));
});

test('a draft survives a reload and a language switch in Firefox', async ({ firefox, baseURL }) => {
  await expectDraftLasts(firefox, String(baseURL), founder(address('firefox')));
});

test('a draft survives a reload and a language switch in WebKit', async ({ webkit, baseURL }) => {
  await expectDraftLasts(webkit, String(baseURL), investor(address('webkit')));
});
