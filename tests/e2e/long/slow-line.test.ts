/** A whole application over a line as slow as in a train: from the choice of the type to the confirmation. */
import { specialist } from '../support/applicants.ts';
import { apply } from '../support/journey.ts';
import { test } from '../support/portal.ts';
import { expectStored } from '../support/stored.ts';

/** In each direction, bytes in a second. */
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 400;

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

test('a specialist applies on a phone, over 400 kbit/s with 400 ms of delay', async ({ page, context, storage }) => {
  test.setTimeout(300_000);
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  const applicant = specialist(`slow.line.${Date.now()}@example.org`);
  await expectStored(storage, await apply(page, 'ru', applicant), applicant);
});
