/** Saves the answers of a record of this device as a file. Loaded at the press only. */
import { indexedDbStorage } from '../device/storage.ts';
import { type AnswersRecord, answersFile, type DownloadWords } from './answers-file.ts';

/** The name of the downloaded file. */
const DOWNLOAD_NAME = 'it-visa-answers.html';

/** The browser reads the address a moment after the press. */
const KEEP_MS = 60_000;

/** @returns false where the device holds no such record @throws what the device refuses with */
export async function saveAnswersFile(record: AnswersRecord, words: DownloadWords): Promise<boolean> {
  const file = await answersFile(indexedDbStorage(), record, words);
  if (!file) return false;
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: DOWNLOAD_NAME });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  return true;
}
