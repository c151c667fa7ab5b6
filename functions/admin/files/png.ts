/** PNG without metadata, picture data untouched (PNG third edition, §5 and §11). Only chunks that change how it looks stay. */
import { crc32 } from 'node:zlib';
import {
  ascii,
  concat,
  isShowable,
  latin1,
  MAX_PIECES,
  orientationOnly,
  readOrientation,
  sameBytes,
} from './picture.ts';

const SIGNATURE_BYTES = 8;
/** A chunk's length, type and check sum. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;
/** Without these there is no picture; a decoder stops at any other critical chunk, and so do we. */
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/**
 * Chunks that a decoder needs for colour and size, with their greatest lengths (§11.3): more is something else, and so is a
 * second one (§5.6). An animated PNG stays as its still picture.
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

/** @returns the same bytes when there is nothing to remove; null when it can't be read as a PNG */
export function sanitizePng(bytes: Uint8Array): Uint8Array | null {
  const chunks = readChunks(bytes);
  if (!chunks || !isPicture(chunks)) return null;
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

/** All chunks up to the end, which is the first IEND; null when the file breaks off before, or has too many. */
function readChunks(bytes: Uint8Array): Chunk[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length && chunks.length < MAX_PIECES; ) {
    const end = at + FRAME_BYTES + view.getUint32(at);
    if (end > bytes.length) return null;
    const type = latin1(bytes.subarray(at + 4, at + 8));
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return null;
}

function isPicture(chunks: readonly Chunk[]): boolean {
  const of = (wanted: string) => chunks.filter(({ type }) => type === wanted);
  const [header] = chunks;
  const palettes = of('PLTE');
  return (
    header?.type === 'IHDR' &&
    of('IHDR').length === 1 &&
    isHeader(header.content) &&
    palettes.length <= 1 &&
    palettes.every(({ content }) => content.length <= MAX_PALETTE_BYTES && content.length % 3 === 0) &&
    of('IDAT').some(({ content }) => content.length > 0) &&
    of('IEND').every(({ content }) => content.length === 0) &&
    chunks.every((one) => (CRITICAL.has(one.type) ? isUndamaged(one) : /^[a-z][A-Za-z]{3}$/.test(one.type)))
  );
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
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = content.subarray(8);
  return (
    isShowable(view.getUint32(0), view.getUint32(4)) &&
    DEPTHS[colour]?.includes(depth) === true &&
    compression === 0 &&
    filter === 0 &&
    interlace <= 1
  );
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const body = concat([ascii(type), content]);
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, content.length);
  frame.setUint32(4, crc32(body));
  const words = new Uint8Array(frame.buffer);
  return concat([words.subarray(0, 4), body, words.subarray(4)]);
}
