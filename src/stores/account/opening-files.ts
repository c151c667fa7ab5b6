/** Opens uploaded files. Their signed links expire, so an older one is renewed before it is followed. */
import { atom } from 'nanostores';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { recordFilesOf } from '../../domain/application/record-files.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { fileHref } from '../api/file-links.ts';
import type { CallRefusal } from '../api/request.ts';
import { isInApp } from '../browser/link-key.ts';
import { ports } from '../browser/ports.ts';
import { $record, $recordReadAt } from './record.ts';
import { $recordLoad, canReadRecord, refreshRecord } from './session.ts';

/** Links count as fresh for far less than their lifetime, since another tab may have replaced the file. */
const FRESH_MS = 60_000;

interface OpeningFile {
  href: string;
  name: string;
  /** `ready`: the browser requires another click. `gone`: the application no longer contains this file. */
  phase: 'renewing' | 'ready' | 'gone' | 'failed';
  refusal: CallRefusal | null;
}

/** The file being opened, while there is something to show about it. */
const $state = atom<OpeningFile | null>(null);

/** The field of each link, also of older ones: an open form still shows the links that it was opened with. */
const places = new Map<string, string>();
$record.subscribe((record) => {
  if (!record) {
    places.clear();
    $state.set(null);
  } else for (const [place, href] of hrefsOf(record)) places.set(href, place);
});

/** Each file's URL in the portal by its path in the record, without files that can't be opened. */
function hrefsOf(record: ApplicantRecord): Map<string, string> {
  return new Map(
    recordFilesOf(record).flatMap(({ place, reference }) => {
      const href = fileHref(reference);
      return href ? [[place, href] as const] : [];
    }),
  );
}

export const openingFile = {
  $state,
  /** True for a link that needs no renewal, or can't be renewed. */
  isLinkFresh(href: string): boolean {
    const record = $record.get();
    const readAt = $recordReadAt.get();
    if (!record || readAt === null) return false;
    if (ports.now() - readAt > FRESH_MS && canReadRecord()) return false;
    return [...hrefsOf(record).values()].includes(href);
  },
  async open(href: string, locale: Locale): Promise<void> {
    const file = { href, name: fileNameOf(href), refusal: null };
    $state.set({ ...file, phase: 'renewing' });
    await refreshRecord(locale);
    const { refusal } = $recordLoad.get();
    if ($state.get()?.href !== href) return;
    const record = $record.get();
    if (refusal || !record) {
      $state.set({ ...file, phase: 'failed', refusal });
      return;
    }
    const renewed = hrefsOf(record).get(places.get(href) ?? '');
    if (renewed === undefined || fileNameOf(renewed) !== file.name) $state.set({ ...file, phase: 'gone' });
    else if (!isInApp() && ports.openTab(renewed)) $state.set(null);
    else $state.set({ ...file, href: renewed, phase: 'ready' });
  },
  /** Fetches the file of a fresh link. Null if that fails; the page then shows it. */
  async fetchFile(href: string): Promise<File | null> {
    const name = fileNameOf(href);
    const response = await ports.fetch(href, { cache: 'no-store' }).catch(() => null);
    const content = response?.ok ? await response.blob().catch(() => null) : null;
    $state.set(content ? null : { href, name, refusal: null, phase: 'failed' });
    return content && new File([content], name, { type: content.type });
  },
  close(): void {
    $state.set(null);
  },
};
