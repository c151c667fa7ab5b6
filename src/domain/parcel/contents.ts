/**
 * What the index of a parcel says. Only devices with the link read or write it: the host stores it sealed. A device of an
 * older or newer version of the portal may have written it, so it is read with {@link readIndex}.
 */

import type { ParcelKind } from '../api/parcels.ts';
import { FIELDS, PARTS, type Part } from '../application/fields.ts';
import { isRecord } from '../application/fit-form.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../application/types.ts';
import { isInstant } from '../input/date.ts';
import { shownFileName } from '../input/files.ts';
import { cleanName } from '../input/name.ts';
import { MAX_ITEMS } from '../kinds/list.ts';

/** A file in a parcel; its blob has the name of the path. */
export interface PackedFile {
  /** Form path, such as `file4`. */
  path: string;
  /** As it is shown. */
  name: string;
  /** Media type; null for one that was not recognised. */
  type: string | null;
  /** Bytes, before sealing. */
  size: number;
  /** Of the blob. The host can't put an older one in its place. */
  revision: number;
}

/** A whole draft on its way to another device. */
export interface DraftIndex {
  kind: 'draft';
  /** `sending`: not all is there yet. `opening`: `opener` takes it over. `arrived`: it is stored there, nothing is left here. */
  state: 'sending' | 'ready' | 'opening' | 'arrived' | 'cancelled';
  type: ApplicationType | null;
  /** Parts done, of all. */
  done: number;
  parts: number;
  /** When the draft was saved; ISO 8601, UTC, by the clock of the device that sent it. */
  savedAt: string | null;
  files: PackedFile[];
  /** Of the blob {@link ANSWERS}; 0 while it is not there. */
  answers: number;
  /** Made anew by each page that begins to take over. */
  opener: string | null;
}

/** One file on its way from a phone into a field. */
export interface PhotoIndex {
  kind: 'photo';
  /** `opened`: `opener` is at it. `received`: the field has it. */
  state: 'waiting' | 'opened' | 'sent' | 'received' | 'refused' | 'cancelled';
  /** Form path of the field that waits. */
  path: string;
  type: ApplicationType | null;
  /** Why the field refused the last file: a field code. */
  problem: string | null;
  file: PackedFile | null;
  opener: string | null;
}

/** Parts that a company fills in. */
export interface CompanyIndex {
  kind: 'company';
  /** `sent`: the company is ready with it. */
  state: 'waiting' | 'started' | 'sent' | 'taken' | 'revoked';
  type: ApplicationType;
  parts: Part[];
  /** Name and surname of whom it is for. */
  applicant: string;
  /** Revision of the blob {@link ANSWERS}: what the applicant has in these parts. */
  answers: number;
  /** Revision of the blob {@link REPLY}; 0 while there is none. */
  reply: number;
  /** Files of the company. */
  files: PackedFile[];
  /** Files that the applicant already has in these parts. */
  given: PackedFile[];
  /** When the company sent it; ISO 8601, UTC, by its clock. */
  sentAt: string | null;
}

export type ParcelIndex = DraftIndex | PhotoIndex | CompanyIndex;

/** Names of blobs that are no files. The host sees neither (stores/parcel/sealing.ts). */
export const ANSWERS = 'answers';
export const REPLY = 'reply';

const STATES: Record<ParcelKind, readonly string[]> = {
  draft: ['sending', 'ready', 'opening', 'arrived', 'cancelled'] satisfies DraftIndex['state'][],
  photo: ['waiting', 'opened', 'sent', 'received', 'refused', 'cancelled'] satisfies PhotoIndex['state'][],
  company: ['waiting', 'started', 'sent', 'taken', 'revoked'] satisfies CompanyIndex['state'][],
};

/**
 * The index of a parcel of this kind; null when it is another, or not one that this version knows. Whoever has the link may
 * have written it: texts that are shown are cleaned and bounded.
 */
export function readIndex<Kind extends ParcelKind>(
  kind: Kind,
  value: unknown,
): Extract<ParcelIndex, { kind: Kind }> | null {
  if (!isRecord(value) || value.kind !== kind || !STATES[kind].some((state) => state === value.state)) return null;
  if (value.type !== null && !APPLICATION_TYPES.some((type) => type === value.type)) return null;
  if (!FORM_OF[kind](value)) return null;
  return shownIndex(value as unknown as ParcelIndex) as Extract<ParcelIndex, { kind: Kind }>;
}

/** More than the files of an application with full lists. */
const MAX_FILES = 2 * MAX_ITEMS + 20;
/** Of a form path, a media type, the name of a page, a field code. */
const MAX_WORD = 100;
const MAX_COUNT = 1_000_000_000;
/** Of a file's name as it was sent; {@link shownFileName} shortens it. */
const MAX_NAME = 1000;
/** Of surname and name, each as long as its field takes. */
const MAX_APPLICANT = 2 * FIELDS.surname.max + 1;

const FORM_OF: Record<ParcelKind, (index: Record<string, unknown>) => boolean> = {
  draft: ({ done, parts, savedAt, files, answers, opener }) =>
    isCount(done) &&
    isCount(parts) &&
    isInstantOrNull(savedAt) &&
    isFiles(files) &&
    isCount(answers) &&
    isWordOrNull(opener),
  photo: ({ path, problem, file, opener }) =>
    isPath(path) && isWordOrNull(problem) && (file === null || isFile(file)) && isWordOrNull(opener),
  company: ({ type, parts, applicant, answers, reply, files, given, sentAt }) =>
    type !== null &&
    Array.isArray(parts) &&
    parts.length <= Object.keys(PARTS).length &&
    parts.every((part) => typeof part === 'string' && Object.hasOwn(PARTS, part)) &&
    typeof applicant === 'string' &&
    isCount(answers) &&
    isCount(reply) &&
    isFiles(files) &&
    isFiles(given) &&
    isInstantOrNull(sentAt),
};

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
const isWordOrNull = (value: unknown) => value === null || (typeof value === 'string' && value.length <= MAX_WORD);
const isInstantOrNull = (value: unknown) => value === null || isInstant(value);

/** Of a field, or of a field of a list's item: `formatted_relatives.0.file6`. */
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

function shownIndex(index: ParcelIndex): ParcelIndex {
  if (index.kind === 'photo') return { ...index, file: index.file && shownFile(index.file) };
  if (index.kind === 'draft') return { ...index, files: index.files.map(shownFile) };
  const { applicant, files, given } = index;
  return { ...index, applicant: shownName(applicant), files: files.map(shownFile), given: given.map(shownFile) };
}

const shownFile = (file: PackedFile): PackedFile => ({ ...file, name: shownFileName(file.name) });

/** A stranger's text as a name: its letters on one line. No address, number or mark that turns the direction of the text. */
function shownName(name: string): string {
  const letters = cleanName(name.slice(0, 4 * MAX_APPLICANT)).value.trim();
  return [...letters].slice(0, MAX_APPLICANT).join('');
}
