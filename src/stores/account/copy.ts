/** The submitted application as one archive: record and messages as JSON, and each file. Loaded when the button is pressed. */
import { readMessages } from '../../domain/api/list-responses.ts';
import { paperTitle } from '../../domain/application/paper-titles.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import { readApplicationType } from '../../domain/application/types.ts';
import { type ZipEntry, zipOf } from '../../domain/files/zip.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { titledFileName } from '../../domain/input/file-names.ts';
import { fileNameOf, sniffFileType } from '../../domain/input/files.ts';
import { callEndpoint } from '../api/client.ts';
import { fileHref } from '../api/file-links.ts';
import { offers } from '../api/offers.ts';
import { ports } from '../browser/ports.ts';
import { loadWords, pageText } from '../page-text.ts';
import { closedFilesOf } from './closed-files.ts';
import { $record } from './record.ts';
import { $session, refreshRecord } from './session.ts';

/** Name of the list of files that the portal can't open, by field and name. */
const MISSING_LIST = 'files-not-included.txt';

/** Reads the record again, since links to files expire. @throws as {@link copyOf} */
export async function applicationArchive(locale: Locale): Promise<File> {
  await refreshRecord(locale);
  const record = $record.get();
  if (!record) throw new Error('no record');
  const { token } = $session.get();
  const copy = await copyOf(record, locale);
  // Messages requested now could belong to another applicant.
  if ($session.get().token !== token) throw new Error('another session');
  return new File([copy], `it-visa-${record.id}.zip`, { type: copy.type });
}

/** The archive. @throws when a file or the messages are not fetched, so that an incomplete archive is never saved */
export async function copyOf(record: ApplicantRecord, locale?: Locale): Promise<Blob> {
  // Without these texts, files have the names of their fields.
  const t = locale && (await formWordsOf(locale));
  const type = readApplicationType(record.application_type);
  const files: ZipEntry[] = [];
  const names: Record<string, string> = {};
  for (const { place, reference } of recordFilesOf(record)) {
    const href = fileHref(reference);
    if (!href) continue;
    const bytes = await fetched(href);
    // The stored name may have a path, characters that systems refuse, or another type's ending.
    const title = t ? paperTitle({ ...record }, place, type, t) : '';
    const prefix = title ? String(files.length + 1).padStart(2, '0') : place;
    const name = `files/${prefix}-${titledFileName(title, fileNameOf(reference), sniffFileType(bytes))}`;
    files.push({ name, bytes });
    names[place] = name;
  }
  const { file_links: _, file_facts: __, given: ___, lost_files: ____, ...content } = record;
  const messages = await listMessages();
  const missing = closedFilesOf(record).map(({ place, reference }) => `${place}: ${fileNameOf(reference)}\n`);
  const json = `${JSON.stringify({ ...content, ...messages, files: names }, null, 2)}\n`;
  const texts = [
    { name: 'application.json', bytes: new TextEncoder().encode(json) },
    ...(missing.length > 0 ? [{ name: MISSING_LIST, bytes: new TextEncoder().encode(missing.join('')) }] : []),
  ];
  const parts: BlobPart[] = [];
  for await (const part of zipOf([...texts, ...files], new Date(ports.now()))) parts.push(part);
  return new Blob(parts, { type: 'application/zip' });
}

const formWordsOf = (locale: Locale) =>
  loadWords([locale], ['forms']).then(
    () => pageText(locale, 'forms').find,
    () => null,
  );

/** Messages to the staff, oldest first, as in the desk's export, where they are offered. */
async function listMessages() {
  if (!offers.has('messages')) return {};
  const response = await callEndpoint('listMessages');
  const list = response.ok && readMessages(response.body);
  if (!list) throw new Error('messages not fetched');
  const messages = list.map(({ answer, ...message }) => ({
    ...message,
    answer: answer?.text ?? null,
    answered_at: answer?.answered_at ?? null,
  }));
  return { messages: messages.reverse() };
}

async function fetched(href: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await ports.fetch(href, { cache: 'no-store' }).catch(() => null);
  if (!response?.ok) throw new Error('file not fetched');
  return new Uint8Array(await response.arrayBuffer());
}
