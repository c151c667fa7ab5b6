/**
 * The scripts of each page of the account, packed with Brotli as the edge does: what its head and islands name, and all that
 * these import. The form that changes an application is not among them; it comes when someone changes something.
 */
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const KB = 1024;
/** As wanted for every page of the account; react-dom alone is 57, i18next 14. */
const BUDGET = 108 * KB;
const NAMED = /(?:src|href|component-url|renderer-url|before-hydration-url)="(\/_astro\/[^"]+\.js)"/g;
const IMPORTED = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const FORM_MARK = 'shouldFocusError';

for (const route of ['', '/status', '/application/specialist', '/application/founder', '/security']) {
  test(`/profile${route} keeps its scripts within their weight`, async ({ request }) => {
    const html = await (await request.get(`/ru/profile${route}`)).text();
    const scripts = new Map<string, Buffer>();
    const add = async (path: string): Promise<void> => {
      if (scripts.has(path)) return;
      scripts.set(path, Buffer.alloc(0));
      const body = await (await request.get(path)).body();
      scripts.set(path, body);
      for (const [, name] of body.toString().matchAll(IMPORTED)) await add(`/_astro/${name}`);
    };
    for (const [, path = ''] of html.matchAll(NAMED)) await add(path);
    expect(scripts.size).toBeGreaterThan(15);
    const weight = [...scripts.values()].reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    expect(weight, `${(weight / KB).toFixed(1)} KB`).toBeLessThanOrEqual(BUDGET);
    expect([...scripts.values()].filter((body) => body.includes(FORM_MARK))).toEqual([]);
  });
}
