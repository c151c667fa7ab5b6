/** Searches and joins byte arrays in browser, Node and workerd. All searches take linear time. */

/** Returns one character for each byte. */
export function latin1(bytes: Uint8Array): string {
  const STEP = 8192;
  let text = '';
  // Spreading the whole array takes ten times as long.
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + STEP) as unknown as number[]);
  return text;
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A loop instead of `every`: for megabytes, a function call per byte takes several times as long.
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/** The pieces in one array: `bytes` itself, without a copy, where the pieces are all of it in order. */
export function joined(pieces: readonly Uint8Array[], bytes: Uint8Array): Uint8Array {
  let at = 0;
  for (const piece of pieces) {
    const isView = piece.buffer === bytes.buffer && piece.byteOffset === bytes.byteOffset + at;
    if (!isView && !sameBytes(piece, bytes.subarray(at, at + piece.length))) return concat(pieces);
    at += piece.length;
  }
  return at === bytes.length ? bytes : concat(pieces);
}

/** True when `text`, one byte a character, is at this offset. */
export function isAt(bytes: Uint8Array, text: string, offset: number): boolean {
  if (offset < 0 || offset + text.length > bytes.length) return false;
  for (let at = 0; at < text.length; at += 1) if (bytes[offset + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** The first `text` at or after `from`; -1 for none. */
export function findText(bytes: Uint8Array, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (isAt(bytes, text, at)) return at;
  return -1;
}

/** The last `text` starting at or before `from`; -1 for none. */
export function findLastText(bytes: Uint8Array, text: string, from = bytes.length - 1): number {
  const first = text.charCodeAt(0);
  for (let at = from < 0 ? -1 : bytes.lastIndexOf(first, from); at >= 0; ) {
    if (isAt(bytes, text, at)) return at;
    at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1);
  }
  return -1;
}
