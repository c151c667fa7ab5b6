/** A file on its way into a form: looked at by content, told at once when it can't be used, large pictures scaled down. */
import type { FieldCode } from '../../domain/application/field-codes.ts';
import {
  DOCUMENT_TYPES,
  type FileType,
  MAX_FILE_BYTES,
  PHOTO_TYPES,
  SNIFF_BYTES,
  safeFileName,
  sniffFileType,
} from '../../domain/input/files.ts';
import type { ChosenFile } from './draft-form.ts';
import { shrinkPicture } from './shrink-picture.ts';

export type { ChosenFile } from './draft-form.ts';

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
    const name = safeFileName(file.name);
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

function asJpeg(name: string): string {
  const dot = name.lastIndexOf('.');
  return /\.jpe?g$/i.test(name) ? name : `${dot > 0 ? name.slice(0, dot) : name}.jpg`;
}

const previews = new WeakMap<Blob, string>();

/** An address at which a chosen picture can be shown, the same each time; null for a document. */
export function previewUrl({ blob, type }: ChosenFile): string | null {
  if (!type || !PHOTO_TYPES.includes(type)) return null;
  const known = previews.get(blob);
  if (known) return known;
  const url = URL.createObjectURL(blob);
  previews.set(blob, url);
  return url;
}

/** Lets go of a picture's address when nothing shows it any more. */
export function releasePreview({ blob }: ChosenFile): void {
  const url = previews.get(blob);
  if (url) URL.revokeObjectURL(url);
  previews.delete(blob);
}
