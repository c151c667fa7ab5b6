/**
 * Files that are being read: a phone takes seconds for a large photo. Rule: nothing is judged, sent or left while one is under
 * way, since it would count as missing, or be lost.
 */
const underWay = new Set<Promise<void>>();

/** Notes that a file is being read. @param reading never fails; ends when its field holds the file, or says what is wrong with it */
export function noteReading(reading: Promise<void>): void {
  underWay.add(reading);
  void reading.then(() => underWay.delete(reading));
}

/** Waits until no file is being read. */
export async function filesRead(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

if (typeof document !== 'undefined') {
  document.addEventListener('astro:before-preparation', (event) => {
    const load = event.loader;
    event.loader = async () => {
      await Promise.all([load(), filesRead()]);
    };
  });
  // A page that ends can't wait; the browser asks.
  addEventListener('beforeunload', (event) => {
    if (underWay.size > 0) event.preventDefault();
  });
}
