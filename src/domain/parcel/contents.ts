/**
 * What the index of a parcel says. Only devices with the link read or write it: the host stores it sealed. A device of an
 * older or newer version of the portal may have written it, so it is read with {@link readIndex}.
 */

import { PARTS, type Part } from '../application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../application/types.ts';
import type { ParcelKind } from './limits.ts';

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

/** The index of a parcel of this kind; null when it is another, or not one that this version knows. */
export function readIndex<Kind extends ParcelKind>(
  kind: Kind,
  value: unknown,
): Extract<ParcelIndex, { kind: Kind }> | null {
  if (!isObject(value) || value.kind !== kind || !STATES[kind].includes(String(value.state))) return null;
  if (value.type !== null && !APPLICATION_TYPES.some((type) => type === value.type)) return null;
  if (!FORM_OF[kind](value)) return null;
  return value as unknown as Extract<ParcelIndex, { kind: Kind }>;
}

const FORM_OF: Record<ParcelKind, (index: Record<string, unknown>) => boolean> = {
  draft: ({ done, parts, savedAt, files, answers, opener }) =>
    isCount(done) &&
    isCount(parts) &&
    isTextOrNull(savedAt) &&
    isFiles(files) &&
    isCount(answers) &&
    isTextOrNull(opener),
  photo: ({ path, problem, file, opener }) =>
    typeof path === 'string' && isTextOrNull(problem) && (file === null || isFile(file)) && isTextOrNull(opener),
  company: ({ type, parts, applicant, answers, reply, files, given, sentAt }) =>
    type !== null &&
    Array.isArray(parts) &&
    parts.every((part) => typeof part === 'string' && Object.hasOwn(PARTS, part)) &&
    typeof applicant === 'string' &&
    isCount(answers) &&
    isCount(reply) &&
    isFiles(files) &&
    isFiles(given) &&
    isTextOrNull(sentAt),
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const isFiles = (value: unknown) => Array.isArray(value) && value.every(isFile);

function isFile(value: unknown): value is PackedFile {
  if (!isObject(value)) return false;
  const { path, name, type, size, revision } = value;
  return (
    typeof path === 'string' && typeof name === 'string' && isTextOrNull(type) && isCount(size) && isCount(revision)
  );
}
