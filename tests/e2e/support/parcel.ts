/** Links between devices: creating one, and the other device, a separate browser context. */
import { type Browser, devices, type Locator } from 'playwright/test';
import { SECONDS_LEFT_HEADER } from '../../../src/domain/api/parcels.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { sealing } from '../../../src/stores/parcel/sealing.ts';
import type { Applicant } from './applicants.ts';
import { storedEntries } from './device.ts';
import { storeFinishedDraft } from './kept-draft.ts';
import { words } from './locale-words.ts';
import { expect, open, type Page } from './portal.ts';

/** Returns the link on the page. */
export const linkOn = (page: Page, locale: Locale): Promise<string> =>
  page.getByRole('textbox', { name: words(locale, 'parcel', 'common.link') }).inputValue();

/** On the overview, opens the explanation of an offer. */
export async function openOffer(page: Page, locale: Locale, offer: 'draft.send' | 'company.ask'): Promise<void> {
  await page.getByRole('button', { name: words(locale, 'parcel', `${offer}.title`), expanded: false }).click();
}

/** With an applicant's finished draft, presses an offer on the overview. @returns the link */
export async function makeLink(
  page: Page,
  locale: Locale,
  offer: 'draft.send.start' | 'company.ask.start',
  applicant: Applicant,
): Promise<string> {
  await storeFinishedDraft(page, applicant);
  await open(page, locale, '/application');
  await openOffer(page, locale, offer === 'draft.send.start' ? 'draft.send' : 'company.ask');
  await page.getByRole('button', { name: words(locale, 'parcel', offer), exact: true }).click();
  return linkOn(page, locale);
}

/** On a part of the form, presses the offer beside its first file. @returns the link */
export async function askPhone(page: Page, locale: Locale): Promise<string> {
  await page
    .getByRole('button', { name: words(locale, 'forms', 'file.phone') })
    .first()
    .click();
  return linkOn(page, locale);
}

/** Continues on the phone's page, and chooses a file. */
export async function chooseOnPhone(
  phone: Page,
  locale: Locale,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  await phone.getByRole('button', { name: words(locale, 'parcel', 'photo.send.accept') }).click();
  await expect(phone.getByText(words(locale, 'parcel', 'photo.send.camera'))).toBeVisible();
  await phone.getByLabel(words(locale, 'parcel', 'photo.send.choose')).setInputFiles(file);
}

export async function newDevice(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  return context.newPage();
}

export async function newPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: baseURL ?? '' });
  return context.newPage();
}

/** @returns a function that returns everything that the page has sent since: URLs, headers and bodies */
export function noteRequests(page: Page): () => Promise<string> {
  const sent: Promise<string>[] = [];
  page.on('request', (request) => {
    const [address = ''] = request.url().split('#');
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    sent.push(request.allHeaders().then((headers) => JSON.stringify([address, headers, body])));
  });
  return async () => (await Promise.all(sent)).join('\n');
}

/** Returns everything that the page's origin stores on the device, and its history entry. */
export async function keptBy(page: Page): Promise<string> {
  const kept = await page.evaluate(() => [
    ...[location.href, history.state, document.cookie, document.referrer],
    ...[{ ...localStorage }, { ...sessionStorage }],
  ]);
  return JSON.stringify([kept, await storedEntries(page)]);
}

/** Replaces the index that the page reads from now on, as anybody with the link could. */
export async function writeOver(page: Page, link: string, index: unknown): Promise<void> {
  const keys = await sealing.keysOf(link.split('#')[1] ?? '');
  if (!keys) throw new Error(`no link of a parcel: ${link}`);
  // Newer than anything that the page has seen.
  const revision = 1000;
  const sealed = await sealing.seal(keys, `index ${revision}`, new TextEncoder().encode(JSON.stringify(index)));
  await page.route(`**/api/v1/parcels/${keys.id}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          contentType: 'application/octet-stream',
          headers: { ETag: `"${revision}"`, [SECONDS_LEFT_HEADER]: '1000' },
          body: Buffer.from(sealed),
        })
      : route.fallback(),
  );
}

/** Makes the device refuse to store a draft. @returns a function that ends this */
export async function refuseStoring(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No space', 'QuotaExceededError');
    };
    const storeAgain = () => {
      IDBObjectStore.prototype.put = put;
    };
    Object.assign(globalThis, { storeAgain });
  });
  return () => page.evaluate(() => (globalThis as unknown as { storeAgain: () => void }).storeAgain());
}
