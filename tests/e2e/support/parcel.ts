/** What goes by a link: making one, and the other device, a browser context of its own. */
import { type Browser, devices } from 'playwright/test';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { words } from './locale-words.ts';
import type { Page } from './portal.ts';

/** The link that the page shows. */
export const linkOn = (page: Page, locale: Locale): Promise<string> =>
  page.getByRole('textbox', { name: words(locale, 'parcel', 'common.link') }).inputValue();

/** On a part of the form: presses the offer beside its first file. @returns the link */
export async function askPhone(page: Page, locale: Locale): Promise<string> {
  await page
    .getByRole('button', { name: words(locale, 'forms', 'file.phone') })
    .first()
    .click();
  return linkOn(page, locale);
}

export async function newDevice(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  return context.newPage();
}

export async function newPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: baseURL ?? '' });
  return context.newPage();
}

/**
 * Breaks the connection for blobs of parcels once some have got through.
 * @returns what mends it, and the blobs that have got through
 */
export async function cutBlobs(page: Page, method: 'GET' | 'PUT', after: number) {
  const passed: string[] = [];
  let isCut = true;
  await page.route('**/api/v1/parcels/*/*', (route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    if (isCut && passed.length >= after) return route.abort('connectionreset');
    passed.push(request.url());
    return route.continue();
  });
  return {
    passed,
    mend: () => {
      isCut = false;
    },
  };
}
