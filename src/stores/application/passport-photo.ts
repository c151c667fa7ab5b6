/**
 * What was read of the photos of passports: in the memory of this page only, no storage holds it. Each reading belongs to its
 * scan, and goes with it, whatever becomes of the draft, of the application or of the list that holds the scan.
 */
import { atom } from 'nanostores';
import type { FormState } from '../../domain/application/form.ts';
import type { ReadValues } from '../../domain/passport/filling-in.ts';
import { type PassportHolder, readPlaceOf } from '../../domain/passport/holders.ts';
import type { PassportReading, ReadField } from '../../domain/passport/reading.ts';
import { type ChosenFile, isChosenFile, valueAt } from '../device/form-values.ts';

export interface PassportPhoto {
  reading: PassportReading;
  /** The two lines, cut out of the photo. */
  lines: ChosenFile;
  /** Fields that were filled in from it, and neither compared nor changed since. */
  filled: readonly ReadField[];
  /** Answers that differ from the photo, and that the applicant has said to be right. */
  kept: ReadValues;
}

const photos = new WeakMap<Blob, PassportPhoto>();

/** Counts what has become of the readings; 0 while there is none. */
export const $photoChanges = atom(0);

export const photosChanged = () => $photoChanges.set($photoChanges.get() + 1);

/** @param scan the file that was read; null is none */
export function photoOf(scan: Blob | null): PassportPhoto | null {
  return (scan && photos.get(scan)) ?? null;
}

/** Changes what is known of a scan. */
export function setPhoto(scan: Blob, photo: PassportPhoto): void {
  photos.set(scan, photo);
  photosChanged();
}

/** A person's scan, if it was chosen on this device. @param form all forms that are there */
export function scanIn(form: FormState, { scan }: PassportHolder): Blob | null {
  const file = valueAt(form, scan);
  return isChosenFile(file) ? file.blob : null;
}

/**
 * An answer was changed: it is no longer the photo's. Called at each key.
 * @param path its form path
 * @param forms gives all forms that are there
 */
export function passportAnswerChanged(path: string, forms: () => FormState): void {
  const place = $photoChanges.get() > 0 ? readPlaceOf(path) : null;
  const scan = place && scanIn(forms(), place.holder);
  const photo = photoOf(scan);
  if (!place || !scan || !photo?.filled.includes(place.field)) return;
  setPhoto(scan, { ...photo, filled: photo.filled.filter((field) => field !== place.field) });
}
