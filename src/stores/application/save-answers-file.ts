/** Saves a stored record's answers as a file. Loaded when the button is pressed. */
import { indexedDbStorage } from '../device/storage.ts';
import { type AnswersRecord, answersFile, type DownloadWords } from './answers-file.ts';

const DOWNLOAD_NAME = 'it-visa-answers.html';

/** The browser reads the URL a moment after the click. */
const KEEP_MS = 60_000;

/** @returns false if the device holds no such record @throws the device's error */
export async function saveAnswersFile(record: AnswersRecord, words: DownloadWords): Promise<boolean> {
  const file = await answersFile(indexedDbStorage(), record, words);
  if (!file) return false;
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: DOWNLOAD_NAME });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  return true;
}
