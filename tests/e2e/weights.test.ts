/**
 * The weight of a form page, compressed with Brotli as in production: until it accepts typing, which takes the page only, and
 * until it is complete. The limits are what was reached, and may only decrease. No browser is needed.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const KB = 1024;
/** Until it accepts typing, styles and fonts included, which may arrive before. */
const FIRST_BUDGET = 50 * KB;
/** Pages with all scripts that they start with; react-dom alone is 57 KB and react-hook-form 13. */
const BUDGETS = {
  '/ru/application/specialist': 148 * KB,
  // No form, so no react-hook-form.
  '/ru/application': 131 * KB,
  '/ru/application/specialist/check': 147 * KB,
  '/ru/parcel/draft': 139 * KB,
  '/ru/parcel/company': 171 * KB,
  // Opened on a phone's mobile line: no React.
  '/ru/parcel/photo': 43 * KB,
  '/ru/auth/login': 133 * KB,
};
/** Each script that a hydrated form loads later, compressed with gzip; the largest are the numbering plans of all countries. */
const LATER_BUDGET = 31 * KB;

/** The scripts that a page starts with. */
const scriptsOf = (html: string) =>
  new Set([...html.matchAll(/(?:modulepreload"|type="module") (?:href|src)="([^"]+)"/g)].map(([, path = '']) => path));

for (const [route, budget] of Object.entries(BUDGETS)) {
  test(`${route} stays within its weight, with its first scripts`, async ({ request }) => {
    const read = async (path: string) => (await request.get(path)).body();
    const html = await read(route);
    const scripts = await Promise.all([...scriptsOf(html.toString())].map(read));
    expect(scripts.length).toBeGreaterThan(7);
    const weight = [html, ...scripts].reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    expect(weight, `${(weight / KB).toFixed(1)} KB`).toBeLessThanOrEqual(budget);
  });
}

test('a form page stays within its weight until it accepts typing, and each later script has its own limit', async ({
  request,
}) => {
  const read = async (path: string) => (await request.get(path)).body();
  const html = await read('/ru/application/specialist');
  expect(html.toString(), 'its styles come with it').not.toContain('rel="stylesheet"');
  const fonts = await Promise.all([...new Set(html.toString().match(/\/_astro\/[\w.-]+\.woff2/g))].map(read));
  const until = brotliCompressSync(html).length + fonts.reduce((sum, font) => sum + font.length, 0);
  expect(until, `${(until / KB).toFixed(1)} KB`).toBeLessThanOrEqual(FIRST_BUDGET);

  const needed = scriptsOf(html.toString());
  const first = await Promise.all([...needed].map(read));
  expect(first.length).toBeGreaterThan(10);

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
