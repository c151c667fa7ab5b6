/**
 * The applicant's record as this tab knows it. It lives in session storage, never in local storage, and only as long as
 * the session it was read in: another sign-in makes it nobody's.
 */
import { atom, computed } from 'nanostores';
import { RECORD_KEY } from '../../domain/account/session.ts';
import { type ApplicantRecord, readRecord } from '../../domain/application/record.ts';
import { STAGES } from '../../domain/application/stages.ts';
import { currentStatus, isStatus, type StatusEntry } from '../../domain/application/status.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { sessionMark } from '../api/token.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';

export const $record = atom<ApplicantRecord | null>(null);

/** The session in which {@link $record} was told. */
let session: string | null = null;

/** When the host last told the record, in milliseconds since the epoch; null before it did on this page. */
export const $recordReadAt = atom<number | null>(null);

/** When this page last saved changes of it; null when it did not. */
export const $savedAt = atom<number | null>(null);

/** True when changes could not be sent any more, since the application had gone on meanwhile. */
export const $tooLate = atom(false);

/** What menu and header show (specification §3, "Client state"). */
export interface Profile {
  id: string;
  name: string;
  surname: string;
  email: string;
  /** Path of the photo on the host; null without one. */
  personalPhoto: string | null;
}

/** Link of the photo, see {@link keepPhotoLink}. */
const $photo = atom<string | null>(null);

/**
 * A host signs its links anew at each answer. As long as the application is the same edition, the link that was told first
 * stays, so that its picture is not fetched again.
 */
function keepPhotoLink(before: ApplicantRecord | null, record: ApplicantRecord | null): void {
  const edition = (of: ApplicantRecord | null) =>
    of?.file5 && of.version !== undefined ? `${of.id} ${of.version} ${fileNameOf(of.file5)}` : null;
  const same = edition(record) !== null && edition(record) === edition(before);
  if (!same) $photo.set(record?.file5 || null);
}

/** Takes the newest link of the photo instead of one that does not work any more. */
export function renewPhotoLink(broken: string): void {
  if ($photo.get() === broken) $photo.set($record.get()?.file5 || null);
}

export const $profile = computed([$record, $photo], (record, photo): Profile | null => {
  if (!record) return null;
  const { id } = record;
  const [name, surname, email] = [record.name ?? '', record.surname ?? '', record.email ?? ''];
  return { id, name, surname, email, personalPhoto: photo };
});

export const $applicationType = computed($record, (record): ApplicationType | null =>
  readApplicationType(record?.application_type),
);

export const $statusHistory = computed($record, (record): StatusEntry[] =>
  (record?.application_status_history ?? []).map((entry) => ({ ...entry, note: entry.note ?? '' })),
);

/** The status of the history's last entry (specification §4). */
export const $progress = computed($statusHistory, (history) => currentStatus(history)?.status_type ?? null);

/** True while the applicant may change the application (`STAGES`); never in a status, or of a type, that the portal does not know. */
export const $editable = computed(
  [$progress, $applicationType],
  (status, type) => type !== null && status !== null && isStatus(status) && STAGES[status].editable,
);

/** Takes over a record that the host has just told, after a sign-in, a refresh or an update. */
export function takeRecord(record: ApplicantRecord): void {
  keepPhotoLink($record.get(), record);
  $record.set(record);
  $recordReadAt.set(ports.now());
  session = sessionMark();
  // The session first: the script in every head reads no further (layouts/head-scripts.ts).
  writeTab(RECORD_KEY, { session, record });
}

/** Finds the record that this tab kept over a reload, and forgets one of another session. */
export function recallRecord(): void {
  const mark = sessionMark();
  if ($record.get()) {
    // Nobody watches the session while a page that shows no account stands in its place.
    if (session !== mark) forgetRecord();
    return;
  }
  const kept = readTab(RECORD_KEY) as { session?: unknown; record?: unknown } | null;
  const record = kept && mark !== null && kept.session === mark ? readRecord(kept.record) : null;
  if (record) {
    session = mark;
    keepPhotoLink(null, record);
    $record.set(record);
  } else writeTab(RECORD_KEY, null);
}

/** Forgets the applicant. */
export function forgetRecord(): void {
  keepPhotoLink(null, null);
  $record.set(null);
  $recordReadAt.set(null);
  $savedAt.set(null);
  $tooLate.set(false);
  writeTab(RECORD_KEY, null);
}
