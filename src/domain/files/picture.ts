/** What picture formats share: bounds on the size, against exhausted memory; and orientation (EXIF 2.32, TIFF 6.0). */
import type { FileIssue } from '../input/files.ts';
import { ascii, concat, latin1, viewOf } from './bytes.ts';

/** Pixels of a side: the minimum that graphics processors and browsers support. A3 at 1200 dpi is larger. */
const MAX_SIDE = 16_384;
/** Pixels: A3 at 600 dpi has 70 million. Decoded with 4 bytes each: 400 MB. */
const MAX_PIXELS = 100_000_000;

/** Chunks or segments: 10 MiB in pieces of one kilobyte; common writers use 8 kB and more. */
export const MAX_PIECES = 10_000;

/** The issue of a picture's size, or null. A few bytes can claim 65535 × 65535. */
export function sizeIssue(width: number, height: number): FileIssue | null {
  if (width < 1 || height < 1) return 'file_damaged';
  return Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS ? null : 'file_dimensions';
}

const ORIENTATION = 0x0112;
const PREFIX = 'Exif\0\0';

/** The orientation of a TIFF structure, with or without "Exif" prefix: 2 to 8; null for upright, absent or unreadable. */
export function readOrientation(exif: Uint8Array): number | null {
  const prefixed = latin1(exif.subarray(0, PREFIX.length)) === PREFIX;
  const tiff = prefixed ? exif.subarray(PREFIX.length) : exif;
  if (tiff.length < 8) return null;
  const order = latin1(tiff.subarray(0, 2));
  if (order !== 'II' && order !== 'MM') return null;
  const little = order === 'II';
  const view = viewOf(tiff);
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return null;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, little) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 2 && value <= 8 ? value : null;
  }
  return null;
}

export function orientationOnly(orientation: number): Uint8Array {
  // "MM", 42, first directory at 8; one entry: tag, type SHORT, one value; no further directory.
  const bytes = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from(bytes);
}

/** {@link orientationOnly} as a JPEG's APP1 segment. */
export function orientationSegment(orientation: number): Uint8Array {
  return concat([ascii(PREFIX), orientationOnly(orientation)]);
}
