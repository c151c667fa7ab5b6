/** Decodes chosen pictures, and redraws those that are not sent unchanged: smaller, or converted to JPEG. */
import type { FileProblem } from '../../domain/files/problem.ts';
import { MAX_FILE_BYTES } from '../../domain/input/files.ts';
import type { ChosenFile } from '../device/form-values.ts';
import { asJpeg, isEmpty, redrawPicture, withPicture } from './draw-picture.ts';
import { type FileChange, type FileResult, MAX_PICTURE_BYTES, MAX_SCALED_BYTES } from './offered-file.ts';

/**
 * Decodes a picture before it counts, redraws it if it has too many bytes or pixels, and asks about one that shows nothing.
 * @param problem why it can't be stored unchanged
 */
export async function inspectPicture(file: ChosenFile, problem: FileProblem | null): Promise<FileResult> {
  const tooLarge = problem ?? (file.size > MAX_FILE_BYTES ? 'file_too_large' : null);
  const isRedrawn = problem !== null || file.size > MAX_PICTURE_BYTES;
  const seen = await withPicture(file.blob, async (bitmap) => ({
    jpeg: isRedrawn ? await redrawPicture(bitmap, file.size, MAX_PICTURE_BYTES) : null,
    looksEmpty: isEmpty(bitmap),
  }));
  if (!seen) return { ok: false, code: tooLarge ?? 'file_unsupported' };
  const { jpeg, looksEmpty } = seen;
  const isSmaller = jpeg && (tooLarge || jpeg.size < file.size);
  if (!isSmaller && tooLarge) return { ok: false, code: tooLarge };
  const result: FileResult = isSmaller
    ? fileResult(jpeg, file.name, problem ? 'fitted' : 'shrunk')
    : { ok: true, file, change: null };
  return result.ok && looksEmpty ? { ...result, change: 'looksEmpty' } : result;
}

/** Converts a HEIC photo where the browser decodes it, as Safari does. */
export async function convertHeic(photo: File, name: string): Promise<FileResult> {
  if (photo.size > MAX_SCALED_BYTES) return { ok: false, code: 'file_too_large' };
  const content = await photo.arrayBuffer().catch(() => null);
  if (!content) return { ok: false, code: 'file_unreadable' };
  const jpeg = await withPicture(new Blob([content], { type: 'image/heic' }), (bitmap) =>
    redrawPicture(bitmap, photo.size, MAX_PICTURE_BYTES),
  );
  return jpeg ? fileResult(jpeg, name, 'converted') : { ok: false, code: 'file_heic' };
}

function fileResult(jpeg: Blob, name: string, change: FileChange): FileResult {
  if (jpeg.size > MAX_FILE_BYTES) return { ok: false, code: 'file_too_large' };
  return { ok: true, file: { name: asJpeg(name), size: jpeg.size, type: 'image/jpeg', blob: jpeg }, change };
}
