/** Files that are being read. Meanwhile nothing is validated, sent or left, or the file would be missing. */
import { delayClosing } from '../../stores/device/storage.ts';
import { focusField } from '../ui/focus.ts';

const pending = new Set<Promise<string | null>>();

if (typeof document !== 'undefined') {
  document.addEventListener('astro:before-preparation', (event) => {
    const load = event.loader;
    event.loader = async () => {
      await Promise.all([load(), pendingFiles.wait()]);
    };
  });
  // Closing the page can't wait, so the browser asks.
  addEventListener('beforeunload', (event) => {
    if (pending.size > 0) event.preventDefault();
  });
}

export const pendingFiles = {
  /** Tracks a read. @param reading never rejects; resolves to null on success, to the field's path on an error */
  track(reading: Promise<string | null>): void {
    pending.add(reading);
    delayClosing(reading);
    void reading.then(() => pending.delete(reading));
  },
  /** Whether a chosen file is being read, so that no field holds it yet. */
  exist: () => pending.size > 0,
  /** Waits until no file is being read. @returns false after focusing the field of a rejected file */
  async wait(): Promise<boolean> {
    let refused: string | null = null;
    while (pending.size > 0) {
      for (const path of await Promise.all(pending)) refused ??= path;
    }
    return !(refused && focusField(refused));
  },
};
