/** The passport reader on PDF scans of one photo, by the way they are written (tests/fixtures/pdf-scans.ts). */
import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { PHOTO_DAY } from '../../../functions/training/photos/passports.ts';
import { PDF_SCANS, pdfOf, SCANNER_PAGES, scanOf } from '../../fixtures/pdf-scans.ts';
import { openReaderPage } from '../../fixtures/reader-page.ts';
import { FIXTURE } from '../support/passport-photo.ts';
import { expect, test } from '../support/portal.ts';

const photo = () => sharp(readFileSync(new URL('../../fixtures/passport-photo.jpg', import.meta.url)));

test('the passport reader reads a PDF scan however it is written, and names the page', async ({ page }) => {
  const read = await openReaderPage(page);
  const reading = Object.fromEntries(Object.entries(FIXTURE).map(([field, value]) => [field, { value }]));
  const coded = Object.entries(SCANNER_PAGES).map(
    ([kind, page]) => [kind, async (photo: Sharp) => scanOf([await page(photo)])] as const,
  );
  for (const [kind, make] of [...Object.entries(PDF_SCANS), ...coded]) {
    const outcome = await read(await make(photo()), PHOTO_DAY);
    const expected = { kind, result: 'read', page: kind === 'its second page' ? 2 : 1, reading };
    expect.soft({ kind, ...outcome }, kind).toMatchObject(expected);
  }
});

test('the passport reader gives the true reason for a PDF that it cannot read', async ({ page }) => {
  const read = await openReaderPage(page);
  const picture = {
    dictionary: '/Width 9 /Height 9 /Filter /JPXDecode',
    stream: Buffer.from('JPEG 2000'),
    width: 9,
    height: 9,
  };
  const coded = scanOf([{ size: [90, 90], pictures: [[picture, [0, 0, 90, 90]]] }]);
  const empty = scanOf([{ size: [90, 90], pictures: [] }]);
  expect(await read(coded, PHOTO_DAY)).toMatchObject({ result: 'unreadable' });
  expect(await read(pdfOf(['<< >>']), PHOTO_DAY)).toMatchObject({ result: 'unreadable' });
  expect(await read(empty, PHOTO_DAY)).toMatchObject({ result: 'noZone' });
  const long = scanOf(Array.from({ length: 21 }, () => ({ size: [90, 90] as const, pictures: [] })));
  expect(await read(long, PHOTO_DAY)).toMatchObject({ result: 'noZoneInPages' });
});
