/**
 * Checks a file from its first byte to its last, and keeps the document or picture alone: not where and when a photo was
 * taken, by which device, with which thumbnail, and nothing behind its end. Nothing is encoded anew, and a file with nothing
 * else in it stays as it is, byte for byte. What is inside a PDF is not looked at: it may hold scripts, forms, links and files
 * of its own, which is why it is only ever served as a download.
 */
import type { FileType } from '../../../src/domain/input/files.ts';
import { sanitizeJpeg } from './jpeg.ts';
import { sanitizePng } from './png.ts';
import { sanitizeWebp } from './webp.ts';

const SANITIZERS: Record<FileType, (bytes: Uint8Array) => Uint8Array | null> = {
  'application/pdf': sanitizePdf,
  'image/jpeg': sanitizeJpeg,
  'image/png': sanitizePng,
  'image/webp': sanitizeWebp,
};

/** @returns what may be stored; null for a file that only begins like its type, breaks off, moves, or is too large to show */
export function sanitizeFile(type: FileType, bytes: Uint8Array): Uint8Array | null {
  return SANITIZERS[type](bytes);
}

const END = Buffer.from('%%EOF');
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** @returns the bytes up to the last line "%%EOF" (ISO 32000-1, 7.5.5), without what was appended; null without such a line */
export function sanitizePdf(bytes: Uint8Array): Uint8Array | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let mark = content.lastIndexOf(END);
  while (mark > 0 && !isWhiteSpace(content[mark - 1])) mark = content.lastIndexOf(END, mark - 1);
  if (mark <= 0) return null;
  let end = mark + END.length;
  if (content[end] === CARRIAGE_RETURN) end += 1;
  if (content[end] === LINE_FEED) end += 1;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}

/** White space of ISO 32000-1, 7.2.2. */
function isWhiteSpace(byte: number | undefined): boolean {
  return byte !== undefined && [0, 0x09, LINE_FEED, 0x0c, CARRIAGE_RETURN, 0x20].includes(byte);
}
