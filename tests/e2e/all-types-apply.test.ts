/**
 * Every type applies in both languages, on a desktop and on a phone. What arrived in D1 and
 * R2 is held against what was typed.
 */
import type { ApplicationType } from '../../src/domain/application/types.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { APPLICANTS } from './support/applicants.ts';
import { apply } from './support/journey.ts';
import { expect, test } from './support/portal.ts';
import { expectStored } from './support/stored.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const newEmail = (type: string) => `${type}.${Date.now()}@example.org`;

// A specialist on a desktop is in specialist-applies.test.ts.
const DEVICES: [string, { viewport: { width: number; height: number } }, [ApplicationType, Locale][]][] = [
  [
    'a desktop',
    DESKTOP,
    [
      ['founder', 'en'],
      ['investor', 'ru'],
    ],
  ],
  [
    'a phone',
    PHONE,
    [
      ['specialist', 'ru'],
      ['founder', 'ru'],
      ['investor', 'en'],
    ],
  ],
];

for (const [device, use, ways] of DEVICES) {
  test.describe(`on ${device}`, () => {
    test.use(use);
    for (const [index, [type, locale]] of ways.entries()) {
      test(`${type} applies (${locale})`, async ({ page, storage }) => {
        test.setTimeout(60_000);
        await page.setExtraHTTPHeaders({ 'CF-Connecting-IP': `203.0.113.${index + 10 + use.viewport.width / 5}` });
        const applicant = APPLICANTS[type](newEmail(type));
        const reference = await apply(page, locale, applicant);
        await expectStored(storage, reference, applicant);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(width, 'nothing stands out sideways').toBeLessThanOrEqual(0);
      });
    }
  });
}
