/** Saves a stored record's answers as a file. Loaded when the button is pressed. */
import { saveFile } from '../browser/save-file.ts';
import { indexedDbStorage } from '../device/storage.ts';
import { type AnswersRecord, answersFile, type DownloadWords } from './answers-file.ts';

const DOWNLOAD_NAME = 'it-visa-answers.html';

/** @returns false if the device holds no such record @throws the device's error */
export async function saveAnswersFile(record: AnswersRecord, words: DownloadWords): Promise<boolean> {
  const file = await answersFile(indexedDbStorage(), record, words);
  if (file) saveFile(file, DOWNLOAD_NAME);
  return file !== null;
}
