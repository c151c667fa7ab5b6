/**
 * Files that are being read: a phone takes seconds for a large photo. Rule: nothing is judged, sent or left while one is under
 * way, since it would count as missing, or be lost.
 */
import { focusField } from '../ui/focus-field.ts';

const underWay = new Set<Promise<string | null>>();

/**
 * Notes that a file is being read.
 * @param reading never fails; ends when its field holds the file, or, with the field's path, says what is wrong with it
 */
export function noteReading(reading: Promise<string | null>): void {
  underWay.add(reading);
  void reading.then(() => underWay.delete(reading));
}

/**
 * Waits until no file is being read. If one turns out to be of no use, its field takes the focus.
 * @returns false then
 */
export async function filesRead(): Promise<boolean> {
  let refused: string | null = null;
  while (underWay.size > 0) {
    for (const path of await Promise.all(underWay)) refused ??= path;
  }
  return !(refused && focusField(refused));
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
