/** The scan of a passport fills in the form; long/passport-photo.test.ts has other devices and interruptions. */
import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { letterPage, SCANNER_PAGES, scanOf } from '../fixtures/pdf-scans.ts';
import { everythingStored } from './support/device.ts';
import { fillControl } from './support/fill.ts';
import { box, containing, liveText, partLink } from './support/form.ts';
import { confirmButton, expectFilledIn, FIXTURE, fillInButton, say, valuesInPart } from './support/passport-photo.ts';
import { expect, open, test } from './support/portal.ts';
import { collectRequests } from './support/requests.ts';
import { LONG, RELEASE } from './support/stages.ts';

const photo = () => sharp(readFileSync(new URL('../fixtures/passport-photo.jpg', import.meta.url)));

test(
  'a PDF scan fills in two parts from its second page on request, and its reading is not stored',
  LONG,
  async ({ page }) => {
    const requests = collectRequests(page);
    await open(page, 'ru', '/application/passport');
    await page.waitForLoadState('networkidle');
    const late = /\/_astro\/(?:PassportScan|(?:document-)?worker)|\/assets\/locales\//;
    expect(requests.take().filter((request) => late.test(request))).toEqual([]);
    const buffer = scanOf([await letterPage(), await SCANNER_PAGES['JPEG 2000'](photo())]);
    const scan = { name: 'scan.pdf', mimeType: 'application/pdf', buffer };
    await box(page, 'file4').setInputFiles(scan);
    await expect(box(page, 'file4')).toHaveAccessibleDescription(/scan\.pdf/);
    await fillInButton(page, 'ru').click();
    await expect(liveText(page, say('ru', 'done_many', { count: '7' }))).toBeAttached();
    const asked = requests.take();
    expect(asked.filter((request) => late.test(request)).length).toBeGreaterThan(2);
    // An object URL is not a request to a server, and the page's own question about parcels carries nothing.
    const harmless = /^GET (?:\/_astro\/|\/assets\/locales\/|\/api\/v1\/parcels$|http)/;
    expect(asked.filter((request) => !harmless.test(request))).toEqual([]);
    await expectFilledIn(page, 'ru', valuesInPart('passport', FIXTURE));
    await expect(page.getByText(say('ru', 'compare.page', { page: '2' }))).toBeVisible();
    await confirmButton(page, 'ru').click();
    await expect(page.getByText(say('ru', 'mark'))).toHaveCount(0);
    await expect(box(page, 'passport_number')).toBeFocused();

    await partLink(page, 'name', 'ru').click();
    await expectFilledIn(page, 'ru', valuesInPart('name', FIXTURE));
    await fillControl(page, 'surname', 'Weii');
    await expect(box(page, 'surname')).not.toHaveAccessibleDescription(containing(say('ru', 'mark')));
    await expect.poll(() => everythingStored(page)).toContain('GOXYFBYE');
    expect(await everythingStored(page)).not.toMatch(/lines|reading|QAT5107203/);
  },
);

test(
  'a slanted photo of a passport is straightened and read, or the applicant is asked to hold it straight',
  RELEASE,
  async ({ page }) => {
    const thumb = await sharp({ create: { width: 18, height: 18, channels: 3, background: '#222' } })
      .png()
      .toBuffer();
    // Over the check digit of the number.
    const covered = await photo()
      .composite([{ input: thumb, left: 803, top: 609 }])
      .png()
      .toBuffer();
    await open(page, 'ru', '/application/passport');
    const choose = async (scan: Sharp) => {
      const buffer = await scan.rotate(25, { background: '#876' }).jpeg().toBuffer();
      await box(page, 'file4').setInputFiles({ name: 'slanted.jpg', mimeType: 'image/jpeg', buffer });
    };
    await choose(sharp(covered));
    await expect(liveText(page, say('ru', 'refusals.slanted.title'))).toBeVisible();
    await expect(box(page, 'passport_number')).toHaveValue('');
    await choose(photo());
    await expect(liveText(page, say('ru', 'done_many', { count: '7' }))).toBeAttached();
  },
);
