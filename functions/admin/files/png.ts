/** PNG without metadata, picture data untouched (PNG third edition, §11). Only chunks that change how it looks stay. */
import { crc32 } from 'node:zlib';
import { ascii, concat, latin1, sameBytes } from './bytes.ts';
import { orientationOnly, readOrientation } from './exif.ts';

const SIGNATURE_BYTES = 8;
/** Ancillary chunks that a decoder needs for colour, size and animation; every critical chunk stays as well. */
const STAYS = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

/** @returns the same bytes when there is nothing to remove; null when it can't be read as a PNG */
export function stripPng(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const type = latin1(bytes.subarray(at + 4, at + 8));
    if (type === 'eXIf') {
      const orientation = readOrientation(bytes.subarray(at + 8, end - 4));
      if (orientation !== null) kept.push(chunk('eXIf', orientationOnly(orientation)));
    } else if (/^[A-Z]/.test(type) || STAYS.has(type)) kept.push(bytes.subarray(at, end));
    // Whatever follows the end is no part of the picture.
    if (type === 'IEND') {
      const stripped = concat(kept);
      return sameBytes(stripped, bytes) ? bytes : stripped;
    }
    at = end;
  }
  return null;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const body = concat([ascii(type), content]);
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, content.length);
  frame.setUint32(4, crc32(body));
  const words = new Uint8Array(frame.buffer);
  return concat([words.subarray(0, 4), body, words.subarray(4)]);
}
