/** A chosen file: read whole, validated by content, and redrawn if it could not be sent unchanged. */

import type { CheckedFile } from '../../domain/files/check-file.ts';
import type { Platform } from '../../domain/files/inflate.ts';
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
import type { ChosenFile } from '../device/form-values.ts';
import { type FileResult, MAX_PICTURE_BYTES, MAX_SCALED_BYTES, type OfferedFile } from './offered-file.ts';

export type { ChosenFile } from '../device/form-values.ts';

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
  const content = isWhole ? await read(offered) : head;
  if (!content) return refused('file_unreadable');
  const checked = await check(content, found, acceptedTypes(kind));
  const problem = checked.ok ? null : await problemOf(checked.code, content, found);
  const name = shownFileName(offered.name);
  if (problem === 'file_heic') return (await loadRedrawing())?.convertHeic(offered, name) ?? refused(problem);
  const type = checked.ok ? checked.type : found;
  if (!type) return refused(problem ?? 'file_type');
  // Only text before a PDF is removed here; the host removes everything else that does not belong to a file.
  const textRemoved = checked.ok && !found;
  const blob = new Blob(textRemoved ? ([...checked.pieces] as BlobPart[]) : [content], { type });
  const file = { name, size: blob.size, type, blob, pages: checked.ok ? (checked.pages ?? undefined) : undefined };
  if (isPicture(type) && (problem === 'file_dimensions' || (!problem && blob.size > MAX_PICTURE_BYTES))) {
    const redrawing = await loadRedrawing();
    if (redrawing) return looked(await redrawing.shrinkPicture(file, problem));
    if (problem || blob.size > MAX_FILE_BYTES) return refused('file_unchecked');
  }
  return problem ? refused(problem) : looked({ ok: true, file, change: textRemoved ? 'textRemoved' : null });
}

/** A picture with too many pixels may be redrawn if nothing of it is missing. */
async function problemOf(code: FileProblem, content: Uint8Array, found: FileType | null): Promise<FileProblem> {
  const loaded = code === 'file_dimensions' && found ? await loadFileCheck() : null;
  const missing = loaded && found && (await loaded.checkContent(found, content, PLATFORM));
  return typeof missing === 'string' ? missing : code;
}

/** Decodes a picture before it counts, and asks about one that shows nothing. */
async function looked(result: FileResult): Promise<FileResult> {
  if (!result.ok || !hasPreview(result.file) || typeof createImageBitmap === 'undefined') return result;
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

/** Between two steps the page reacts to what is typed. */
export const PLATFORM: Platform = {
  decompress: () => new DecompressionStream('deflate'),
  pause: () => new Promise((resolve) => setTimeout(resolve)),
};

type FileCheck = typeof import('../../domain/files/check-file.ts');

let loading: Promise<FileCheck | null> | undefined;

/** Loads the file check; never fails, and retries at the next call. @returns null without a connection */
export function loadFileCheck(): Promise<FileCheck | null> {
  loading ??= import('../../domain/files/check-file.ts').catch(() => {
    loading = undefined;
    return null;
  });
  return loading;
}

/** Without a connection, accepts by type; the host checks again. @param content whole, or the first bytes if large and unknown */
async function check(content: Uint8Array, found: FileType | null, accepted: readonly FileType[]): Promise<CheckedFile> {
  const loaded = await loadFileCheck();
  if (loaded) return loaded.checkFile(content, accepted, PLATFORM);
  if (!found) return { ok: false, code: 'file_unchecked' };
  if (!accepted.includes(found)) return { ok: false, code: 'file_type' };
  return { ok: true, type: found, pieces: [content], pages: null };
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
