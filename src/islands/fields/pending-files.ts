/**
 * Files that are being read: a phone takes seconds for a large photo. Rule: nothing is validated, sent or left while a read is
 * pending, since the file would count as missing, or be lost.
 */
import { focusField } from '../ui/focus-field.ts';

const pending = new Set<Promise<string | null>>();

/**
 * Tracks the read of a file.
 * @param reading never rejects; resolves to null when its field holds the file, to the field's path when that has an error
 */
export function trackFileRead(reading: Promise<string | null>): void {
  pending.add(reading);
  void reading.then(() => pending.delete(reading));
}

/** Whether a file is being read that was chosen, and no field holds yet. */
export const isFileReadPending = () => pending.size > 0;

/**
 * Waits until no read is pending. The field of a file that was refused takes the focus.
 * @returns false then
 */
export async function waitForFiles(): Promise<boolean> {
  let refused: string | null = null;
  while (pending.size > 0) {
    for (const path of await Promise.all(pending)) refused ??= path;
  }
  return !(refused && focusField(refused));
}

if (typeof document !== 'undefined') {
  document.addEventListener('astro:before-preparation', (event) => {
    const load = event.loader;
    event.loader = async () => {
      await Promise.all([load(), waitForFiles()]);
    };
  });
  // An unload can't wait; the browser asks.
  addEventListener('beforeunload', (event) => {
    if (pending.size > 0) event.preventDefault();
  });
}
