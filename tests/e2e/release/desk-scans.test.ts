/** The frame of the desk draws PDF scans as office scanners code them, and names a page that it can't draw. */
import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import sharp from 'sharp';
import { SCANNER_PAGES, scanOf } from '../../fixtures/pdf-scans.ts';
import { apply } from '../support/apply.ts';
import { words } from '../support/locale-words.ts';
import { startDesk, type WebDesk } from '../support/officers.ts';
import { expect, expectedErrors, type Page, test } from '../support/portal.ts';

// The decoders that a test withholds, and what pdf.js tries in their place.
expectedErrors.push(/net::ERR_FAILED/, /nowasm_fallback/);

let desk: WebDesk;
test.beforeAll(async () => {
  desk = await startDesk();
});
test.afterAll(() => desk.stop());

/** Opens a new application in the desk, whose passport scan has a page of each coding. */
async function openScan(page: Page, baseURL: string | undefined) {
  const photo = sharp(readFileSync(new URL('../../fixtures/passport-photo.jpg', import.meta.url)));
  const pages = await Promise.all(Object.values(SCANNER_PAGES).map((pageOf) => pageOf(photo)));
  const scan = new File([new Uint8Array(scanOf(pages))], 'scan.pdf');
  const { id } = await apply(baseURL ?? '', 'en', 'founder', { scan });
  await desk.enter(page, 'anna');
  await page.goto(`${desk.origin}/applications/${id}?lng=en`);
  await page.locator('iframe[name=scan]').scrollIntoViewIfNeeded();
  return { frame: page.frameLocator('iframe[name=scan]'), count: pages.length };
}

const lacking = words('en', 'admin', 'web.scans.lacking');

test('the desk draws PDF scans in CCITT fax, JBIG2 and JPEG 2000', async ({ page, baseURL }) => {
  const { frame, count } = await openScan(page, baseURL);
  await expect(frame.locator('canvas')).toHaveCount(count);
  const darkShares = await frame.locator('canvas').evaluateAll((canvases) =>
    canvases.map((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
      const { data } = context.getImageData(0, 0, width, height);
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark += 1;
      return dark / (width * height);
    }),
  );
  // The passport lies on a dark desk.
  for (const share of darkShares) {
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.9);
  }
  await expect(frame.getByText(lacking)).toHaveCount(0);
  await expect(page.locator('.scans__state')).toHaveText('');
});

test('the desk names each page whose decoder is missing', async ({ page, baseURL }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  const { frame, count } = await openScan(page, baseURL);
  await expect(frame.getByText(lacking)).toHaveCount(count);
  await expect(page.locator('.scans__state')).toHaveText(lacking);
});
