/** What was read of the photo of a passport: in the memory of this page only, no storage holds it. */
import { atom } from 'nanostores';
import type { ReadValues } from '../../domain/passport/filling-in.ts';
import type { PassportReading, ReadField } from '../../domain/passport/reading.ts';
import type { ChosenFile } from '../device/form-values.ts';

export interface PassportPhoto {
  reading: PassportReading;
  /** The two lines, cut out of the photo. */
  lines: ChosenFile;
  /** Fields that were filled in from it, and neither compared nor changed since. */
  filled: readonly ReadField[];
  /** Answers that differ from the photo, and that the applicant has said to be right. */
  kept: ReadValues;
}

export const $passportPhoto = atom<PassportPhoto | null>(null);

/** An answer was changed: it is no longer the photo's. @param path its form path */
export function passportAnswerChanged(path: string): void {
  const [name = ''] = path.split('.');
  const photo = $passportPhoto.get();
  if (photo?.filled.some((field) => field === name))
    $passportPhoto.set({ ...photo, filled: photo.filled.filter((field) => field !== name) });
}
