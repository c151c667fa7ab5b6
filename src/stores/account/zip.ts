/** A ZIP archive of stored entries (PKWARE APPNOTE 6.3, uncompressed): scans and photos are already compressed. */
import { crc32 } from '../../domain/files/crc32.ts';

export interface ZipEntry {
  /** Path in the archive, with `/`. */
  name: string;
  bytes: Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
/** Names are UTF-8. */
const UTF8_NAMES = 1 << 11;
/** Version 2.0. */
const VERSION = 20;

/** @param at time of each entry, in UTC */
export function zipOf(entries: readonly ZipEntry[], at: Date): Uint8Array<ArrayBuffer> {
  const files = entries.map(({ name, bytes }) => ({ name: new TextEncoder().encode(name), bytes, sum: crc32(bytes) }));
  const size = files.reduce(
    (sum, { name, bytes }) => sum + LOCAL_SIZE + CENTRAL_SIZE + 2 * name.length + bytes.length,
    END_SIZE,
  );
  const archive = new Uint8Array(size);
  const view = new DataView(archive.buffer);
  const places: number[] = [];
  let end = 0;
  const put = (bytes: Uint8Array) => {
    archive.set(bytes, end);
    end += bytes.length;
  };
  for (const { name, bytes, sum } of files) {
    places.push(end);
    view.setUint32(end, LOCAL_HEADER, true);
    writeCommon(view, end + 4, { at, sum, size: bytes.length, nameLength: name.length });
    end += LOCAL_SIZE;
    put(name);
    put(bytes);
  }
  const directory = end;
  for (const [index, { name, bytes, sum }] of files.entries()) {
    view.setUint32(end, CENTRAL_HEADER, true);
    view.setUint16(end + 4, VERSION, true);
    writeCommon(view, end + 6, { at, sum, size: bytes.length, nameLength: name.length });
    view.setUint32(end + 42, places[index] ?? 0, true);
    end += CENTRAL_SIZE;
    put(name);
  }
  view.setUint32(end, END_OF_DIRECTORY, true);
  view.setUint16(end + 8, files.length, true);
  view.setUint16(end + 10, files.length, true);
  view.setUint32(end + 12, end - directory, true);
  view.setUint32(end + 16, directory, true);
  return archive;
}

interface Common {
  at: Date;
  sum: number;
  size: number;
  nameLength: number;
}

/** The fields that local and central headers share, from "version needed to extract" on. */
function writeCommon(view: DataView, from: number, { at, sum, size, nameLength }: Common): void {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  view.setUint16(from, VERSION, true);
  view.setUint16(from + 2, UTF8_NAMES, true);
  view.setUint16(from + 6, time, true);
  view.setUint16(from + 8, date, true);
  view.setUint32(from + 10, sum, true);
  view.setUint32(from + 14, size, true);
  view.setUint32(from + 18, size, true);
  view.setUint16(from + 22, nameLength, true);
}
