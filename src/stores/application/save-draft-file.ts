/** Saves the draft of this device as a file. Loaded at the press only. */
import { indexedDbStorage } from '../device/storage.ts';
import { type DownloadWords, draftFile } from './draft-download.ts';

/** The name of the downloaded file. */
export const DOWNLOAD_NAME = 'it-visa-answers.html';

/** The browser reads the address a moment after the press. */
const KEEP_MS = 60_000;

/** @returns false where the device holds no draft @throws what the device refuses with */
export async function saveDraftFile(words: DownloadWords): Promise<boolean> {
  const file = await draftFile(indexedDbStorage(), words);
  if (!file) return false;
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: DOWNLOAD_NAME });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  return true;
}
