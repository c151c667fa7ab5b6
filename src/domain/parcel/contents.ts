/**
 * The index of a parcel, which only devices with the link can read. {@link readIndex} checks it, since anyone with the link may
 * have written it.
 */
import { isJsonObject } from '../api/json.ts';
import { PARCEL_ID, type ParcelKind } from '../api/parcels.ts';
import { FIELDS, PARTS, type Part } from '../application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../application/types.ts';
import { isInstant } from '../input/date.ts';
import { shownFileName } from '../input/files.ts';
import { cleanName } from '../input/name.ts';
import { MAX_ITEMS } from '../kinds/index.ts';

/** A file in a parcel. */
export interface PackedFile {
  /** Form path, or {@link ANSWERS_PATH}. */
  path: string;
  name: string;
  /** Media type; null for an unknown one. */
  type: string | null;
  size: number;
  /** The host's id of its blob: random for each upload, so that the host cannot replace it by another. */
  id: string;
}

/** Path of the answers, which are JSON. */
export const ANSWERS_PATH = 'answers';

/** The id of the answers' blob, new each time they are sent; null for an index without answers. */
export const answersIdOf = ({ files }: { files: readonly PackedFile[] }): string | null =>
  files.find(({ path }) => path === ANSWERS_PATH)?.id ?? null;

/** The states of a parcel in use: made, then answered with the phone's file or the company's answers. */
const STATES = ['made', 'answered'] as const;
/** How a parcel ended. `taken`: the content has arrived. `cancelled`: by either side. The first end counts. */
const ENDS = ['taken', 'cancelled'] as const;
export type LinkEnd = (typeof ENDS)[number];

/** The index of a parcel that has ended: only this is left. */
export interface EndedIndex {
  state: 'ended';
  end: LinkEnd;
  /** Ids of the blobs that are to be deleted. */
  blobs: string[];
}

interface LiveIndex {
  state: (typeof STATES)[number];
  files: PackedFile[];
}

/** A draft sent to another device. */
export interface DraftIndex extends LiveIndex {
  kind: 'draft';
  type: ApplicationType | null;
  /** Numbers of finished, started, and all parts. */
  done: number;
  started: number;
  parts: number;
  /** When the draft was saved; ISO 8601, UTC, by the sender's clock. */
  savedAt: string | null;
}

/** A file sent from a phone into a field. */
export interface PhotoIndex extends LiveIndex {
  kind: 'photo';
  path: string;
  type: ApplicationType | null;
  /** The issue for which the field refused the file. */
  issue: string | null;
}

/** Parts that a company fills in: the applicant's answers and files until it is answered, then the company's. */
export interface CompanyIndex extends LiveIndex {
  kind: 'company';
  type: ApplicationType;
  parts: Part[];
  /** Name and surname of the applicant. */
  applicant: string;
  /** The parts that the company has finished. */
  done: Part[];
  /** When the company sent it; ISO 8601, UTC, by its clock. Null before that. */
  sentAt: string | null;
}

export type IndexOf<Kind extends ParcelKind> = Extract<DraftIndex | PhotoIndex | CompanyIndex, { kind: Kind }>;

/** The index of a parcel of this kind, or null. Anyone with the link may have written it: texts are cleaned. */
export function readIndex<Kind extends ParcelKind>(kind: Kind, value: unknown): IndexOf<Kind> | EndedIndex | null {
  if (!isJsonObject(value)) return null;
  const { state, end, blobs, files, type, applicant } = value;
  if (state === 'ended') {
    const known = ENDS.find((known) => known === end);
    return known && isListOf(isId, MAX_FILES)(blobs) ? { state, end: known, blobs: blobs as string[] } : null;
  }
  if (value.kind !== kind || !STATES.some((known) => known === state) || !isFiles(files)) return null;
  if (type !== null && !APPLICATION_TYPES.some((known) => known === type)) return null;
  if (!IS_VALID[kind](value)) return null;
  return {
    ...value,
    files: files.map((file) => ({ ...file, name: shownFileName(file.name) })),
    ...(typeof applicant === 'string' && { applicant: cleanApplicant(applicant) }),
  } as unknown as IndexOf<Kind>;
}

/** Most files: more than an application with full lists has. */
const MAX_FILES = 2 * MAX_ITEMS + 20;
/** Most characters of a form path, media type or field code. */
const MAX_WORD = 100;
const MAX_COUNT = 1_000_000_000;
/** Most characters of a file's name as sent; {@link shownFileName} shortens it. */
const MAX_NAME = 1000;
const MAX_APPLICANT = 2 * FIELDS.surname.max + 1;

const IS_VALID: Record<ParcelKind, (index: Record<string, unknown>) => boolean> = {
  draft: ({ done, started, parts, savedAt }) => [done, started, parts].every(isCount) && isInstantOrNull(savedAt),
  photo: ({ path, issue }) => isPath(path) && isWordOrNull(issue),
  company: ({ state, type, parts, applicant, done, sentAt }) =>
    type !== null &&
    isParts(parts) &&
    isParts(done) &&
    typeof applicant === 'string' &&
    (state === 'answered' ? isInstant(sentAt) : isInstantOrNull(sentAt)),
};

const isListOf = (isItem: (value: unknown) => boolean, max: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= max && value.every(isItem);
const isParts = isListOf((part) => typeof part === 'string' && Object.hasOwn(PARTS, part), Object.keys(PARTS).length);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
const isWordOrNull = (value: unknown) => value === null || (typeof value === 'string' && value.length <= MAX_WORD);
const isInstantOrNull = (value: unknown) => value === null || isInstant(value);
const isId = (value: unknown) => typeof value === 'string' && PARCEL_ID.test(value);

/** True for the path of a field, or of an item's field: `formatted_relatives.0.file6`. */
const isPath = (value: unknown) => typeof value === 'string' && value.length <= MAX_WORD && /^[\w.]+$/.test(value);

/** True for a list of files in which each path occurs once. */
function isFiles(value: unknown): value is PackedFile[] {
  if (!isListOf(isFile, MAX_FILES)(value)) return false;
  const files = value as PackedFile[];
  return new Set(files.map(({ path }) => path)).size === files.length;
}

function isFile(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { path, name, type, size, id } = value;
  const isName = typeof name === 'string' && name.length <= MAX_NAME;
  return isPath(path) && isName && isWordOrNull(type) && isCount(size) && isId(id);
}

/**
 * Makes a name of a text that anyone may have written: its letters on one line, without addresses, numbers or direction marks.
 */
function cleanApplicant(name: string): string {
  const letters = cleanName(name.slice(0, 4 * MAX_APPLICANT)).value.trim();
  return [...letters].slice(0, MAX_APPLICANT).join('');
}
