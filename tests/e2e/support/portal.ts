/** Tests against the running portal: what is behind it, and its console, which stays without errors. */
import { test as base, expect, type Page } from 'playwright/test';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { openStorage, type Storage } from './storage.ts';

/** Console lines that a test provokes on purpose, for instance a refused request that the browser reports by itself. */
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
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use(undefined);
      expect(errors.filter((line) => !expectedErrors.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Page, type Storage };

/** The SHA-256 of some bytes as hexadecimal text. */
export async function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Waits until all of a form or a review is drawn: until then the heights of what is far below the screen are guesses. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator('.wizard :is(.step-section, .review-section):not([data-drawn])')).toHaveCount(0, {
    timeout: 15_000,
  });
}

/** The same, once the form or the end of the review is in sight. */
export async function expectFormDrawn(page: Page): Promise<void> {
  await expect(page.locator('.step-form, .send-form').first()).toBeVisible();
  await expectDrawn(page);
}

/** Opens a page of one language and waits until its islands can be used. */
export async function open(page: Page, locale: Locale, route: string): Promise<void> {
  await page.goto(`/${locale}${route}`);
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
}
