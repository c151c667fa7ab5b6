/** The running portal seen from behind: its real D1, R2 and mail, read while it runs. */
import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from 'playwright/test';
import { getPlatformProxy } from 'wrangler';
import type { Locale } from '../../../src/domain/i18n/locales.ts';

/** D1 and R2 of the portal under test. */
export interface Storage {
  DB: DatabaseSync;
  FILES: {
    get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
    list(): Promise<{ objects: { key: string }[] }>;
  };
}

export interface OpenStorage {
  env: Storage;
  dispose: () => Promise<void>;
}

/** How long a statement waits while the portal writes, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Opens D1 and R2 of a running portal beside its own workers. D1 through its SQLite file: a second D1 on the same file
 * would write with every read (its bookmark), and the portal, which does not wait, would now and then find it held.
 * @param state the portal's state folder
 */
export async function openStorage(state: string): Promise<OpenStorage> {
  const [file, ...others] = globSync(`${state}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (path) => !path.endsWith('/metadata.sqlite'),
  );
  if (!file || others.length > 0) throw new Error(`not one D1 database in ${state}`);
  const DB = new DatabaseSync(file, { timeout: PATIENCE_MS });
  const { env, dispose } = await getPlatformProxy<Pick<Storage, 'FILES'> & Record<string, unknown>>({
    configPath: fileURLToPath(new URL('../../../functions/admin/wrangler.toml', import.meta.url)),
    persist: { path: `${state}/v3` },
  });
  const close = async () => {
    DB.close();
    await dispose();
  };
  return { env: { DB, FILES: env.FILES }, dispose: close };
}

/** Console lines that a test provokes on purpose, for instance a refused request that the browser reports by itself. */
export const expectedErrors: RegExp[] = [];

export const test = base.extend<{ noErrors: undefined }, { storage: Storage }>({
  storage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const state = process.env.E2E_STATE;
      if (!state) throw new Error('E2E_STATE is not set: playwright.config.ts sets it');
      const { env, dispose } = await openStorage(state);
      await use(env);
      await dispose();
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

export { expect, type Page };

/** The SHA-256 of some bytes as hexadecimal text. */
export async function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens a page of one language and waits until its islands can be used. */
export async function open(page: Page, locale: Locale, route: string): Promise<void> {
  await page.goto(`/${locale}${route}`);
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
}
