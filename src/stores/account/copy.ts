/** Saves the submitted application as one archive: the record as JSON, and each file. Loaded when the button is pressed. */
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { fileHref } from '../api/file-links.ts';
import { ports } from '../browser/ports.ts';
import { $record } from './record.ts';
import { refreshRecord } from './session.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export class FileNotFetched extends Error {
  override name = 'FileNotFetched';
}

/** Reads the record again, since links to files expire, and saves it with its files. @throws FileNotFetched */
export async function downloadCopy(locale: Locale): Promise<void> {
  await refreshRecord(locale);
  const record = $record.get();
  if (record) saveCopy(await copyOf(record), `it-visa-${record.id}.zip`);
}

/** @throws FileNotFetched, so that an incomplete archive is never saved */
export async function copyOf(record: ApplicantRecord): Promise<Blob> {
  const files: ZipEntry[] = [];
  const names: Record<string, string> = {};
  for (const { place, reference } of recordFilesOf(record)) {
    const href = fileHref(reference);
    // On a host whose files can't be opened in the portal, the record's reference is all there is.
    if (!href) continue;
    const name = `files/${place}-${fileNameOf(reference)}`;
    files.push({ name, bytes: await fetched(href) });
    names[place] = name;
  }
  const { file_links: _, ...content } = record;
  const json = new TextEncoder().encode(`${JSON.stringify({ ...content, files: names }, null, 2)}\n`);
  const archive = zipOf([{ name: 'application.json', bytes: json }, ...files], new Date(ports.now()));
  return new Blob([archive], { type: 'application/zip' });
}

async function fetched(href: string): Promise<Uint8Array> {
  const response = await ports.fetch(href, { cache: 'no-store' }).catch(() => null);
  if (!response?.ok) throw new FileNotFetched();
  return new Uint8Array(await response.arrayBuffer());
}

/** The browser reads the URL a moment after the click. */
const KEEP_MS = 60_000;

function saveCopy(archive: Blob, name: string): void {
  const url = URL.createObjectURL(archive);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
