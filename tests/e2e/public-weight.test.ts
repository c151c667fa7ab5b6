/** What a public page costs before anybody touches it, counted in the browser. Kilobytes are compressed, without the font. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright/test';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { issueVisa } from './support/visas.ts';

/** One round trip: ten packets of 1,460 bytes (RFC 6928), the headers of the answer among them. */
const FIRST_ROUND_TRIP = 14_600;
const SCRIPTS = 5 * 1024;
const CAROUSEL = 25 * 1024;
const FONT = 28 * 1024;
/** Parts that come when the browser is idle, or once there is a visa to show. */
const LATER = /\/(?:play-carousel|visa-qr)\./;

expectedErrors.push(/status of 404/);

interface Part {
  url: string;
  type: string;
  text: string;
  size: number;
  /** Of the answer; bytes. */
  headers: number;
}

/** Everything a page fetches until it is idle. */
async function partsOf(page: Page, path: string): Promise<Part[]> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(path, { waitUntil: 'networkidle' });
  return Promise.all(
    responses.map(async (response) => {
      const body = await response.body().catch(() => Buffer.alloc(0));
      return {
        url: response.url(),
        type: response.request().resourceType(),
        text: body.toString(),
        size: gzipSync(body).length,
        headers: (await response.request().sizes()).responseHeadersSize,
      };
    }),
  );
}

const sum = (parts: Part[]) => parts.reduce((total, { size }) => total + size, 0);

for (const locale of LOCALES) {
  const pages = {
    welcome: '',
    'type choice': '/type/application',
    success: '/success/application',
    'employee visa': '/employee-visa/',
    'not found': '/no-such-page',
  };
  for (const [name, route] of Object.entries(pages)) {
    test(`the page "${name}" is light (${locale})`, async ({ page, storage }) => {
      const code = route.endsWith('/') ? issueVisa(storage, { from: '2026-01-01', to: '2099-01-01' }) : '';
      const parts = await partsOf(page, `/${locale}${route}${code}`);
      const scripts = parts.filter(({ type }) => type === 'script');

      const [document, ...others] = parts.filter(({ type }) => type === 'document' || type === 'stylesheet');
      expect(others.map(({ url }) => url)).toEqual([]);
      expect((document?.size ?? 0) + (document?.headers ?? 0)).toBeLessThanOrEqual(FIRST_ROUND_TRIP);
      expect(sum(scripts.filter(({ url }) => !LATER.test(url)))).toBeLessThanOrEqual(SCRIPTS);
      expect(
        scripts.filter(({ text }) => /react\.(?:transitional\.)?element/.test(text)).map(({ url }) => url),
      ).toEqual([]);
      const fonts = parts.filter(({ type }) => type === 'font');
      expect(fonts).toHaveLength(1);
      expect(sum(fonts)).toBeLessThanOrEqual(FONT);
    });
  }

  test(`the carousel of the welcome page comes late and small (${locale})`, async ({ page }) => {
    const carousel = page.waitForResponse((response) => LATER.test(response.url()));
    await page.goto(`/${locale}`);
    expect(gzipSync(await (await carousel).body()).length).toBeLessThanOrEqual(CAROUSEL);
  });
}
