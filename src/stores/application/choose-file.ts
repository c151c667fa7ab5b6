/** A chosen file: its type is read from its content, large pictures are scaled down. */
import type { FieldCode } from '../../domain/api/errors.ts';
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

/** Takes a chosen file. @param kind `photo`: pictures only @returns it in memory, or what is wrong with it */
export async function takeFile(file: File, kind: 'file' | 'photo'): Promise<TakenFile> {
  if (file.size === 0) return { ok: false, code: 'file_empty' };
  try {
    const accepted: readonly FileType[] = kind === 'photo' ? PHOTO_TYPES : DOCUMENT_TYPES;
    const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
    const found = sniffFileType(head);
    const isPicture = found !== null && PHOTO_TYPES.includes(found);
    const isWhole = file.size <= (isPicture ? MAX_SCALED_BYTES : MAX_FILE_BYTES);
    if (found && !isWhole) return { ok: false, code: 'file_too_large' };
    const content = isWhole ? new Uint8Array(await file.arrayBuffer()) : head;
    const { type, problem, document } = await check(content, found, accepted);
    // A picture of too many pixels may be scaled.
    if (!type || (problem && problem !== 'file_dimensions')) return { ok: false, code: problem ?? 'file_type' };
    const name = shownFileName(file.name);
    const blob = new Blob([document], { type });
    const scaled = type === 'application/pdf' ? null : await shrinkPicture(blob);
    if (scaled) return within({ name: asJpeg(name), size: scaled.size, type: 'image/jpeg', blob: scaled });
    return problem ? { ok: false, code: problem } : within({ name, size: blob.size, type, blob });
  } catch {
    return { ok: false, code: 'file_empty' };
  }
}

type FileCheck = typeof import('../../domain/files/check-file.ts');

let loading: Promise<FileCheck | null> | undefined;

/** Loads what checks files; never fails, and retries at the next call. @returns null without a connection */
export function loadFileCheck(): Promise<FileCheck | null> {
  loading ??= import('../../domain/files/check-file.ts').catch(() => {
    loading = undefined;
    return null;
  });
  return loading;
}

type Content = Uint8Array<ArrayBuffer>;

/**
 * Without a connection a file of an accepted type goes through: the host checks it again.
 * @returns with what is taken of the file: all of it, but for what stands before a PDF
 */
async function check(
  content: Content,
  found: FileType | null,
  accepted: readonly FileType[],
): Promise<{ type: FileType | null; problem: FieldCode | null; document: Content }> {
  const loaded = await loadFileCheck();
  if (!loaded && found)
    return { type: found, problem: accepted.includes(found) ? null : 'file_type', document: content };
  if (!loaded) return { type: null, problem: 'file_unchecked', document: content };
  const checked = loaded.checkFile(content, accepted);
  if (!checked.ok) return { type: found, problem: checked.code, document: content };
  return { type: checked.type, problem: null, document: found ? content : new Uint8Array(checked.bytes) };
}

function within(file: ChosenFile): TakenFile {
  return file.size > MAX_FILE_BYTES ? { ok: false, code: 'file_too_large' } : { ok: true, file };
}

export function asJpeg(name: string): string {
  return name.replace(/\.[^.]*$|$/, '.jpg');
}

const previews = new WeakMap<Blob, { url: string; shown: number }>();

export function hasPreview({ type }: ChosenFile): boolean {
  return type != null && PHOTO_TYPES.includes(type);
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

/** Longest side in pixels, and bytes, up to which a picture is sent as chosen: more takes minutes on a slow line. */
export const MAX_SIDE = 3000;
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const QUALITY = 0.85;
/** A larger picture is not read. */
const MAX_SCALED_BYTES = 10 * MAX_FILE_BYTES;

/** Scales to a longest side of {@link MAX_SIDE}, never up. */
export function fitWithin(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** @returns a smaller upright JPEG; null when it is small enough, can't be drawn, or would not be smaller */
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

export interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws a picture, or a part of it, as a JPEG. @returns null when the browser can't, such as for lack of memory */
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

/** @returns false without a canvas context */
function paint(context: Context, bitmap: ImageBitmap, area: PixelArea, width: number, height: number): boolean {
  if (!context) return false;
  // JPEG has no transparency: white shows through, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
  return true;
}
