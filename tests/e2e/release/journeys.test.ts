/** Every type applies in both languages, on a phone and on a desktop; stored data are compared with what was typed. */
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import { APPLICANTS } from '../support/applicants.ts';
import { apply } from '../support/journey.ts';
import { expect, test } from '../support/portal.ts';
import { expectStored } from '../support/stored.ts';

const DEVICES = {
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
};

for (const [device, use] of Object.entries(DEVICES)) {
  test.describe(`journeys on a ${device}`, () => {
    test.use(use);
    for (const locale of LOCALES) {
      for (const type of APPLICATION_TYPES) {
        test(`a ${type} applies (${locale})`, async ({ page, storage }) => {
          const applicant = APPLICANTS[type](`${type}.${locale}.${device}.${Date.now()}@example.org`);
          const reference = await apply(page, locale, applicant);
          await expectStored(storage, reference, applicant);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(wide, 'nothing stands out sideways').toBeLessThanOrEqual(0);
        });
      }
    }
  });
}
