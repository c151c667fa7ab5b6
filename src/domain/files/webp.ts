/** Removes WebP metadata without touching picture data (WebP container format; RFC 6386, section 9.1; WebP lossless, section 3). */
import type { FileIssue, Sanitized } from '../input/files.ts';
import { ascii, latin1, viewOf } from './bytes.ts';
import { orientationOnly, readOrientation, sizeIssue } from './picture.ts';

const HEADER_BYTES = 12;
const EXTENDED_BYTES = 10;
/** Flags in the first byte of VP8X. */
const HAS_PROFILE = 0x20;
const HAS_ALPHA = 0x10;
const HAS_EXIF = 0x08;
const IS_ANIMATED = 0x02;

const KNOWN_TYPES = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'EXIF']);

type Chunks = Map<string, Uint8Array>;
type Size = [width: number, height: number];

export function sanitizeWebp(bytes: Uint8Array): Sanitized {
  const chunks = readChunks(bytes);
  if (typeof chunks === 'string') return chunks;
  const extended = chunks.get('VP8X');
  if (extended && ((extended[0] ?? 0) & IS_ANIMATED) !== 0) return 'file_animated';
  const type = ['VP8 ', 'VP8L'].find((one) => chunks.has(one));
  const picture = type && chunks.get(type);
  if (!picture) return 'file_damaged';
  const size = type === 'VP8 ' ? lossySize(picture) : losslessSize(picture);
  if (!size || (extended && !isOfPicture(extended, size))) return 'file_damaged';
  const issue = sizeIssue(...size);
  if (issue) return issue;
  return assemble([
    ...(extended ? extendedChunks(extended, chunks, type) : []),
    [type, picture],
    ...orientationChunks(chunks),
  ]);
}

/** The container's chunks; the issue of a truncated file. */
function readChunks(bytes: Uint8Array): Chunks | FileIssue {
  if (bytes.length < HEADER_BYTES) return 'file_incomplete';
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return 'file_incomplete';
  const chunks: Chunks = new Map();
  for (let at = HEADER_BYTES; at + 8 <= end; ) {
    const size = view.getUint32(at + 4, true);
    // Some writers omit the last padding byte.
    if (at + 8 + size > end) return 'file_damaged';
    const type = latin1(bytes.subarray(at, at + 4));
    if (KNOWN_TYPES.has(type) && !chunks.has(type)) chunks.set(type, bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return chunks;
}

/** A complete key frame: three bytes with the length of its first part, a start code, twice 14 bits. */
function lossySize(picture: Uint8Array): Size | null {
  const [a = 1, b = 0, c = 0] = picture;
  const firstPart = (a | (b << 8) | (c << 16)) >> 5;
  if ((a & 1) !== 0 || latin1(picture.subarray(3, 6)) !== '\x9d\x01\x2a' || firstPart > picture.length - 10)
    return null;
  const view = viewOf(picture);
  return [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff];
}

/** A signature, twice 14 bits of one less, an alpha bit, three version bits of 0. */
function losslessSize(picture: Uint8Array): Size | null {
  if (picture.length <= 5 || picture[0] !== 0x2f) return null;
  const bits = viewOf(picture).getUint32(1, true);
  return bits >>> 29 === 0 ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1] : null;
}

/** True where the canvas has the same size as the picture. */
function isOfPicture(extended: Uint8Array, [width, height]: Size): boolean {
  if (extended.length !== EXTENDED_BYTES) return false;
  const view = viewOf(extended);
  return (view.getUint32(3, true) >>> 8) + 1 === width && (view.getUint32(6, true) >>> 8) + 1 === height;
}

/** The chunks before the picture: header with corrected flags, profile, transparency. */
function extendedChunks(extended: Uint8Array, chunks: Chunks, type: string): [string, Uint8Array][] {
  const before = ['ICCP', ...(type === 'VP8 ' ? ['ALPH'] : [])].flatMap((name): [string, Uint8Array][] => {
    const content = chunks.get(name);
    return content ? [[name, content]] : [];
  });
  const header = new Uint8Array(EXTENDED_BYTES);
  header.set(extended.subarray(4), 4);
  header[0] =
    ((extended[0] ?? 0) & HAS_ALPHA) |
    (chunks.has('ICCP') ? HAS_PROFILE : 0) |
    (orientationChunks(chunks).length > 0 ? HAS_EXIF : 0);
  return [['VP8X', header], ...before];
}

/** The orientation, which only the extended format has. */
function orientationChunks(chunks: Chunks): [string, Uint8Array][] {
  const exif = chunks.get('EXIF');
  const orientation = exif && chunks.has('VP8X') ? readOrientation(exif) : null;
  return orientation === null ? [] : [['EXIF', orientationOnly(orientation)]];
}

function assemble(chunks: readonly [string, Uint8Array][]): Uint8Array[] {
  const body = chunks.flatMap(([type, content]) => [chunkHead(type, content.length), content, padding(content)]);
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  return [chunkHead('RIFF', length + 4), ascii('WEBP'), ...body];
}

const padding = ({ length }: Uint8Array) => new Uint8Array(length % 2);

function chunkHead(type: string, length: number): Uint8Array {
  const head = new Uint8Array(8);
  head.set(ascii(type));
  new DataView(head.buffer).setUint32(4, length, true);
  return head;
}
