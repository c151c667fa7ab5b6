/** Results of reading passport scans, in this page's memory. A reading is bound to its scan and removed with it. */
import { atom } from 'nanostores';
import type { FormState } from '../../domain/application/form.ts';
import type { ZoneValues } from '../../domain/passport/filling-in.ts';
import { type PassportHolder, zoneFieldAt } from '../../domain/passport/holders.ts';
import type { PassportReading, ZoneField } from '../../domain/passport/reading.ts';
import { type ChosenFile, isChosenFile, valueAt } from '../device/form-values.ts';

export interface ScanResult {
  reading: PassportReading;
  /** Of an earlier scan: its values are still to be compared, and later answers are not compared with it. */
  isEarlier?: boolean;
  /** Both lines, cut out of the photo. */
  lines: ChosenFile;
  /** The page of a document that the lines are on, from 1. */
  page?: number | undefined;
  /** Fields filled in from it, neither compared nor changed since. */
  filled: readonly ZoneField[];
  /** Answers that differ from the photo and that the applicant confirmed. */
  confirmed: ZoneValues;
}

const results = new WeakMap<Blob, ScanResult>();

/** Incremented with each change of a reading; 0 at first. */
export const $scanResultsVersion = atom(0);

export const notifyScanResults = () => $scanResultsVersion.set($scanResultsVersion.get() + 1);

export function scanResultOf(scan: Blob | null): ScanResult | null {
  return (scan && results.get(scan)) ?? null;
}

export function setScanResult(scan: Blob, result: ScanResult): void {
  results.set(scan, result);
  notifyScanResults();
}

/** A person's scan, if it was chosen on this device. @param form all loaded forms */
export function scanIn(form: FormState, { scan }: PassportHolder): Blob | null {
  const file = valueAt(form, scan);
  return isChosenFile(file) ? file.blob : null;
}

/** An answer was changed, so it is no longer the photo's. Called at each key. @param forms returns all loaded forms */
export function onPassportAnswerChange(path: string, forms: () => FormState): void {
  const place = $scanResultsVersion.get() > 0 ? zoneFieldAt(path) : null;
  const scan = place && scanIn(forms(), place.holder);
  const result = scanResultOf(scan);
  if (!place || !scan || !result?.filled.includes(place.field)) return;
  setScanResult(scan, { ...result, filled: result.filled.filter((field) => field !== place.field) });
}
