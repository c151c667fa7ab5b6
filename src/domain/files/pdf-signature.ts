/** The part of a PDF that its signatures cover (ISO 32000-1, section 12.8). */
import { findLastText, isAt, latin1 } from './bytes.ts';

/** Longest `ByteRange` array, bytes. */
const MAX_RANGE_BYTES = 400;
/** How many ranges are read, from the last on: each signature covers those before it. */
const MAX_RANGES = 100;
/** Longest signature, bytes; one with certificates and time stamps has 100 KB. */
const MAX_SIGNATURE_BYTES = 1024 * 1024;
const RANGE = /^[\0\s]*\[([\0\s\d]*)\]/;

/**
 * Where the signed bytes end; 0 without a signature. A range counts when it starts at the document's first byte, ends in the
 * file, and excludes only the hexadecimal signature.
 * @param base of the offsets
 */
export function signedEnd(bytes: Uint8Array, base = 0): number {
  let end = 0;
  let at = findLastText(bytes, '/ByteRange');
  for (let count = 0; at >= 0 && count < MAX_RANGES; count += 1, at = findLastText(bytes, '/ByteRange', at - 1)) {
    const from = at + '/ByteRange'.length;
    const [, list] = RANGE.exec(latin1(bytes.subarray(from, from + MAX_RANGE_BYTES))) ?? [];
    const [start, length, next, more, ...others] = (list?.match(/\d+/g) ?? []).map(Number);
    if (start !== 0 || length === undefined || next === undefined || more === undefined || others.length > 0) continue;
    const covered = base + next + more;
    if (more > 0 && covered <= bytes.length && covered > end && isSignature(bytes, base + length, base + next))
      end = covered;
  }
  return end;
}

/** True for a hexadecimal string between two offsets; some writers sign its brackets as well. */
function isSignature(bytes: Uint8Array, from: number, to: number): boolean {
  const start = isAt(bytes, '<', from) ? from + 1 : from;
  const end = start > from ? to - 1 : to;
  if (start > end || end - start > MAX_SIGNATURE_BYTES || !isAt(bytes, '<', start - 1) || !isAt(bytes, '>', end))
    return false;
  for (let at = start; at < end; at += 1) if (!isHexadecimal(bytes[at] ?? 0)) return false;
  return true;
}

/** Digits, and white space between them (7.3.4.3). */
function isHexadecimal(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66) || byte <= 0x20;
}
