/**
 * JPEG without metadata, picture data untouched (ITU-T T.81, Annex B). What stays: everything that changes how the picture
 * looks, that is all tables and scans, JFIF, Adobe's colour marker, ICC profiles, and which way up it is.
 */
import { concat, latin1, sameBytes } from './bytes.ts';
import { orientationSegment, readOrientation } from './exif.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;

/** @returns the same bytes when there is nothing to remove; null when it can't be read as a JPEG */
export function stripJpeg(bytes: Uint8Array): Uint8Array | null {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let orientation: number | null = null;
  let at = 2;
  for (;;) {
    const marker = nextMarker(bytes, at);
    if (marker === null) return null;
    const { code, start } = marker;
    if (code === EOI) {
      // What follows is a second picture, a video or a maker's trailer; all of them carry metadata of their own.
      kept.push(bytes.subarray(start, start + 2));
      break;
    }
    const end = segmentEnd(bytes, code, start);
    if (end === null) return null;
    const content = bytes.subarray(start + 4, end);
    if (code === APP1) orientation ??= readOrientation(content);
    if (staysInJpeg(code, content)) kept.push(bytes.subarray(start, end));
    at = end;
    if (code === SOS) {
      at = scanEnd(bytes, end);
      kept.push(bytes.subarray(end, at));
      if (at >= bytes.length) break;
    }
  }
  if (orientation !== null) kept.splice(isJfif(kept[1]) ? 2 : 1, 0, app1(orientationSegment(orientation)));
  const stripped = concat(kept);
  return sameBytes(stripped, bytes) ? bytes : stripped;
}

function staysInJpeg(code: number, content: Uint8Array): boolean {
  if (code === COM) return false;
  if (code < APP0 || code > APP15) return true;
  if (code === APP0) return latin1(content.subarray(0, 5)) === 'JFIF\0';
  if (code === APP2) return latin1(content.subarray(0, 12)) === 'ICC_PROFILE\0';
  return code === APP14 && latin1(content.subarray(0, 5)) === 'Adobe';
}

/** The next marker; fill bytes and stray bytes before it are passed over, as decoders do. */
function nextMarker(bytes: Uint8Array, from: number): { code: number; start: number } | null {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && code !== 0xff && code !== 0) return { code, start: at };
  }
  return null;
}

/** Where a segment ends; null when it says that it is longer than the file. */
function segmentEnd(bytes: Uint8Array, code: number, start: number): number | null {
  const alone = code === SOI || code === 0x01 || (code >= 0xd0 && code <= 0xd7);
  if (alone) return start + 2;
  const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0);
  const end = start + 2 + length;
  return length < 2 || end > bytes.length ? null : end;
}

/** Where the coded data of a scan ends: at the first marker that is neither a restart nor a stuffed byte. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) break;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at;
  }
  return bytes.length;
}

const isJfif = (segment: Uint8Array | undefined) => segment?.[1] === APP0;

function app1(content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return concat([Uint8Array.of(0xff, APP1, length >> 8, length & 0xff), content]);
}
