/** The archive is read back by its own records (PKWARE APPNOTE 6.3). */
import { expect, it } from 'vitest';
import { crc32 } from '../../../../src/domain/files/crc32.ts';
import { zipOf } from '../../../../src/domain/files/zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The entries in the central directory. */
function entriesOf(archive: Uint8Array<ArrayBuffer>): { name: string; text: string; sum: number }[] {
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const found: { name: string; text: string; sum: number }[] = [];
  let at = view.getUint32(end + 16, true);
  for (let nth = 0; nth < view.getUint16(end + 10, true); nth += 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const nameLength = view.getUint16(at + 28, true);
    const size = view.getUint32(at + 24, true);
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    const from = local + 30 + view.getUint16(local + 26, true);
    found.push({
      name: new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength)),
      text: new TextDecoder().decode(archive.subarray(from, from + size)),
      sum: view.getUint32(at + 16, true),
    });
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return found;
}

async function bytesOf(archive: ReturnType<typeof zipOf>) {
  const parts: BlobPart[] = [];
  for await (const part of archive) parts.push(part);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

it('an archive has each entry unchanged under its name in any script, with its checksum', async () => {
  const entries = [
    { name: 'application.json', bytes: bytes('{"name":"Анна"}') },
    { name: 'files/паспорт.pdf', bytes: bytes('%PDF-1.7') },
    { name: 'files/empty.png', bytes: bytes('') },
  ];
  const read = entriesOf(await bytesOf(zipOf(entries, new Date('2026-11-26T04:30:10Z'))));
  expect(read).toEqual(
    entries.map(({ name, bytes: content }) => ({ name, text: new TextDecoder().decode(content), sum: crc32(content) })),
  );
});

it('an archive without entries is empty', async () => {
  expect(entriesOf(await bytesOf(zipOf([], new Date(0))))).toEqual([]);
});
