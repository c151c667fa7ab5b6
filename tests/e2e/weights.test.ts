/**
 * What a form page sends until it can be used: the page, its style sheets and the scripts it starts with, packed with
 * Brotli as the edge does. The bounds hold what was reached; they are to fall, not to rise. No browser is needed to weigh.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const KB = 1024;
/** Wanted are 108 KB; react-dom alone is 57, i18next 14 and react-hook-form 13. */
const FORM_BUDGET = 154 * KB;
const PHONE_BUDGET = 31 * KB;

test('a form page stays within its weight until it can be used, and the phone library within its own', async ({
  request,
}) => {
  const read = async (path: string) => (await request.get(path)).body();
  const html = await read('/ru/application/specialist');
  const needed = new Set(
    [...html.toString().matchAll(/(?:modulepreload"|stylesheet"|type="module") (?:href|src)="([^"]+)"/g)].map(
      ([, path = '']) => path,
    ),
  );
  const first = await Promise.all([...needed].map(read));
  expect(first.length).toBeGreaterThan(10);
  const weight = [html, ...first].reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  expect(weight, `${(weight / KB).toFixed(1)} KB`).toBeLessThanOrEqual(FORM_BUDGET);

  const [phone = ''] = /phone-numbers[\w.-]*\.js/.exec(first.map(String).join('')) ?? [];
  expect(phone).not.toBe('');
  expect([...needed].join()).not.toContain(phone);
  expect(gzipSync(await read(`/_astro/${phone}`), { level: 9 }).length).toBeLessThanOrEqual(PHONE_BUDGET);
});
