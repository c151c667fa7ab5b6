/** A ZIP archive of stored entries (PKWARE APPNOTE 6.3, uncompressed): scans and photos are already compressed. */
import { crc32 } from './crc32.ts';

/** The browser, Node and workerd have it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

export interface ZipEntry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const VERSION = 20;
/** Marks names as UTF-8. */
const FLAGS = 1 << 11;
const STORED = 0;

/** The archive in pieces, each made when the reader asks for it. @param at time of each entry, in UTC, from 1980 on */
export async function* zipOf(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    const { length } = bytes;
    const about = [VERSION, FLAGS, STORED, time, date, crc32(bytes), length, length, path.length, 0];
    const header = packFields('42222244422', [0x04034b50, ...about]);
    directory.push(packFields('42222224442222244', [0x02014b50, VERSION, ...about, 0, 0, 0, 0, offset]), path);
    offset += header.length + path.length + length;
    yield header;
    yield path;
    yield bytes;
  }
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length / 2;
  yield packFields('42222442', [0x06054b50, 0, 0, count, count, size, offset, 0]);
}

/** Packs little-endian numbers. @param sizes bytes of each number, one digit each */
function packFields(sizes: string, values: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = [...sizes].flatMap((size, index) =>
    Array.from({ length: Number(size) }, (_, at) => ((values[index] ?? 0) >>> (8 * at)) & 0xff),
  );
  return Uint8Array.from(bytes);
}
