/** A mobile line as slow as in a train, by the browser’s own throttle. */
import type { Page } from './portal.ts';

/** In each direction, bytes in a second: 400 kbit/s. */
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 400;

/** From now on all that the page asks for goes over such a line. */
export async function onMobileLine(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
}
