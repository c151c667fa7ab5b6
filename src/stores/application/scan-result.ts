/**
 * What is known of the passport scans on this page: the answers that they show (domain/passport/photo-marks.ts), and pictures of
 * their lines.
 */
import { atom } from 'nanostores';
import type { FormState } from '../../domain/application/form.ts';
import { photoMarksIn } from '../../domain/application/wire-names.ts';
import { type PassportHolder, zoneFieldAt } from '../../domain/passport/holders.ts';
import { type PhotoMarks, photoMarks } from '../../domain/passport/photo-marks.ts';
import { NOTHING_READ, type PassportReading } from '../../domain/passport/reading.ts';
import { type ChosenFile, isChosenFile, valueAt } from '../device/form-values.ts';

interface LinesPicture {
  /** Picture of both lines, cut out of the photo. */
  lines: ChosenFile;
  /** The page of a document with the lines, from 1. */
  page?: number | undefined;
}

export interface ScanResult extends PhotoMarks, Partial<LinesPicture> {
  /** Null for a scan that was removed, or that only the host has. */
  scan: Blob | null;
  /** What an earlier scan showed, which was replaced or removed: its answers are still in the form. */
  before: PassportReading | null;
}

const digests = new WeakMap<Blob, string>();
const pictures = new WeakMap<Blob, LinesPicture>();

/** Incremented whenever something is learned or forgotten. */
export const $scanResultsVersion = atom(0);

export const notifyScanResults = () => $scanResultsVersion.set($scanResultsVersion.get() + 1);

const DIGEST_BYTES = 8;

/** The beginning of a file's SHA-256, in hexadecimal digits; `-` for an unreadable file. */
export async function digestOf(file: Blob): Promise<string> {
  const known = digests.get(file);
  if (known) return known;
  const bytes = await file.arrayBuffer().catch(() => null);
  const hash = bytes && new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, DIGEST_BYTES);
  const digest = hash ? [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') : '-';
  digests.set(file, digest);
  notifyScanResults();
  return digest;
}

/** @returns undefined while the file is read; null without a file */
function knownDigest(file: unknown): string | null | undefined {
  if (!file) return null;
  if (!isChosenFile(file)) return '';
  if (!digests.has(file.blob)) void digestOf(file.blob);
  return digests.get(file.blob);
}

/**
 * What the scan of a person's passport shows; null if none was read, or before the file is known.
 * @param form all loaded forms
 */
export function scanResultIn(form: FormState, holder: PassportHolder): ScanResult | null {
  const marks = photoMarks.of(photoMarksIn(form), holder);
  if (!marks) return null;
  const file = valueAt(form, holder.scan);
  const digest = knownDigest(file);
  if (digest === undefined) return null;
  const scan = isChosenFile(file) ? file.blob : null;
  if (digest === marks.file) return { ...marks, scan, before: null, ...(scan && pictures.get(scan)) };
  return { ...marks, scan, before: marks.reading, reading: NOTHING_READ, filled: [], earlier: [], kept: {} };
}

export function keepLinesPicture(scan: Blob, lines: Blob, page?: number): void {
  pictures.set(scan, { lines: { name: 'lines', size: lines.size, type: 'image/png', blob: lines }, page });
  notifyScanResults();
}

/**
 * The photo marks after an answer was changed, which then no longer comes from a photo; null where that changes nothing. Called
 * at each key.
 */
export function marksAfterChange(path: string, marksText: () => string): string | null {
  const place = zoneFieldAt(path);
  const text = place ? marksText() : '';
  const marks = place && photoMarks.of(text, place.holder);
  if (!place || !marks || ![...marks.filled, ...marks.earlier].includes(place.field)) return null;
  return photoMarks.with(text, place.holder, photoMarks.without(marks, [place.field]));
}
