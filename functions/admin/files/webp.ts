/** WebP without metadata, picture data untouched (WebP container specification). */
import { ascii, concat, latin1 } from './bytes.ts';
import { orientationOnly, readOrientation } from './exif.ts';

const HEADER_BYTES = 12;
const STAYS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Bits of the first byte of VP8X. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** @returns the same bytes when there is nothing to remove; null when it can't be read as a WebP */
export function stripWebp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 8 + view.getUint32(4, true);
  if (bytes.length < HEADER_BYTES || end > bytes.length) return null;
  const kept: { type: string; bytes: Uint8Array }[] = [];
  let orientation: number | null = null;
  let dropped = end < bytes.length;
  for (let at = HEADER_BYTES; at + 8 <= end; ) {
    const size = view.getUint32(at + 4, true);
    const next = at + 8 + size + (size % 2);
    // Some writers leave the last padding byte out.
    if (at + 8 + size > end) return null;
    const type = latin1(bytes.subarray(at, at + 4));
    if (type === 'EXIF') orientation ??= readOrientation(bytes.subarray(at + 8, at + 8 + size));
    if (STAYS.has(type)) kept.push({ type, bytes: bytes.subarray(at, Math.min(next, end)) });
    else dropped = true;
    at = next;
  }
  if (kept.length === 0) return null;
  if (!dropped) return bytes;
  // Only the extended format has a place for EXIF.
  const turned = orientation !== null && kept.some(({ type }) => type === 'VP8X') ? orientation : null;
  if (turned !== null) kept.push({ type: 'EXIF', bytes: chunk('EXIF', orientationOnly(turned)) });
  return assemble(kept, turned !== null);
}

function assemble(chunks: readonly { type: string; bytes: Uint8Array }[], hasExif: boolean): Uint8Array {
  const body = concat(
    chunks.map((piece) => {
      const padded = piece.bytes.length % 2 === 0 ? piece.bytes : concat([piece.bytes, Uint8Array.of(0)]);
      if (piece.type !== 'VP8X') return padded;
      const copy = padded.slice();
      copy[8] = ((copy[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (hasExif ? HAS_EXIF : 0);
      return copy;
    }),
  );
  const header = new Uint8Array(HEADER_BYTES);
  header.set(ascii('RIFF....WEBP'));
  new DataView(header.buffer).setUint32(4, body.length + 4, true);
  return concat([header, body]);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const head = new Uint8Array(8);
  head.set(ascii(type));
  new DataView(head.buffer).setUint32(4, content.length, true);
  return concat([head, content]);
}
