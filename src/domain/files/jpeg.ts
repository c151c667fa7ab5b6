/**
 * Removes JPEG metadata without touching picture data (ITU-T T.81, Annex B). Keeps what changes the picture: frame, tables,
 * scans, JFIF, Adobe's colour marker, ICC profiles, orientation.
 */
import type { FileIssue, Sanitized } from '../input/files.ts';
import { ascii, concat, latin1 } from './bytes.ts';
import { MAX_PIECES, orientationSegment, readOrientation, sizeIssue } from './picture.ts';

/** Lower codes are reserved, or have no length (T.81, Table B.1). */
const FIRST_SEGMENT = 0xc0;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
/** Baseline, extended and progressive, the types that browsers show. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Lossless, hierarchical and arithmetic coding (T.81, Table B.1). */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** Huffman and quantisation tables, restart interval. */
const TABLES = [0xc4, 0xdb, 0xdd];
/** Valid segments that are dropped: conditions of arithmetic coding, late number of lines, comments. */
const DROPPED = [0xcc, 0xdc, COM];

/** JFIF ends with its thumbnail's size and the thumbnail; Adobe's marker has one length. */
const JFIF_BYTES = 12;
const ADOBE_BYTES = 12;
const NO_THUMBNAIL = Uint8Array.of(0, 0);

/** The JPEG with an end mark added, which some cameras leave out of panoramas. */
export function withEndMark(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const ended = new Uint8Array(bytes.length + 2);
  ended.set(bytes);
  ended.set([0xff, EOI], bytes.length);
  return ended;
}

export function sanitizeJpeg(bytes: Uint8Array): Sanitized {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let [orientation, frames, scanned]: [number | null, number, boolean] = [null, 0, false];
  let size: FileIssue | null = null;
  for (let [at, pieces] = [2, 0]; ; pieces += 1) {
    const marker = nextMarker(bytes, at);
    if (marker === null) return 'file_incomplete';
    if (pieces > MAX_PIECES) return 'file_damaged';
    const { code, start } = marker;
    if (code === EOI) {
      // The rest is a second picture, a video, a maker's trailer or anything else.
      kept.push(bytes.subarray(start, start + 2));
      break;
    }
    if (code < FIRST_SEGMENT || code === SOI) return 'file_damaged';
    at = segmentEnd(bytes, start);
    if (at > bytes.length) return Number.isFinite(at) ? 'file_incomplete' : 'file_damaged';
    const content = bytes.subarray(start + 4, at);
    const segment = keptSegment(code, content);
    if (typeof segment === 'string') return segment;
    if (!isInTurn(code, frames)) return 'file_damaged';
    if (code === APP1) orientation ??= readOrientation(content);
    if (segment.length > 0) kept.push(segment);
    if (FRAMES.includes(code)) [size, frames] = [sizeIssue(...sizeOf(content)), frames + 1];
    if (code !== SOS) continue;
    const end = scanEnd(bytes, at);
    kept.push(bytes.subarray(at, end));
    scanned ||= end > at;
    at = end;
  }
  if (!scanned) return 'file_damaged';
  if (size) return size;
  if (orientation !== null) kept.splice(isJfif(kept[1]) ? 2 : 1, 0, segmentOf(APP1, orientationSegment(orientation)));
  return kept;
}

/** True where frames and scans are in order: one frame, before all scans. */
function isInTurn(code: number, frames: number): boolean {
  return FRAMES.includes(code) ? frames === 0 : code !== SOS || frames === 1;
}

/** The kept bytes of a segment, perhaps none; an issue for a segment that no picture may have. */
function keptSegment(code: number, content: Uint8Array): Uint8Array | FileIssue {
  if (FRAMES.includes(code)) return frameIssue(content) ?? segmentOf(code, content);
  if (RARE_FRAMES.includes(code)) return 'file_unsupported';
  if (code === SOS || TABLES.includes(code)) return segmentOf(code, content);
  const begins = (name: string) => latin1(content.subarray(0, name.length)) === name;
  if (code === APP0 && begins('JFIF\0') && content.length >= JFIF_BYTES)
    return segmentOf(code, concat([content.subarray(0, JFIF_BYTES), NO_THUMBNAIL]));
  if (code === APP2 && begins('ICC_PROFILE\0')) return segmentOf(code, content);
  if (code === APP14 && begins('Adobe')) return segmentOf(code, content.subarray(0, ADOBE_BYTES));
  return (code >= APP0 && code <= APP15) || DROPPED.includes(code) ? ascii('') : 'file_damaged';
}

/** Precision, height, width, number of components, three bytes each (T.81, B.2.2). */
function frameIssue(content: Uint8Array): FileIssue | null {
  const [precision = 0, , , , , components = 0] = content;
  if (content.length !== 6 + 3 * components || ![1, 3, 4].includes(components)) return 'file_damaged';
  if (precision !== 8) return precision === 12 ? 'file_unsupported' : 'file_damaged';
  const [width, height] = sizeOf(content);
  // The height follows the first scan (B.2.5).
  return height === 0 && width > 0 ? 'file_unsupported' : null;
}

const isJfif = (segment: Uint8Array | undefined) => segment?.[1] === APP0;

function segmentOf(code: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return concat([Uint8Array.of(0xff, code, length >> 8, length & 0xff), content]);
}

function sizeOf(frame: Uint8Array): [width: number, height: number] {
  const [, top = 0, bottom = 0, left = 0, right = 0] = frame;
  return [(left << 8) | right, (top << 8) | bottom];
}

/** The next marker; skips fill and stray bytes, as decoders do. */
function nextMarker(bytes: Uint8Array, from: number): { code: number; start: number } | null {
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && code !== 0xff && code !== 0) return { code, start: at };
  }
  return null;
}

function segmentEnd(bytes: Uint8Array, start: number): number {
  const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0);
  return length < 2 ? Number.POSITIVE_INFINITY : start + 2 + length;
}

/** The end of a scan's data: the first marker other than a restart or a stuffed byte. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at;
  }
  return bytes.length;
}
