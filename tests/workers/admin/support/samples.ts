/** The files of `tests/fixtures` as a browser would choose them. */
import { type FileType, sniffFileType } from '../../../../src/domain/input/files.ts';
import bank from '../../../fixtures/bank.pdf?inline';
import birth from '../../../fixtures/birth.pdf?inline';
import certificate from '../../../fixtures/certificate.pdf?inline';
import letter from '../../../fixtures/letter.pdf?inline';
import passportPdf from '../../../fixtures/passport.pdf?inline';
import passportPng from '../../../fixtures/passport.png?inline';
import photo from '../../../fixtures/photo.jpg?inline';
import photoWebp from '../../../fixtures/photo.webp?inline';
import photoClean from '../../../fixtures/photo-clean.jpg?inline';
import photoTurned from '../../../fixtures/photo-turned.jpg?inline';
import resume from '../../../fixtures/resume.pdf?inline';

export interface Sample {
  name: string;
  size: number;
  type: FileType | null;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Returns a file as if chosen now. */
export function sample(name: string, content: Uint8Array): Sample {
  const bytes = new Uint8Array(content);
  return { name, size: bytes.length, type: sniffFileType(bytes), bytes };
}

const read = (name: string, dataUrl: string) =>
  sample(name, new Uint8Array(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')));

export const SAMPLES = {
  bank: read('bank.pdf', bank),
  birth: read('birth.pdf', birth),
  certificate: read('certificate.pdf', certificate),
  letter: read('letter.pdf', letter),
  passportPdf: read('passport.pdf', passportPdf),
  passportPng: read('passport.png', passportPng),
  photo: read('photo.jpg', photo),
  photoClean: read('photo-clean.jpg', photoClean),
  photoTurned: read('photo-turned.jpg', photoTurned),
  photoWebp: read('photo.webp', photoWebp),
  resume: read('resume.pdf', resume),
};

/** Returns the sample with a file name. */
export function sampleOf(name: string): Sample {
  const found = Object.values(SAMPLES).find((one) => one.name === name);
  if (!found) throw new Error(`there is no sample ${name}`);
  return found;
}
