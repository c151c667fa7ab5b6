/** A stored draft as one downloadable file: its answers and files. The stored value may have any shape. */
import { isPlainObject } from '../../domain/application/fit-form.ts';
import { safeFileName } from '../../domain/input/file-names.ts';
import { type DeviceStorage, indexedDbStorage } from '../device/storage.ts';
import { readBlob } from '../device/stored-entry.ts';
import { DRAFT_KEY } from './draft-record.ts';

/** Deeper values are left out; forms write none. */
const MAX_DEPTH = 6;
const MAX_ROWS = 5000;
/** Properties that are left out: secrets of links and accounts, and internal values. */
const PRIVATE = /password|^(?:secret|idempotencyKey|fingerprint|writer|version|refused|company|saved|stepStatus)$/i;

type Row = { path: string; value: string } | { path: string; name: string; blob: Blob };

export interface StoredAnswers {
  key: string;
  forms: readonly string[];
}

export const DRAFT_ANSWERS: StoredAnswers = { key: DRAFT_KEY, forms: ['step1Data', 'step2Data'] };

/** A stored draft's answers as a page. @returns null if the device holds no such draft @throws the device's error */
export async function answersFile(
  { key, forms }: StoredAnswers,
  words: { title: string; label: (path: string) => string; lang: string },
  storage: DeviceStorage = indexedDbStorage(),
): Promise<Blob | null> {
  const stored = await storage.get(key);
  if (stored === undefined || stored === null) return null;
  const found = isPlainObject(stored) ? forms.map((name) => stored[name]).filter(isPlainObject) : [];
  const rows = await rowsOf(storage, found.length > 0 ? found : [stored]);
  const blocks = await Promise.all(rows.map((row) => blockOf(row, words.label)));
  const head = `<!doctype html><html lang="${escaped(words.lang)}"><meta charset="utf-8">${POLICY}<title>${escaped(words.title)}</title><h1>${escaped(words.title)}</h1><dl>`;
  return new Blob([head, ...blocks.flat(), '</dl></html>'], { type: 'text/html' });
}

/** The answers are untrusted text: the file executes and loads nothing. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

async function rowsOf(storage: DeviceStorage, forms: readonly unknown[]): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (value: unknown, path: string, depth: number): Promise<void> => {
    if (rows.length >= MAX_ROWS || depth > MAX_DEPTH) return;
    if (isPlainObject(value) && typeof value.fileKey === 'string') {
      const blob = await readBlob(storage, value.fileKey);
      rows.push(blob ? { path, name: String(value.name), blob } : { path, value: String(value.name) });
    } else if (Array.isArray(value) || isPlainObject(value)) {
      for (const [name, inner] of Object.entries(value).slice(0, MAX_ROWS))
        if (!PRIVATE.test(name)) await add(inner, path ? `${path}.${name}` : name, depth + 1);
    } else if (['string', 'number', 'boolean'].includes(typeof value) && value !== '') {
      rows.push({ path, value: String(value) });
    }
  };
  for (const form of forms) await add(form, '', 0);
  return rows;
}

async function blockOf(row: Row, label: (path: string) => string): Promise<string[]> {
  const term = `<dt>${escaped(label(row.path))}</dt>`;
  if (!('blob' in row)) return [`${term}<dd>${escaped(row.value)}</dd>`];
  const name = escaped(row.name);
  return [
    `${term}<dd><a download="${escaped(safeFileName(row.name, null))}" href="data:application/octet-stream;base64,`,
    await base64(row.blob),
    `">${name}</a></dd>`,
  ];
}

/** Bytes in each call, since they are passed as arguments. */
const CHUNK = 0x6000;

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // The chunk is a multiple of three bytes, so that the base64 texts can be joined.
  for (let at = 0; at < bytes.length; at += CHUNK) text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return text;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
