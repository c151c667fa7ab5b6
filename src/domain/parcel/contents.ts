/** The index of a parcel, which only devices with the link can read. Read it with {@link readIndex}: it is foreign. */

import type { ParcelKind } from '../api/parcels.ts';
import { FIELDS, PARTS, type Part } from '../application/fields.ts';
import { isRecord } from '../application/fit-form.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../application/types.ts';
import { isInstant } from '../input/date.ts';
import { shownFileName } from '../input/files.ts';
import { cleanName } from '../input/name.ts';
import { MAX_ITEMS } from '../kinds/list.ts';

/** A file in a parcel; its blob is named by the path. */
export interface PackedFile {
  path: string;
  name: string;
  /** Media type; null for an unknown one. */
  type: string | null;
  size: number;
  /** Of the blob, so that the host cannot replace it by an older one. */
  revision: number;
}

/**
 * The life of every link. `made`: nothing has happened. `opened`: a device moves the draft. `answered`: the phone's file or the
 * company's answers are in the parcel. `ended`: only this index is left.
 */
const STATES = ['made', 'opened', 'answered', 'ended'] as const;
/** `taken`: the content has arrived. `cancelled`: by either side. */
const ENDS = ['taken', 'cancelled'] as const;
export type LinkEnd = (typeof ENDS)[number];

interface AnyIndex {
  state: (typeof STATES)[number];
  /** Null until it has ended. */
  end: LinkEnd | null;
}

/** A draft sent to another device. */
export interface DraftIndex extends AnyIndex {
  kind: 'draft';
  type: ApplicationType | null;
  /** Numbers of finished, started, and all parts. */
  done: number;
  started: number;
  parts: number;
  /** When the draft was saved; ISO 8601, UTC, by the sender's clock. */
  savedAt: string | null;
  files: PackedFile[];
  /** Revision of the blob {@link ANSWERS_BLOB}. */
  answers: number;
  /** Random for each tab that moves the draft. */
  opener: string | null;
}

/** A file sent from a phone into a field. */
export interface PhotoIndex extends AnyIndex {
  kind: 'photo';
  path: string;
  type: ApplicationType | null;
  /** Why the field refused the last file: a field code. */
  problem: string | null;
  file: PackedFile | null;
}

/** Parts that a company fills in. */
export interface CompanyIndex extends AnyIndex {
  kind: 'company';
  type: ApplicationType;
  parts: Part[];
  /** Name and surname of the applicant. */
  applicant: string;
  /** Revision of the blob {@link ANSWERS_BLOB}: the applicant's answers in these parts. */
  answers: number;
  /** Revision of the blob {@link REPLY_BLOB}; 0 for none. */
  reply: number;
  files: PackedFile[];
  /** The applicant's files in these parts. */
  given: PackedFile[];
  /** The parts that the company has finished. */
  done: Part[];
  /** When the company sent it; ISO 8601, UTC, by its clock. */
  sentAt: string | null;
}

export type ParcelIndex = DraftIndex | PhotoIndex | CompanyIndex;

/** Names of blobs that are not files, hidden from the host (stores/parcel/sealing.ts). */
export const ANSWERS_BLOB = 'answers';
export const REPLY_BLOB = 'reply';

/** The index of a parcel of this kind, or null. Anyone with the link may have written it: texts are cleaned. */
export function readIndex<Kind extends ParcelKind>(
  kind: Kind,
  value: unknown,
): Extract<ParcelIndex, { kind: Kind }> | null {
  if (!isRecord(value) || value.kind !== kind || !STATES.some((state) => state === value.state)) return null;
  if (!(value.state === 'ended' ? ENDS.some((end) => end === value.end) : value.end === null)) return null;
  if (value.type !== null && !APPLICATION_TYPES.some((type) => type === value.type)) return null;
  if (!IS_VALID[kind](value)) return null;
  return cleanIndex(value as unknown as ParcelIndex) as Extract<ParcelIndex, { kind: Kind }>;
}

/** Files: more than an application with full lists has. */
const MAX_FILES = 2 * MAX_ITEMS + 20;
/** Characters of a form path, media type, opener or field code. */
const MAX_WORD = 100;
const MAX_COUNT = 1_000_000_000;
/** Characters of a file's name as sent; {@link shownFileName} shortens it. */
const MAX_NAME = 1000;
const MAX_APPLICANT = 2 * FIELDS.surname.max + 1;

const IS_VALID: Record<ParcelKind, (index: Record<string, unknown>) => boolean> = {
  draft: ({ done, started, parts, savedAt, files, answers, opener }) =>
    [done, started, parts].every(isCount) &&
    isInstantOrNull(savedAt) &&
    isFiles(files) &&
    isCount(answers) &&
    isWordOrNull(opener),
  photo: ({ path, problem, file }) => isPath(path) && isWordOrNull(problem) && (file === null || isFile(file)),
  company: ({ type, parts, applicant, answers, reply, files, given, done, sentAt }) =>
    type !== null &&
    isParts(parts) &&
    isParts(done) &&
    typeof applicant === 'string' &&
    isCount(answers) &&
    isCount(reply) &&
    isFiles(files) &&
    isFiles(given) &&
    isInstantOrNull(sentAt),
};

const isParts = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= Object.keys(PARTS).length &&
  value.every((part) => typeof part === 'string' && Object.hasOwn(PARTS, part));
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
const isWordOrNull = (value: unknown) => value === null || (typeof value === 'string' && value.length <= MAX_WORD);
const isInstantOrNull = (value: unknown) => value === null || isInstant(value);

/** A field, or an item's field: `formatted_relatives.0.file6`. */
const isPath = (value: unknown) => typeof value === 'string' && value.length <= MAX_WORD && /^[\w.]+$/.test(value);

/** Each path once. */
function isFiles(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_FILES || !value.every(isFile)) return false;
  return new Set(value.map(({ path }: PackedFile) => path)).size === value.length;
}

function isFile(value: unknown): value is PackedFile {
  if (!isRecord(value)) return false;
  const { path, name, type, size, revision } = value;
  const isName = typeof name === 'string' && name.length <= MAX_NAME;
  return isPath(path) && isName && isWordOrNull(type) && isCount(size) && isCount(revision);
}

function cleanIndex(index: ParcelIndex): ParcelIndex {
  if (index.kind === 'photo') return { ...index, file: index.file && cleanFile(index.file) };
  if (index.kind === 'draft') return { ...index, files: index.files.map(cleanFile) };
  const { applicant, files, given } = index;
  return { ...index, applicant: cleanApplicant(applicant), files: files.map(cleanFile), given: given.map(cleanFile) };
}

const cleanFile = (file: PackedFile): PackedFile => ({ ...file, name: shownFileName(file.name) });

/** A foreign text as a name: its letters on one line, without addresses, numbers or direction marks. */
function cleanApplicant(name: string): string {
  const letters = cleanName(name.slice(0, 4 * MAX_APPLICANT)).value.trim();
  return [...letters].slice(0, MAX_APPLICANT).join('');
}
