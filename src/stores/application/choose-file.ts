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

/** Scales large pictures down in the browser, so that a phone's photo does not take minutes on a slow line. */
/** Longest side in pixels, and bytes, up to which a picture is sent byte for byte as it was chosen. */
export const MAX_SIDE = 3000;
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const QUALITY = 0.85;

/** The size at which a picture is drawn: the same, or with its longest side at {@link MAX_SIDE}. */
export function fitWithin(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * @returns a smaller JPEG, upright; null when the picture is small enough, when the browser can't read or draw it, and when
 *   the result would not be smaller
 */
export async function shrinkPicture(picture: Blob): Promise<Blob | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return null;
  try {
    const { width, height } = bitmap;
    if (Math.max(width, height) <= MAX_SIDE && picture.size <= MAX_PICTURE_BYTES) return null;
    const jpeg = await drawJpeg(bitmap, fitWithin(width, height));
    return jpeg && jpeg.size < picture.size ? jpeg : null;
  } finally {
    bitmap.close();
  }
}

/** A part of a picture, in pixels. */
export interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Draws a picture, or a part of it, as a JPEG of the given size.
 * @returns null when the browser can't: it may lack the memory for it
 */
export async function drawJpeg(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
  area: PixelArea = { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
): Promise<Blob | null> {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    if (!paint(canvas.getContext('2d'), bitmap, area, width, height)) return null;
    return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }).catch(() => null);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  if (!paint(canvas.getContext('2d'), bitmap, area, width, height)) return null;
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;

/** @returns false where there is no canvas to paint on */
function paint(context: Context, bitmap: ImageBitmap, area: PixelArea, width: number, height: number): boolean {
  if (!context) return false;
  // JPEG has no transparency; what shows through is paper, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
  return true;
}
