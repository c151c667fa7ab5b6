/** The applicant's record in this tab: in session storage, for the session in which it was read. */
import { atom, computed } from 'nanostores';
import { RECORD_KEY } from '../../domain/account/session.ts';
import { isPathSegment } from '../../domain/api/endpoints.ts';
import { isJsonObject } from '../../domain/api/json.ts';
import { FIELDS } from '../../domain/application/fields.ts';
import { type ApplicantRecord, readRecord } from '../../domain/application/record.ts';
import { currentStatus, mayChange, type StatusEntry } from '../../domain/application/status.ts';
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { APPLICANT_PHOTO } from '../../domain/application/wire-names.ts';
import { fileNameOf } from '../../domain/input/files.ts';
import { kindOf } from '../../domain/kinds/index.ts';
import { setFileLinks } from '../api/file-links.ts';
import { sessionId } from '../api/session-token.ts';
import { ports } from '../browser/ports.ts';
import { readTab, writeTab } from '../browser/storage.ts';

export const $record = atom<ApplicantRecord | null>(null);
// Registered before any other listener, so that the links are set when the record is rendered.
$record.subscribe((record) => setFileLinks(record?.file_links ?? null));

let session: string | null = null;

/** When the host returned the record, in milliseconds since the epoch; may be before this page was opened. */
export const $recordReadAt = atom<number | null>(null);

/** True once the host returned the record on this page. */
export const $fetchedHere = atom(false);

export const $changesSentAt = atom<number | null>(null);

/** True when changes came too late: the status no longer allows them. */
export const $changesTooLate = atom(false);

/** What menu and header show (requirements: profile-summary). */
export interface Profile {
  id: string;
  name: string;
  surname: string;
  email: string;
  personalPhoto: string | null;
}

const $photo = atom<string | null>(null);

/** Keeps the first link of a photo: links are signed again for each response, and the picture would be fetched again. */
function keepPhotoLink(before: ApplicantRecord | null, record: ApplicantRecord | null): void {
  const edition = (of: ApplicantRecord | null) =>
    of?.[APPLICANT_PHOTO] && of.version !== undefined
      ? `${of.id} ${of.version} ${fileNameOf(of[APPLICANT_PHOTO])}`
      : null;
  const same = edition(record) !== null && edition(record) === edition(before);
  if (!same) $photo.set(record?.[APPLICANT_PHOTO] || null);
}

/** Replaces an expired photo link by the newest one. */
export function renewPhotoLink(broken: string): void {
  if ($photo.get() === broken) $photo.set($record.get()?.[APPLICANT_PHOTO] || null);
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

const NO_HISTORY: StatusEntry[] = [];

export const $statusHistory = computed($record, (record) => record?.application_status_history ?? NO_HISTORY);

export const $currentStatus = computed($statusHistory, (history) => currentStatus(history)?.status_type ?? null);

/** True while the applicant may change the application (`mayChange`) and its type and number are known. */
export const $editable = computed(
  [$record, $statusHistory, $applicationType],
  (record, history, type) => type !== null && isPathSegment(record?.id ?? '') && mayChange(currentStatus(history)),
);

export function setRecord(record: ApplicantRecord): void {
  keepPhotoLink($record.get(), record);
  const readAt = ports.now();
  $record.set(record);
  $recordReadAt.set(readAt);
  $fetchedHere.set(true);
  session = sessionId();
  // The session is written first, since the script in every page's head reads no further (layouts/inline/head.ts).
  writeTab(RECORD_KEY, { session, readAt, record });
}

const isText = (value: unknown) => typeof value === 'string';
const isTextMap = (value: unknown) => isJsonObject(value) && Object.values(value).every(isText);
const isListOfTextMaps = (value: unknown) => Array.isArray(value) && value.every(isTextMap);

/** False for a record that pages cannot show: an older version of the portal wrote it, or an extension changed it. */
function hasRecordShape(record: ApplicantRecord): boolean {
  const { application_status_history: history = [], visa, file_links = {}, given = {} } = record;
  const isEntry = (entry: unknown) =>
    isJsonObject(entry) && isText(entry.status_type) && (entry.note === undefined || isText(entry.note));
  const hasEntries = Array.isArray(history) && history.every(isEntry);
  const hasAnswers = Object.entries(FIELDS).every(([name, field]) => {
    const answer: unknown = Reflect.get(record, name);
    if (answer === undefined) return true;
    const { shape } = kindOf(field);
    if (shape === 'list') return isListOfTextMaps(answer);
    return shape === 'address' ? isTextMap(answer) : isText(answer);
  });
  return hasEntries && hasAnswers && (!visa || isTextMap(visa)) && isTextMap(file_links) && isTextMap(given);
}

/** Restores the tab's record after a reload; deletes the record of another session, or of another shape. */
export function restoreRecord(): void {
  const currentSession = sessionId();
  if ($record.get()) {
    // Pages outside the account do not watch the session.
    if (session !== currentSession) clearRecord();
    return;
  }
  const stored = readTab(RECORD_KEY) as { session?: unknown; readAt?: unknown; record?: unknown } | null;
  const record =
    stored && currentSession !== null && stored.session === currentSession ? readRecord(stored.record) : null;
  if (record && hasRecordShape(record)) {
    session = currentSession;
    keepPhotoLink(null, record);
    $record.set(record);
    $recordReadAt.set(typeof stored?.readAt === 'number' ? stored.readAt : null);
  } else writeTab(RECORD_KEY, null);
}

export function clearRecord(): void {
  keepPhotoLink(null, null);
  $record.set(null);
  $recordReadAt.set(null);
  $fetchedHere.set(false);
  $changesSentAt.set(null);
  $changesTooLate.set(false);
  writeTab(RECORD_KEY, null);
}
