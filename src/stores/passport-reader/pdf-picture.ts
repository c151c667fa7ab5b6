/** The photo in a PDF that contains nothing else, as scanners and phones make them. */

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

const PICTURE = /\/Subtype\s*\/Image\b/g;
/** The dictionary of a stream (ISO 32000-1, 7.3.8); it holds no stream itself. */
const DICTIONARY_END = /stream\r?\n/g;
const JPEG = ['/Filter/DCTDecode', '/Filter[/DCTDecode]'];

export const isPdf = (bytes: Uint8Array) => /^\s*%PDF-/.test(textOf(bytes.subarray(0, 64)));

/** @returns the embedded JPEG; null for several or other pictures. Streams are not nested: dictionaries are plain text */
export function pictureInPdf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const text = textOf(bytes);
  const [picture, more] = [...text.matchAll(PICTURE)];
  if (!picture || more) return null;
  const begins = text.lastIndexOf('obj', picture.index);
  DICTIONARY_END.lastIndex = picture.index;
  const stream = DICTIONARY_END.exec(text);
  if (begins < 0 || !stream) return null;
  const dictionary = text.slice(begins, stream.index).replace(/\s/g, '');
  if (!JPEG.some((filter) => dictionary.includes(filter))) return null;
  const from = stream.index + stream[0].length;
  const to = text.indexOf('endstream', from);
  return text.startsWith('\xff\xd8\xff', from) && to > from ? bytes.slice(from, to) : null;
}
