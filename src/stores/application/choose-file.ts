/** A file on its way into a form: looked at by content, told at once when it can't be used, large pictures scaled down. */
import type { FieldCode } from '../../domain/application/field-codes.ts';
import {
  DOCUMENT_TYPES,
  type FileType,
  MAX_FILE_BYTES,
  PHOTO_TYPES,
  SNIFF_BYTES,
  shownFileName,
  sniffFileType,
} from '../../domain/input/files.ts';
import type { ChosenFile } from '../device/form-values.ts';
import { shrinkPicture } from './shrink-picture.ts';

export type { ChosenFile } from '../device/form-values.ts';

export type TakenFile = { ok: true; file: ChosenFile } | { ok: false; code: FieldCode };

/**
 * Takes a chosen or dropped file.
 * @param kind `photo` takes pictures only
 * @returns the file with its content in memory, so that it does not matter what becomes of the original; or what is
 *   wrong with it. A file that can't be read counts as empty.
 */
export async function takeFile(file: File, kind: 'file' | 'photo'): Promise<TakenFile> {
  if (file.size === 0) return { ok: false, code: 'file_empty' };
  try {
    const type = sniffFileType(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
    const accepted: readonly FileType[] = kind === 'photo' ? PHOTO_TYPES : DOCUMENT_TYPES;
    if (!type || !accepted.includes(type)) return { ok: false, code: 'file_type' };
    const name = shownFileName(file.name);
    const scaled = type === 'application/pdf' ? null : await shrinkPicture(file);
    if (scaled) return within({ name: asJpeg(name), size: scaled.size, type: 'image/jpeg', blob: scaled });
    if (file.size > MAX_FILE_BYTES) return { ok: false, code: 'file_too_large' };
    const blob = new Blob([await file.arrayBuffer()], { type });
    return within({ name, size: blob.size, type, blob });
  } catch {
    return { ok: false, code: 'file_empty' };
  }
}

function within(file: ChosenFile): TakenFile {
  return file.size > MAX_FILE_BYTES ? { ok: false, code: 'file_too_large' } : { ok: true, file };
}

/** The name of a picture that was drawn anew. */
export function asJpeg(name: string): string {
  return name.replace(/\.[^.]*$|$/, '.jpg');
}

const previews = new WeakMap<Blob, { url: string; shown: number }>();

/** True for a file that can be shown as a picture. */
export function hasPreview({ type }: ChosenFile): boolean {
  return type != null && PHOTO_TYPES.includes(type);
}

/**
 * An address at which a chosen picture can be shown, the same for all that show it. Each of them calls
 * {@link releasePreview} when it no longer does.
 */
export function holdPreview(blob: Blob): string {
  const preview = previews.get(blob) ?? { url: URL.createObjectURL(blob), shown: 0 };
  preview.shown += 1;
  previews.set(blob, preview);
  return preview.url;
}

/** Lets go of a picture's address once nothing shows it any more. */
export function releasePreview(blob: Blob): void {
  const preview = previews.get(blob);
  if (!preview) return;
  preview.shown -= 1;
  if (preview.shown > 0) return;
  previews.delete(blob);
  // Each takes a slow phone a moment, and many go at once when a form does.
  setTimeout(() => URL.revokeObjectURL(preview.url));
}
