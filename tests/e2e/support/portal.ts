/** Tests with the running portal: its storage, and its console, which must stay without errors. */
import { test as base, expect, type Page } from 'playwright/test';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { openStorage, type Storage } from './storage.ts';

/**
 * React's message when a page is left during hydration: Astro removes the island before React has reached it. Nothing is
 * lost.
 */
const LEFT_EARLY = /^Minified React error #424;/;

/** Console lines that a test causes on purpose, for instance the browser's own about a refused request. */
export const expectedErrors: RegExp[] = [];

export const test = base.extend<{ noErrors: undefined }, { storage: Storage }>({
  storage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const state = process.env.E2E_STATE;
      if (!state) throw new Error('E2E_STATE is not set: playwright.config.ts sets it');
      const storage = openStorage(state);
      await use(storage);
      storage.DB.close();
    },
    { scope: 'worker' },
  ],
  // The gateway counts calls by address; each test has its own.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use({ 'CF-Connecting-IP': `10.${byte()}.${byte()}.${byte()}` }),
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      // React found other markup than prerendered, which only other programs may cause (islands/client.tsx).
      await page.addInitScript(
        (line) => addEventListener('island-rebuilt', () => reportError(new Error(line))),
        'island-rebuilt',
      );
      await use(undefined);
      const expected = [LEFT_EARLY, ...expectedErrors];
      expect(errors.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

const byte = () => 1 + Math.floor(Math.random() * 250);

export { expect, type Page, type Storage };

/** Returns the SHA-256 of bytes in hexadecimal. */
export async function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens a page of one language and waits until its islands are hydrated. */
export async function open(page: Page, locale: Locale, route: string): Promise<void> {
  await page.goto(`/${locale}${route}`);
  await waitForHydration(page);
}

/** Waits until the islands of the open page are hydrated and have applied early edits. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('astro-island[ssr], [data-early]') === null);
}
