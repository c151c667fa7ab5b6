/** Steps shared by several sides: writing an index, and sending, fetching and deleting blobs. */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import { ANSWERS_BLOB, type PackedFile } from '../../domain/parcel/contents.ts';
import type { ApiError } from '../api/request.ts';
import type { ChosenFile, FormFile } from '../device/form-values.ts';
import type { IndexOf, ParcelHandle } from './parcel.ts';
import type { StepFailure } from './run-exchange.ts';

type Written<Kind extends ParcelKind> =
  | { ok: true; index: IndexOf<Kind> }
  /** `current`: the other device's index, after `parcel_changed`. */
  | ({ ok: false; current?: IndexOf<Kind> } & StepFailure);

/**
 * Writes the index. A changed one is read again: it may be this device's own, whose response was lost.
 * @param isOwn whether an index was written by this device @returns the current index
 */
export async function writeIndexOnce<Kind extends ParcelKind>(
  parcel: ParcelHandle<Kind>,
  index: IndexOf<Kind>,
  isOwn: (current: IndexOf<Kind>) => boolean,
): Promise<Written<Kind>> {
  const written = await parcel.writeIndex(index);
  if (written.ok) return { ok: true, index };
  if (written.error.code !== 'parcel_changed') return written;
  const current = await parcel.readIndex();
  if (!current.ok) return current;
  return isOwn(current.value) ? { ok: true, index: current.value } : { ...written, current: current.value };
}

/**
 * Rewrites the current index, and again when another device writes meanwhile. @param change returns null to leave it
 * unchanged @returns the current index, and whether it was written
 */
export async function updateIndex<Kind extends ParcelKind>(
  parcel: ParcelHandle<Kind>,
  change: (current: IndexOf<Kind>) => IndexOf<Kind> | null,
): Promise<{ ok: true; index: IndexOf<Kind>; isWritten: boolean } | ({ ok: false } & StepFailure)> {
  const current = await parcel.readIndex();
  if (!current.ok) return current;
  const index = change(current.value);
  if (!index) return { ok: true, index: current.value, isWritten: false };
  const written = await parcel.writeIndex(index);
  if (written.ok) return { ok: true, index, isWritten: true };
  return written.error.code === 'parcel_changed' ? updateIndex(parcel, change) : written;
}

/** Repeats an attempt until it returns true. */
export async function retryUntilDone(
  attempt: () => Promise<boolean>,
  ms: number,
  after: (ms: number, action: () => void) => unknown,
): Promise<void> {
  if (!(await attempt())) after(ms, () => void retryUntilDone(attempt, ms, after));
}

/** A blob to send. `revision` is the host's, 0 for none; it grows with each write. */
export interface BlobUpload {
  name: string;
  blob: Blob;
  revision: number;
  sent: boolean;
}

export const newUpload = (name: string, blob: Blob): BlobUpload => ({ name, blob, revision: 0, sent: false });
export const revisionIn = (uploads: readonly BlobUpload[], name: string): number =>
  uploads.find((upload) => upload.name === name)?.revision ?? 0;

/** Answers and their files, each a blob. */
export const uploadsOf = (answers: string, files: readonly FormFile<ChosenFile>[]): BlobUpload[] => [
  newUpload(ANSWERS_BLOB, new Blob([answers])),
  ...files.map(({ path, file }) => newUpload(path, file.blob)),
];

/** Files as the index names them, with the revisions of their blobs. */
export const packedFiles = (files: readonly FormFile<ChosenFile>[], uploads: readonly BlobUpload[]): PackedFile[] =>
  files.map(({ path, file: { name, type, size } }) => ({
    path,
    name,
    type,
    size,
    revision: revisionIn(uploads, path),
  }));

interface Transfer {
  signal: AbortSignal;
  onPercent: (percent: number) => void;
}

function progressOf(all: readonly number[], onPercent: (percent: number) => void) {
  const total = all.reduce((sum, size) => sum + size, 0);
  let done = 0;
  const report = (bytes: number) =>
    onPercent(total === 0 ? 0 : Math.min(100, Math.round(((done + bytes) / total) * 100)));
  return {
    report,
    add: (bytes: number) => {
      done += bytes;
    },
  };
}

/** Sends missing blobs. @returns why some are missing; null also when aborted */
export async function uploadBlobs<Kind extends ParcelKind>(
  parcel: ParcelHandle<Kind>,
  uploads: BlobUpload[],
  { signal, onPercent }: Transfer,
): Promise<ApiError | null> {
  const { report, add } = progressOf(
    uploads.map(({ blob }) => blob.size),
    onPercent,
  );
  for (const upload of uploads) {
    if (signal.aborted) return null;
    const error = upload.sent ? null : await uploadBlob(parcel, upload, { signal, onPercent: report });
    if (error) {
      report(0);
      return error;
    }
    add(upload.blob.size);
  }
  return null;
}

/** Uploads one blob; `onPercent` receives bytes. */
async function uploadBlob<Kind extends ParcelKind>(
  parcel: ParcelHandle<Kind>,
  upload: BlobUpload,
  { signal, onPercent }: Transfer,
): Promise<ApiError | null> {
  const { name, blob } = upload;
  const bytes = await blob.arrayBuffer().catch(() => null);
  if (!bytes) return { code: 'unreadable' };
  const options = { onProgress: (part: number) => onPercent((part / 100) * blob.size), signal };
  let put = await parcel.writeBlob(name, upload.revision, bytes, options);
  if (!put.ok && put.error.code === 'parcel_changed') {
    // A blob of an attempt that no index names is replaced.
    const deleted = await parcel.deleteBlob(name);
    put = deleted.ok ? await parcel.writeBlob(name, 0, bytes, options) : deleted;
  }
  if (!put.ok) return put.error;
  Object.assign(upload, { revision: put.revision, sent: true });
  return null;
}

/** Reads files into `blobs`, except those already there. @returns why some are missing; null also when aborted */
export async function fetchFiles<Kind extends ParcelKind>(
  parcel: ParcelHandle<Kind>,
  files: readonly Omit<PackedFile, 'name'>[],
  { blobs, signal, onPercent }: Transfer & { blobs: Map<string, Blob> },
): Promise<ApiError | null> {
  const { report, add } = progressOf(
    files.map(({ size }) => size),
    onPercent,
  );
  for (const { path, revision, type, size } of files) {
    if (signal.aborted) return null;
    if (!blobs.has(path)) {
      report(0);
      const onProgress = (part: number) => report((part / 100) * size);
      const got = await parcel.readBlob(path, revision, { onProgress, signal });
      if (!got.ok) return got.error;
      blobs.set(path, new Blob([got.value], { type: type ?? '' }));
    }
    add(size);
  }
  return null;
}

/** Deletes blobs; missing ones count as deleted. @returns why some are left */
export async function deleteBlobs<Kind extends ParcelKind>(
  parcel: ParcelHandle<Kind>,
  names: Iterable<string>,
): Promise<ApiError | null> {
  for (const name of names) {
    const deleted = await parcel.deleteBlob(name);
    if (!deleted.ok && deleted.error.code !== 'parcel_gone') return deleted.error;
  }
  return null;
}
