/** A whole application over a line as slow as on a train, from the type choice to the confirmation. */
import { specialist } from '../support/applicants.ts';
import { apply } from '../support/journey.ts';
import { throttleToMobile } from '../support/mobile-line.ts';
import { test } from '../support/portal.ts';
import { expectStored } from '../support/stored.ts';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

test('a specialist applies on a phone, over 400 kbit/s with 400 ms of delay', async ({ page, storage }) => {
  await throttleToMobile(page);
  const applicant = specialist(`slow.line.${Date.now()}@example.org`);
  await expectStored(storage, await apply(page, 'ru', applicant), applicant);
});
