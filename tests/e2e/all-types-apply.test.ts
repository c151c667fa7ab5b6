/**
 * Every type applies in both languages, on a desktop and on a phone. What arrived in D1 and R2 is held
 * against what was typed.
 */
import { APPLICATION_TYPES } from '../../src/domain/application/types.ts';
import { LOCALES } from '../../src/domain/i18n/locales.ts';
import { ownNetwork } from './support/account.ts';
import { APPLICANTS } from './support/applicants.ts';
import { apply } from './support/journey.ts';
import { expect, test } from './support/portal.ts';
import { expectStored } from './support/stored.ts';

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
};

for (const [device, use] of Object.entries(DEVICES)) {
  test.describe(`on a ${device}`, () => {
    test.use(use);
    for (const locale of LOCALES) {
      for (const type of APPLICATION_TYPES) {
        // specialist-applies.test.ts goes this way.
        if (device === 'desktop' && type === 'specialist') continue;
        test(`${type} applies (${locale})`, async ({ page, storage }) => {
          test.setTimeout(60_000);
          await ownNetwork(page);
          const applicant = APPLICANTS[type](`${type}.${Date.now()}@example.org`);
          const reference = await apply(page, locale, applicant);
          await expectStored(storage, reference, applicant);
          const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(width, 'nothing stands out sideways').toBeLessThanOrEqual(0);
        });
      }
    }
  });
}
