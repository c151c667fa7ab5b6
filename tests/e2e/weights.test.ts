/**
 * The weight of a form page, compressed with Brotli as in production: until it accepts typing, which takes the page only, and
 * until it is complete. The limits are what was reached, and may only decrease. No browser is needed.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const KB = 1024;
/** Until it accepts typing, styles and fonts included, which may arrive before. */
const FIRST_BUDGET = 50 * KB;
/** With all scripts for hydration; react-dom alone takes 57 KB, i18next 14 and react-hook-form 13. */
const FORM_BUDGET = 155 * KB;
/**
 * Each part that a hydrated form fetches later, compressed with gzip; the largest has the numbering plans of all countries.
 */
const LATER_BUDGET = 31 * KB;

test('each form page stays within its weight until it is interactive, and so does each later part', async ({
  request,
}) => {
  const read = async (path: string) => (await request.get(path)).body();
  const html = await read('/ru/application/specialist');
  expect(html.toString(), 'its styles come with it').not.toContain('rel="stylesheet"');
  const fonts = await Promise.all([...new Set(html.toString().match(/\/_astro\/[\w.-]+\.woff2/g))].map(read));
  const until = brotliCompressSync(html).length + fonts.reduce((sum, font) => sum + font.length, 0);
  expect(until, `${(until / KB).toFixed(1)} KB`).toBeLessThanOrEqual(FIRST_BUDGET);

  const needed = new Set(
    [...html.toString().matchAll(/(?:modulepreload"|type="module") (?:href|src)="([^"]+)"/g)].map(
      ([, path = '']) => path,
    ),
  );
  const first = await Promise.all([...needed].map(read));
  expect(first.length).toBeGreaterThan(10);
  const weight = [html, ...first].reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  expect(weight, `${(weight / KB).toFixed(1)} KB`).toBeLessThanOrEqual(FORM_BUDGET);

  const later = new Set(
    [
      ...first
        .map(String)
        .join('')
        .matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g),
    ]
      .map(([, name = '']) => `/_astro/${name}`)
      .filter((path) => !needed.has(path)),
  );
  expect(later.size).toBeGreaterThan(3);
  for (const path of later) {
    const packed = gzipSync(await read(path), { level: 9 }).length;
    expect(packed, `${path}: ${(packed / KB).toFixed(1)} KB`).toBeLessThanOrEqual(LATER_BUDGET);
  }
});
