/** Redraws chosen pictures that are not sent unchanged: smaller, or converted to JPEG. Import it lazily. */
import type { FileProblem } from '../../domain/files/problem.ts';
import { MAX_FILE_BYTES } from '../../domain/input/files.ts';
import type { ChosenFile } from '../device/form-values.ts';
import { asJpeg, redrawPicture } from './draw-picture.ts';
import { type FileChange, type FileResult, MAX_PICTURE_BYTES, MAX_SCALED_BYTES } from './offered-file.ts';

const LIMITS = { maxBytes: MAX_PICTURE_BYTES };

/** Redraws a picture with too many bytes or pixels. @param problem why it can't be stored unchanged */
export async function shrinkPicture(file: ChosenFile, problem: FileProblem | null): Promise<FileResult> {
  const tooLarge = problem ?? (file.size > MAX_FILE_BYTES ? 'file_too_large' : null);
  const jpeg = await redrawPicture(file.blob, LIMITS);
  if (jpeg && (tooLarge || jpeg.size < file.size)) return fileResult(jpeg, file.name, problem ? 'fitted' : 'shrunk');
  return tooLarge ? { ok: false, code: tooLarge } : { ok: true, file, change: null };
}

/** Converts a HEIC photo where the browser decodes it, as Safari does. */
export async function convertHeic(photo: File, name: string): Promise<FileResult> {
  if (photo.size > MAX_SCALED_BYTES) return { ok: false, code: 'file_too_large' };
  const content = await photo.arrayBuffer().catch(() => null);
  if (!content) return { ok: false, code: 'file_unreadable' };
  const jpeg = await redrawPicture(new Blob([content], { type: 'image/heic' }), LIMITS);
  return jpeg ? fileResult(jpeg, name, 'converted') : { ok: false, code: 'file_heic' };
}

function fileResult(jpeg: Blob, name: string, change: FileChange): FileResult {
  if (jpeg.size > MAX_FILE_BYTES) return { ok: false, code: 'file_too_large' };
  return { ok: true, file: { name: asJpeg(name), size: jpeg.size, type: 'image/jpeg', blob: jpeg }, change };
}
