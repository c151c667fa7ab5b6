/** A mobile line as slow as on a train, by the browser's own throttling. */
import type { Page } from './portal.ts';

/** Bytes per second in each direction: 400 kbit/s. */
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 400;

/** Throttles all further requests of the page. */
export async function throttleToMobile(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
}
