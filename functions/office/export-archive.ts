/** The export of one applicant (export-applicant.ts) as a ZIP archive. */
import { crc32 } from 'node:zlib';
import type { Applicant } from '../admin/store/applicants.ts';
import { listAllVersions } from '../admin/store/versions.ts';
import { DeskRefusal, type Operator } from './command.ts';
import { collectExport, exportText } from './export-applicant.ts';
import { nameOnDisk } from './save-files.ts';

const JSON_NAME = 'application.json';

/** Streams the archive. @throws DeskRefusal in the stream when a file is no longer stored */
export async function exportArchive(operator: Operator, applicant: Applicant): Promise<ReadableStream<Uint8Array>> {
  const { desk, t } = operator;
  const earlier = await listAllVersions(desk.env.DB, applicant.id);
  const rows = [...applicant.files, ...earlier.files];
  const names = new Map(rows.map((row, at) => [row.id, nameOnDisk(at + 1, row)]));
  const data = await collectExport(operator, applicant, earlier, names);
  const text = `${exportText(applicant, data, JSON_NAME).join('\n')}\n`;
  const encode = (content: string) => new TextEncoder().encode(content);
  async function* entries(): AsyncGenerator<Entry> {
    yield { name: 'application.txt', bytes: encode(text) };
    yield { name: JSON_NAME, bytes: encode(`${JSON.stringify(data, null, 2)}\n`) };
    // One at a time: together they may exceed the worker's memory.
    for (const { id, name } of rows) {
      const object = await desk.env.FILES.get(id);
      if (!object) throw new DeskRefusal(t('fileGone', { name }));
      yield { name: names.get(id) ?? id, bytes: new Uint8Array(await object.arrayBuffer()) };
    }
  }
  return streamOf(zipOf(entries()), (part) => part);
}

interface Entry {
  name: string;
  bytes: Uint8Array;
}

/** A stream of the encoded parts, each made when the reader wants it. */
export function streamOf<Part>(
  parts: AsyncGenerator<Part>,
  encode: (part: Part) => Uint8Array,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encode(value));
    },
  });
}

/** General purpose bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
/** 1 January 1980, the format's earliest date: entries carry no times. */
const DATE = 0x21;

/** Writes a ZIP archive (APPNOTE 6.3) without compression, since scans are compressed already. */
async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const about = [VERSION, FLAGS, 0, 0, DATE, crc32(bytes), bytes.length, bytes.length, path.length, 0];
    const local = Buffer.concat([packFields('42222244422', [0x04034b50, ...about]), path]);
    const rest = [0, 0, 0, 0, offset];
    directory.push(Buffer.concat([packFields('42222224442222244', [0x02014b50, VERSION, ...about, ...rest]), path]));
    yield local;
    yield bytes;
    offset += local.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  yield central;
  const counts = [directory.length, directory.length];
  yield packFields('42222442', [0x06054b50, 0, 0, ...counts, central.length, offset, 0]);
}

/** Packs little-endian numbers. @param sizes bytes of each number, one digit each */
function packFields(sizes: string, values: readonly number[]): Buffer {
  const buffer = Buffer.alloc([...sizes].reduce((sum, size) => sum + Number(size), 0));
  let at = 0;
  for (const [index, size] of [...sizes].entries()) at = buffer.writeUIntLE(values[index] ?? 0, at, Number(size));
  return buffer;
}
