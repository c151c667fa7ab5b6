/** The weight of public pages before any interaction, measured in the browser. Kilobytes are compressed, without fonts. */
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { words } from './support/locale-words.ts';
import { expect, expectedErrors, test } from './support/portal.ts';
import { longIf } from './support/stages.ts';

/** One round trip: ten packets of 1,460 bytes (RFC 6928), response headers included. */
const FIRST_ROUND_TRIP = 14_600;
const SCRIPTS = 5 * 1024;
const CAROUSEL = 25 * 1024;
const FONT = 28 * 1024;

expectedErrors.push(/status of 404/);

interface Part {
  url: string;
  type: string;
  text: string;
  size: number;
  /** Bytes of the response headers. */
  headers: number;
}

/** Returns everything that a page fetches until its fonts and pictures are loaded; `later` came after `load`. */
async function partsOf(page: Page, path: string): Promise<{ parts: Part[]; later: Set<string> }> {
  const underWay = new Set<Request>();
  const finished: Request[] = [];
  const loaded = new Set<string>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('requestfinished', (request) => {
    underWay.delete(request);
    finished.push(request);
  });
  const responseUrls = new Set<string>();
  page.on('response', (response) => responseUrls.add(response.url()));
  page.once('load', () => {
    for (const url of responseUrls) loaded.add(url);
  });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  const names = LOCALES.map((locale) => words(locale, 'home', 'carousel.pictures'));
  const pictures = page.getByRole('region', { name: new RegExp(names.join('|')) });
  if (await pictures.isVisible()) await expect(pictures.getByRole('button').last()).toBeVisible();
  // A request in progress has no size yet.
  await expect.poll(() => underWay.size).toBe(0);
  const parts = await Promise.all(
    finished.map(async (request) => {
      const body = (await (await request.response())?.body()) ?? Buffer.alloc(0);
      return {
        url: request.url(),
        type: request.resourceType(),
        text: body.toString(),
        size: gzipSync(body).length,
        // HTTP/2, as in production, has no such header (RFC 9113, 8.2.2).
        headers: (await request.sizes()).responseHeadersSize - 'Transfer-Encoding: chunked\r\n'.length,
      };
    }),
  );
  return { parts, later: new Set(parts.flatMap(({ url }) => (loaded.has(url) ? [] : [url]))) };
}

const sum = (parts: Part[]) => parts.reduce((total, { size }) => total + size, 0);
for (const locale of LOCALES) {
  const pages = {
    welcome: '',
    'type choice': '/type/application',
    'employee visa': '/employee-visa/AAAAAAAAAAAAAAAA',
    'not found': '/no-such-page',
    help: '/help',
  };
  for (const [name, route] of Object.entries(pages)) {
    test(`the page "${name}" stays within its weight (${locale})`, longIf(locale === 'en'), async ({ page }) => {
      const { parts, later } = await partsOf(page, `/${locale}${route}`);
      const scripts = parts.filter(({ type }) => type === 'script');
      const late = name === 'welcome' ? scripts.filter(({ url }) => later.has(url)) : [];

      const [document, ...others] = parts.filter(({ type }) => type === 'document' || type === 'stylesheet');
      expect(others.map(({ url }) => url)).toEqual([]);
      expect((document?.size ?? 0) + (document?.headers ?? 0)).toBeLessThanOrEqual(FIRST_ROUND_TRIP);
      expect(sum(scripts) - sum(late)).toBeLessThanOrEqual(SCRIPTS);
      expect(sum(late)).toBeLessThanOrEqual(CAROUSEL);
      if (name === 'welcome') expect(late.length).toBeGreaterThan(0);
      expect(
        scripts.filter(({ text }) => /react\.(?:transitional\.)?element/.test(text)).map(({ url }) => url),
      ).toEqual([]);
      const fonts = parts.filter(({ type }) => type === 'font');
      expect(fonts).toHaveLength(1);
      expect(sum(fonts)).toBeLessThanOrEqual(FONT);
    });
  }
}
