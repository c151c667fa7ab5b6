/**
 * JPEG without metadata, picture data untouched (ITU-T T.81, Annex B). What stays: everything that changes how the picture
 * looks, that is its frame, tables and scans, JFIF, Adobe's colour marker, ICC profiles, and which way up it is.
 */

import {
  ascii,
  concat,
  isShowable,
  latin1,
  MAX_PIECES,
  orientationSegment,
  readOrientation,
  sameBytes,
} from './picture.ts';

const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
/** Baseline, extended and progressive pictures; nothing else is shown by browsers. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Tables of Huffman codes and of quantisation, and how often the coding restarts. */
const TABLES = [0xc4, 0xdb, 0xdd];
/** Known, and of no use: conditions of another coding, the number of lines told late, comments. */
const DROPPED = [0xcc, 0xdc, COM];

/** JFIF ends with the size of its thumbnail, and the thumbnail itself; Adobe's marker has one length. */
const JFIF_BYTES = 12;
const ADOBE_BYTES = 12;
const NO_THUMBNAIL = Uint8Array.of(0, 0);

/** @returns the same bytes when there is nothing to remove; null when it can't be read as a JPEG */
export function sanitizeJpeg(bytes: Uint8Array): Uint8Array | null {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let [orientation, frames, scanned]: [number | null, number, boolean] = [null, 0, false];
  for (let [at, pieces] = [2, 0]; ; pieces += 1) {
    const marker = nextMarker(bytes, at);
    if (marker === null || pieces > MAX_PIECES) return null;
    const { code, start } = marker;
    if (code === EOI) {
      // What follows is a second picture, a video, a maker's trailer, or something else altogether.
      kept.push(bytes.subarray(start, start + 2));
      break;
    }
    at = segmentEnd(bytes, start);
    const content = bytes.subarray(start + 4, at);
    const segment = keptSegment(code, content);
    if (at > bytes.length || segment === null || !isInTurn(code, frames)) return null;
    if (code === APP1) orientation ??= readOrientation(content);
    if (segment.length > 0) kept.push(segment);
    if (FRAMES.includes(code)) frames += 1;
    if (code !== SOS) continue;
    const end = scanEnd(bytes, at);
    kept.push(bytes.subarray(at, end));
    scanned ||= end > at;
    at = end;
  }
  if (!scanned) return null;
  if (orientation !== null) kept.splice(isJfif(kept[1]) ? 2 : 1, 0, segmentOf(APP1, orientationSegment(orientation)));
  const picture = concat(kept);
  return sameBytes(picture, bytes) ? bytes : picture;
}

/** One frame, before all scans. */
function isInTurn(code: number, frames: number): boolean {
  return FRAMES.includes(code) ? frames === 0 : code !== SOS || frames === 1;
}

/** What stays of a segment, which may be nothing; null for one that no such picture has. */
function keptSegment(code: number, content: Uint8Array): Uint8Array | null {
  if (FRAMES.includes(code)) return isFrame(content) ? segmentOf(code, content) : null;
  if (code === SOS || TABLES.includes(code)) return segmentOf(code, content);
  const begins = (name: string) => latin1(content.subarray(0, name.length)) === name;
  if (code === APP0 && begins('JFIF\0') && content.length >= JFIF_BYTES)
    return segmentOf(code, concat([content.subarray(0, JFIF_BYTES), NO_THUMBNAIL]));
  if (code === APP2 && begins('ICC_PROFILE\0')) return segmentOf(code, content);
  if (code === APP14 && begins('Adobe')) return segmentOf(code, content.subarray(0, ADOBE_BYTES));
  return (code >= APP0 && code <= APP15) || DROPPED.includes(code) ? ascii('') : null;
}

/** Precision, height, width, number of components, and three bytes for each of them (T.81, B.2.2). */
function isFrame(content: Uint8Array): boolean {
  const [precision, top = 0, bottom = 0, left = 0, right = 0, components = 0] = content;
  return (
    precision === 8 &&
    [1, 3, 4].includes(components) &&
    content.length === 6 + 3 * components &&
    isShowable((left << 8) | right, (top << 8) | bottom)
  );
}

/** The next marker; fill bytes and stray bytes before it are passed over, as decoders do. */
function nextMarker(bytes: Uint8Array, from: number): { code: number; start: number } | null {
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && code !== 0xff && code !== 0) return { code, start: at };
  }
  return null;
}

/** Where a segment says that it ends, which may be behind the end of the file. */
function segmentEnd(bytes: Uint8Array, start: number): number {
  const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0);
  return length < 2 ? Number.POSITIVE_INFINITY : start + 2 + length;
}

/** Where the coded data of a scan ends: at the first marker that is neither a restart nor a stuffed byte. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at;
  }
  return bytes.length;
}

const isJfif = (segment: Uint8Array | undefined) => segment?.[1] === APP0;

function segmentOf(code: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return concat([Uint8Array.of(0xff, code, length >> 8, length & 0xff), content]);
}
