/** Reads a chosen file, checks its content, and redraws it where it could not be sent unchanged. The work is done in a worker. */
import { type FileIssue, MAX_FILE_BYTES, SNIFF_BYTES, shownFileName, sniffFileType } from '../../domain/input/files.ts';
import { acceptedTypes, type FileKind } from '../../domain/kinds/file.ts';
import { ports } from '../browser/ports.ts';
import type { FileCheckRequest } from './file-check.ts';
import workerUrl from './file-worker.ts?worker&url';
import { type FileResult, isPicture, MAX_SCALED_BYTES, type PickedFile } from './picked-file.ts';

/** @returns the file in memory, independent of the device's copy; or why it can't be used */
export async function readChosenFile(picked: PickedFile, kind: FileKind): Promise<FileResult> {
  if (typeof picked === 'string') return refused(picked);
  const head = await read(picked.slice(0, SNIFF_BYTES));
  if (!head) return refused('file_unreadable');
  const found = sniffFileType(head);
  if (found && picked.size > (isPicture(found) ? MAX_SCALED_BYTES : MAX_FILE_BYTES)) return refused('file_too_large');
  const isWhole = found !== null || picked.size <= MAX_FILE_BYTES;
  // The first bytes name the format, except for a PDF that follows other text.
  if (!isWhole && new TextDecoder('latin1').decode(head).includes('%PDF-')) return refused('file_too_large');
  const file = isWhole ? picked : new Blob([head]);
  const request = { file, name: shownFileName(picked.name), found, accepted: acceptedTypes(kind) };
  const result = (await checkInWorker(request)) ?? (await acceptUnchecked(request));
  if (result.ok && result.mayBeEncrypted && !(await opens(result.file.blob))) return refused('file_encrypted');
  if (result.ok || result.code !== 'file_heic') return result;
  const redrawing = await import('./draw-picture.ts').catch(() => null);
  return redrawing ? redrawing.convertHeic(picked, request.name) : result;
}

const refused = (code: FileIssue): FileResult => ({ ok: false, code });

/** Whether a PDF opens without a password. Without a connection it counts as one that does. */
async function opens(document: Blob): Promise<boolean> {
  const pdf = await import('../passport-reader/open-document.ts').catch(() => null);
  return pdf === null || (await pdf.opensFreely(document));
}

/** @returns null for an unreadable file: it is in a cloud drive, or was changed or deleted after the choice */
async function read(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes && new Uint8Array(bytes);
}

/** Loads the worker's script into the browser's cache, so that choosing a file does not wait for it. */
export function prepareFileCheck(): void {
  // Choosing a file shows that the script is missing.
  ports.fetch(workerUrl).catch(() => {});
}

/** Each file has a worker of its own, whose memory is freed with it. @returns null without a connection */
export async function checkInWorker(request: FileCheckRequest): Promise<FileResult | null> {
  const { trustedTypes } = globalThis as unknown as Pick<Window, 'trustedTypes'>;
  // Pages that replace each other have a policy that allows scripts by path (layouts/inline/routed-head.ts).
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy('default', { createScriptURL: (url) => (url === workerUrl ? url : null) });
  const worker = new Worker(workerUrl, { type: 'module' });
  const checked = await new Promise<FileResult | null>((resolve) => {
    worker.addEventListener('error', () => resolve(null));
    worker.addEventListener('message', ({ data }: MessageEvent<FileResult | null>) => resolve(data));
    worker.postMessage(request);
  });
  worker.terminate();
  return checked;
}

/** Without a connection the file is accepted by its type; the host checks it again. */
async function acceptUnchecked({ file, name, found, accepted }: FileCheckRequest): Promise<FileResult> {
  if (!found) return refused('file_unchecked');
  if (!accepted.includes(found)) return refused('file_type');
  if (file.size > MAX_FILE_BYTES) return refused('file_unchecked');
  const content = await read(file);
  if (!content) return refused('file_unreadable');
  const blob = new Blob([content], { type: found });
  return { ok: true, file: { name, size: blob.size, type: found, blob }, change: null };
}
