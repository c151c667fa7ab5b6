/**
 * Hands files and prints over to the device. The browser inside a messenger drops both without an error: there the share sheet
 * takes the file, or a dialog leads to a real browser. Loaded when a button is pressed.
 */
import { isInApp } from '../../stores/browser/link-key.ts';
import { shareFile } from '../../stores/browser/share-file.ts';

/** How long the URL stays valid: the browser reads it a moment after the click. */
const KEEP_MS = 60_000;

/**
 * Starts a download, or shares the file. No browser reports whether it was saved.
 * @param isDeviceOnly whether the content is stored in this browser only
 * @returns whether a download has started
 */
export async function handOver(file: File, isDeviceOnly = false): Promise<boolean> {
  if (isInApp()) {
    if ((await shareFile(file)) === 'refused') await leaveApp({ file, isDeviceOnly });
    return false;
  }
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  return true;
}

/** What `printPage` does. */
export async function printHere(route?: string): Promise<void> {
  if (isInApp()) await leaveApp({ route });
  else print();
}

async function leaveApp(...leaving: Parameters<typeof import('./leave-app.ts').showLeaveApp>): Promise<void> {
  const { showLeaveApp } = await import('./leave-app.ts');
  await showLeaveApp(...leaving);
}
