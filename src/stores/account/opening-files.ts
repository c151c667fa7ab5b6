/**
 * Opening files that were sent. Their links are signed and short-lived, so one that was read a while ago is renewed before
 * it is followed: a click ends at the file, or at words about what to do.
 */
import { atom } from 'nanostores';
import { FIELDS, LISTS, type ListName } from '../../domain/application/fields.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { fileHref } from '../api/file-links.ts';
import type { ApiError } from '../api/request.ts';
import { ports } from '../browser/ports.ts';
import { $record, $recordReadAt } from './record.ts';
import { $recordLoad, refreshRecord } from './session.ts';

/** Far below a link's life; short, because a file may also have been replaced in another tab. */
const FRESH_MS = 60_000;

export interface FileOpening {
  /** The link that was followed. */
  href: string;
  name: string;
  /** `ready`: the browser wants another click for a new tab. `gone`: the application no longer has this file. */
  phase: 'renewing' | 'ready' | 'gone' | 'failed';
  error: ApiError | null;
}

/** The file that is being opened, as long as there is something to say about it. */
export const $fileOpening = atom<FileOpening | null>(null);

/** Where each link of this page's records belongs, older ones too: an open form still shows those it began with. */
const places = new Map<string, string>();
$record.subscribe((record) => {
  if (!record) places.clear();
  else for (const [place, href] of filesOf(record)) places.set(href, place);
});

/** True for a link that may be followed as it is. */
export function isFresh(href: string): boolean {
  const record = $record.get();
  const readAt = $recordReadAt.get();
  if (!record || readAt === null || ports.now() - readAt > FRESH_MS) return false;
  return [...filesOf(record).values()].includes(href);
}

/** Renews a link and follows it in a new tab. */
export async function openFile(href: string, locale: Locale): Promise<void> {
  const file = { href, name: fileNameOf(href), error: null };
  $fileOpening.set({ ...file, phase: 'renewing' });
  await refreshRecord(locale);
  const { error } = $recordLoad.get();
  if ($fileOpening.get()?.href !== href) return;
  const record = $record.get();
  if (error || !record) {
    $fileOpening.set({ ...file, phase: 'failed', error });
    return;
  }
  const renewed = filesOf(record).get(places.get(href) ?? '');
  if (renewed === undefined || fileNameOf(renewed) !== file.name) $fileOpening.set({ ...file, phase: 'gone' });
  else if (ports.openTab(renewed)) $fileOpening.set(null);
  else $fileOpening.set({ ...file, href: renewed, phase: 'ready' });
}

/** There is nothing more to say about a file. */
export function closeOpening(): void {
  $fileOpening.set(null);
}

/** The links of a record by the place of their field. */
function filesOf(record: ApplicantRecord): Map<string, string> {
  const files = new Map<string, string>();
  const note = (place: string, path: unknown) => {
    const href = typeof path === 'string' ? fileHref(path) : null;
    if (href) files.set(place, href);
  };
  // Whatever its type: names are the same in all types.
  for (const [name, { kind }] of Object.entries(FIELDS)) {
    if (kind === 'file' || kind === 'photo') note(name, record[name]);
    const items = name in LISTS && Array.isArray(record[name]) ? (record[name] as unknown[]) : [];
    for (const [index, item] of items.entries()) {
      const values = (typeof item === 'object' ? item : null) as Record<string, unknown> | null;
      for (const [part, { kind: partKind }] of Object.entries(LISTS[name as ListName].item)) {
        if (partKind === 'file') note(`${name}.${index}.${part}`, values?.[part]);
      }
    }
  }
  return files;
}
