/** A chosen file: read whole, validated by content, and redrawn if it could not be sent unchanged. */

import type { FileProblem } from '../../domain/files/problem.ts';
import {
  type FileType,
  MAX_FILE_BYTES,
  PHOTO_TYPES,
  SNIFF_BYTES,
  shownFileName,
  sniffFileType,
} from '../../domain/input/files.ts';
import { acceptedTypes, type FileKind } from '../../domain/kinds/file.ts';
import { ports } from '../browser/ports.ts';
import type { ChosenFile } from '../device/form-values.ts';
import type { CheckedBlob, FileCheckRequest } from './file-check.ts';
import workerUrl from './file-worker.ts?worker&url';
import { type FileResult, MAX_PICTURE_BYTES, MAX_SCALED_BYTES, type OfferedFile } from './offered-file.ts';

/** @returns the file in memory, independent of the device's copy; or why it can't be used */
export async function readChosenFile(offered: OfferedFile, kind: FileKind): Promise<FileResult> {
  if (typeof offered === 'string') return refused(offered);
  const head = await read(offered.slice(0, SNIFF_BYTES));
  if (!head) return refused('file_unreadable');
  const found = sniffFileType(head);
  if (found && offered.size > (isPicture(found) ? MAX_SCALED_BYTES : MAX_FILE_BYTES)) return refused('file_too_large');
  const isWhole = found !== null || offered.size <= MAX_FILE_BYTES;
  // The first bytes name its format, except for a PDF behind a text.
  if (!isWhole && new TextDecoder('latin1').decode(head).includes('%PDF-')) return refused('file_too_large');
  const request = { file: isWhole ? offered : new Blob([head]), found, accepted: acceptedTypes(kind) };
  const checked = (await checkInWorker(request)) ?? (await acceptUnchecked(request));
  const name = shownFileName(offered.name);
  if (!checked.ok) {
    const converted = checked.code === 'file_heic' && (await loadRedrawing())?.convertHeic(offered, name);
    return converted || checked;
  }
  const { type, blob, pages, problem } = checked;
  const file = { name, size: blob.size, type, blob, pages };
  if (isPicture(type) && (problem === 'file_dimensions' || (!problem && blob.size > MAX_PICTURE_BYTES))) {
    const redrawing = await loadRedrawing();
    if (redrawing) return looked(await redrawing.shrinkPicture(file, problem));
    if (problem || blob.size > MAX_FILE_BYTES) return refused('file_unchecked');
  }
  if (problem) return refused(problem);
  return looked({ ok: true, file, change: found ? null : 'textRemoved' });
}

/** Decodes a picture before it counts, and asks about one that shows nothing. */
async function looked(result: FileResult): Promise<FileResult> {
  if (!result.ok || !hasPreview(result.file)) return result;
  const drawing = await import('./draw-picture.ts').catch(() => null);
  const look = await drawing?.lookAtPicture(result.file.blob);
  if (look === 'undecodable') return refused('file_unsupported');
  return look === 'empty' ? { ...result, change: 'looksEmpty' } : result;
}

const refused = (code: FileProblem): FileResult => ({ ok: false, code });
const loadRedrawing = () => import('./redraw-file.ts').catch(() => null);
const isPicture = (type: FileType) => PHOTO_TYPES.includes(type);

/** @returns null for an unreadable file: it is in a cloud drive, or was changed or deleted after the choice */
async function read(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes && new Uint8Array(bytes);
}

/** Loads the worker's script into the browser's cache, so that choosing a file does not wait for it. */
export function prepareFileCheck(): void {
  // A failure is reported when a file is chosen.
  ports.fetch(workerUrl).catch(() => {});
}

/** Each file has a worker of its own, whose memory is freed with it. @returns null without a connection */
export async function checkInWorker(request: FileCheckRequest): Promise<CheckedBlob | null> {
  const { trustedTypes } = globalThis as unknown as Pick<Window, 'trustedTypes'>;
  // Pages that replace each other have a policy that allows scripts by path (layouts/inline/routed-head.ts).
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy('default', { createScriptURL: (url) => (url === workerUrl ? url : null) });
  const worker = new Worker(workerUrl, { type: 'module' });
  const checked = await new Promise<CheckedBlob | null>((resolve) => {
    worker.addEventListener('error', () => resolve(null));
    worker.addEventListener('message', ({ data }: MessageEvent<CheckedBlob | null>) => resolve(data));
    worker.postMessage(request);
  });
  worker.terminate();
  return checked;
}

/** Without a connection, accepts by type; the host checks again. */
async function acceptUnchecked({ file, found, accepted }: FileCheckRequest): Promise<CheckedBlob> {
  if (!found) return { ok: false, code: 'file_unchecked' };
  if (!accepted.includes(found)) return { ok: false, code: 'file_type' };
  const content = await read(file);
  if (!content) return { ok: false, code: 'file_unreadable' };
  return { ok: true, type: found, blob: new Blob([content], { type: found }), problem: null };
}

const previews = new WeakMap<Blob, { url: string; shown: number }>();

export function hasPreview({ type }: ChosenFile): boolean {
  return type != null && isPicture(type);
}

/** An object URL of a picture, shared; each {@link releasePreview} releases one use. */
export function holdPreview(blob: Blob): string {
  const preview = previews.get(blob) ?? { url: URL.createObjectURL(blob), shown: 0 };
  preview.shown += 1;
  previews.set(blob, preview);
  return preview.url;
}

export function releasePreview(blob: Blob): void {
  const preview = previews.get(blob);
  if (!preview) return;
  preview.shown -= 1;
  if (preview.shown > 0) return;
  previews.delete(blob);
  // Revoking many object URLs at once, as when a form unmounts, would be a long task.
  setTimeout(() => URL.revokeObjectURL(preview.url));
}
