/** PNG without metadata, picture data untouched (PNG third edition, §5 and §11). Only chunks that change how it looks stay. */
import { ascii, concat, latin1, sameBytes } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { MAX_PIECES, orientationOnly, readOrientation, sizeProblem } from './picture.ts';
import type { FileProblem, Sanitized } from './problem.ts';

const SIGNATURE_BYTES = 8;
/** A chunk's length, type and check sum. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;
const CONTROL_BYTES = 8;
/** Of a chunk's content (§5.3). */
const MAX_LENGTH = 0x7fff_ffff;
/** Without these there is no picture; a decoder stops at any other critical chunk, and so do we. */
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/**
 * Chunks that a decoder needs for colour and size, with their greatest lengths (§11.3): more is something else, and so is a
 * second one (§5.6). An animated PNG stays as its first frame.
 */
const STAYS = new Map(
  Object.entries({
    ...{ tRNS: 256, cHRM: 32, gAMA: 4, iCCP: Number.POSITIVE_INFINITY, sBIT: 4, sRGB: 1, cICP: 4, mDCV: 24, mDCv: 24 },
    ...{ cLLI: 8, cLLi: 8, bKGD: 6, hIST: 512, pHYs: 9 },
  }),
);
const MAX_PALETTE_BYTES = 3 * 256;

interface Chunk {
  type: string;
  content: Uint8Array;
  /** Frame and content. */
  whole: Uint8Array;
}

/** @returns the same bytes when there is nothing to remove */
export function sanitizePng(bytes: Uint8Array): Sanitized {
  const chunks = readChunks(bytes);
  if (typeof chunks === 'string') return chunks;
  const problem = pictureProblem(chunks);
  if (problem) return problem;
  const seen = new Set<string>();
  const kept = chunks.flatMap(({ type, content, whole }) => {
    if (CRITICAL.has(type)) return [whole];
    if (seen.has(type)) return [];
    seen.add(type);
    if (content.length <= (STAYS.get(type) ?? -1)) return [whole];
    const orientation = type === 'eXIf' ? readOrientation(content) : null;
    return orientation === null ? [] : [chunk('eXIf', orientationOnly(orientation))];
  });
  const picture = concat([bytes.subarray(0, SIGNATURE_BYTES), ...kept]);
  return sameBytes(picture, bytes) ? bytes : picture;
}

/** All chunks up to the end, which is the first IEND; why the file is refused where it breaks off before, or has too many. */
function readChunks(bytes: Uint8Array): Chunk[] | FileProblem {
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

/** Why no picture can be read from these chunks; null where one can. */
function pictureProblem(chunks: readonly Chunk[]): FileProblem | null {
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
  return sizeProblem(size.getUint32(0), size.getUint32(4)) ?? (hasAnotherFace(chunks) ? 'file_animated' : null);
}

/**
 * True for an animation whose first frame is not the picture in IDAT (PNG third edition, §4.9): browsers show the one, what is
 * stored would be the other. Where IDAT is the first frame, it is what stays.
 */
function hasAnotherFace(chunks: readonly Chunk[]): boolean {
  const before = chunks.slice(
    0,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  );
  const control = before.find(({ type }) => type === 'acTL');
  if (control?.content.length !== CONTROL_BYTES || !isUndamaged(control)) return false;
  return !before.some(({ type }) => type === 'fcTL') && chunks.some(({ type }) => type === 'fdAT');
}

/** True when the check sum behind the content is of type and content; decoders stop at any other. */
function isUndamaged({ whole }: Chunk): boolean {
  const sum = new DataView(whole.buffer, whole.byteOffset).getUint32(whole.length - 4);
  return crc32(whole.subarray(4, -4)) === sum;
}

/** Bit depths of each colour type (PNG third edition, §11.2.1). */
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

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function chunk(type: string, content: Uint8Array): Uint8Array {
  const body = concat([ascii(type), content]);
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, content.length);
  frame.setUint32(4, crc32(body));
  const words = new Uint8Array(frame.buffer);
  return concat([words.subarray(0, 4), body, words.subarray(4)]);
}
