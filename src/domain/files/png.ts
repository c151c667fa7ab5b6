/** Removes PNG metadata without touching picture data (PNG third edition, sections 5 and 11): keeps chunks that change the picture. */
import type { FileIssue, Sanitized } from '../input/files.ts';
import { ascii, concat, latin1, viewOf } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { MAX_PIECES, orientationOnly, readOrientation, sizeIssue } from './picture.ts';

const SIGNATURE_BYTES = 8;
/** A chunk's length, type and checksum. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;
const CONTROL_BYTES = 8;
/** Largest length of a chunk's content (section 5.3). */
const MAX_LENGTH = 0x7fff_ffff;
/** The critical chunks of a picture; a file with any other one is refused, since decoders stop there. */
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Kept chunks with their largest lengths (section 11.3), each allowed once (5.6). An animated PNG keeps its first frame. */
const KEPT_CHUNKS = new Map(
  Object.entries({
    tRNS: 256,
    cHRM: 32,
    gAMA: 4,
    iCCP: Number.POSITIVE_INFINITY,
    sBIT: 4,
    sRGB: 1,
    cICP: 4,
    mDCV: 24,
    mDCv: 24,
    cLLI: 8,
    cLLi: 8,
    bKGD: 6,
    hIST: 512,
    pHYs: 9,
  }),
);
const MAX_PALETTE_BYTES = 3 * 256;

interface Chunk {
  type: string;
  content: Uint8Array;
  whole: Uint8Array;
}

export function sanitizePng(bytes: Uint8Array): Sanitized {
  const chunks = readChunks(bytes);
  if (typeof chunks === 'string') return chunks;
  const issue = pictureIssue(chunks);
  if (issue) return issue;
  const seen = new Set<string>();
  const kept = chunks.flatMap(({ type, content, whole }) => {
    if (CRITICAL.has(type)) return [whole];
    if (seen.has(type)) return [];
    seen.add(type);
    if (content.length <= (KEPT_CHUNKS.get(type) ?? -1)) return [whole];
    const orientation = type === 'eXIf' ? readOrientation(content) : null;
    return orientation === null ? [] : [chunk('eXIf', orientationOnly(orientation))];
  });
  return [bytes.subarray(0, SIGNATURE_BYTES), ...kept];
}

/** All chunks up to the first IEND; the issue of a truncated file, or of too many chunks. */
function readChunks(bytes: Uint8Array): Chunk[] | FileIssue {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    if (chunks.length >= MAX_PIECES) return 'file_damaged';
    const length = view.getUint32(at);
    const end = at + FRAME_BYTES + length;
    if (end > bytes.length) return length > MAX_LENGTH ? 'file_damaged' : 'file_incomplete';
    const type = latin1(bytes.subarray(at + 4, at + 8));
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return 'file_incomplete';
}

function pictureIssue(chunks: readonly Chunk[]): FileIssue | null {
  const of = (wanted: string) => chunks.filter(({ type }) => type === wanted);
  const [header] = chunks;
  const palettes = of('PLTE');
  const isPicture =
    header?.type === 'IHDR' &&
    of('IHDR').length === 1 &&
    isHeader(header.content) &&
    palettes.length <= 1 &&
    palettes.every(({ content }) => content.length <= MAX_PALETTE_BYTES && content.length % 3 === 0) &&
    of('IDAT').some(({ content }) => content.length > 0) &&
    of('IEND').every(({ content }) => content.length === 0) &&
    chunks.every((one) => (CRITICAL.has(one.type) ? isUndamaged(one) : /^[a-z][A-Za-z]{3}$/.test(one.type)));
  if (!isPicture) return 'file_damaged';
  const size = viewOf(header.content);
  return sizeIssue(size.getUint32(0), size.getUint32(4)) ?? (hidesPicture(chunks) ? 'file_animated' : null);
}

/** True for an animation without the IDAT picture (section 4.9): browsers show the animation, but IDAT would be stored. */
function hidesPicture(chunks: readonly Chunk[]): boolean {
  const picture = chunks.findIndex(({ type }) => type === 'IDAT');
  const before = chunks.slice(0, picture);
  const control = before.find(({ type }) => type === 'acTL');
  if (control?.content.length !== CONTROL_BYTES || !isUndamaged(control)) return false;
  return !before.some(({ type }) => type === 'fcTL') && chunks.some(({ type }) => type === 'fdAT');
}

/** True where the checksum of type and content is right; decoders stop at any other chunk. */
function isUndamaged({ whole }: Chunk): boolean {
  return crc32(whole.subarray(4, -4)) === viewOf(whole).getUint32(whole.length - 4);
}

/** Bit depths of each colour type (PNG third edition, section 11.2.1). */
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function isHeader(content: Uint8Array): boolean {
  if (content.length !== HEADER_BYTES) return false;
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = content.subarray(8);
  return DEPTHS[colour]?.includes(depth) === true && compression === 0 && filter === 0 && interlace <= 1;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const body = concat([ascii(type), content]);
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, content.length);
  frame.setUint32(4, crc32(body));
  const words = new Uint8Array(frame.buffer);
  return concat([words.subarray(0, 4), body, words.subarray(4)]);
}
