/** Redraws pictures as upright JPEGs: smaller, in another format, or cropped. */
import { type FileIssue, MAX_FILE_BYTES } from '../../domain/input/files.ts';
import { returnsPixels } from '../browser/pixel-readback.ts';
import type { ChosenFile } from '../device/form-values.ts';
import { type FileChange, type FileResult, MAX_PICTURE_BYTES, MAX_SCALED_BYTES } from './picked-file.ts';

/**
 * Decodes a picture, redraws one that is too large, and asks about one that shows nothing. Where the browser hides pixels, the
 * picture stays unchanged.
 * @param issue why it can't be stored unchanged
 */
export async function inspectPicture(file: ChosenFile, issue: FileIssue | null): Promise<FileResult> {
  const tooLarge = issue ?? (file.size > MAX_FILE_BYTES ? 'file_too_large' : null);
  const isRedrawn = issue !== null || file.size > MAX_PICTURE_BYTES;
  const seen = await withPicture(file.blob, async (bitmap) => {
    if (!(await returnsPixels())) return 'hidden';
    return {
      jpeg: isRedrawn ? await redrawPicture(bitmap, file.size, MAX_PICTURE_BYTES) : null,
      looksEmpty: isEmpty(bitmap),
    };
  });
  if (!seen) return { ok: false, code: tooLarge ?? 'file_damaged' };
  if (seen === 'hidden') {
    if (tooLarge) return { ok: false, code: 'file_pixels_hidden' };
    return { ok: true, file, change: isRedrawn ? 'notShrunk' : null };
  }
  const { jpeg, looksEmpty } = seen;
  const isSmaller = jpeg && (tooLarge || jpeg.size < file.size);
  if (!isSmaller && tooLarge) return { ok: false, code: tooLarge };
  const result: FileResult = isSmaller
    ? fileResult(jpeg, file.name, issue ? 'fitted' : 'shrunk')
    : { ok: true, file, change: null };
  return result.ok && looksEmpty ? { ...result, change: 'looksEmpty' } : result;
}

/** Converts a HEIC photo where the browser decodes it, as Safari does. */
export async function convertHeic(photo: File, name: string): Promise<FileResult> {
  if (photo.size > MAX_SCALED_BYTES) return { ok: false, code: 'file_too_large' };
  const content = await photo.arrayBuffer().catch(() => null);
  if (!content) return { ok: false, code: 'file_unreadable' };
  const jpeg = await withPicture(new Blob([content], { type: 'image/heic' }), async (bitmap) =>
    (await returnsPixels()) ? redrawPicture(bitmap, photo.size, MAX_PICTURE_BYTES) : 'hidden',
  );
  if (jpeg === 'hidden') return { ok: false, code: 'file_pixels_hidden' };
  return jpeg ? fileResult(jpeg, name, 'converted') : { ok: false, code: 'file_heic' };
}

function fileResult(jpeg: Blob, name: string, change: FileChange): FileResult {
  if (jpeg.size > MAX_FILE_BYTES) return { ok: false, code: 'file_too_large' };
  return { ok: true, file: { name: asJpeg(name), size: jpeg.size, type: 'image/jpeg', blob: jpeg }, change };
}

export const PHOTO_RATIO = 35 / 45;
/** 35 mm at 300 dpi. (45 mm are 531 pixels.) */
export const PRINT_WIDTH = 413;
/** Most pixels of a cropped photo's width: printers and screens show no more detail. */
const MAX_WIDTH = 1050;
/** How far the shape may differ: cameras and scissors are off by a pixel or two. */
const TOLERANCE = 0.012;

export function isPhotoShaped({ width, height }: Size): boolean {
  return Math.abs(width / height - PHOTO_RATIO) <= TOLERANCE;
}

/** The largest zoom that leaves {@link PRINT_WIDTH}; 1 if there are no pixels to spare. */
export function largestZoom({ width, height }: Size): number {
  const frame = Math.min(width, height * PHOTO_RATIO);
  return Math.min(4, Math.max(1, frame / PRINT_WIDTH));
}

export function croppedSize(area: Size): Size {
  const width = Math.max(1, Math.min(MAX_WIDTH, Math.round(area.width)));
  return { width, height: Math.round(width / PHOTO_RATIO) };
}

/** The size of the picture turned upright; null when the browser can't decode it. */
export function pictureSize(picture: Blob): Promise<Size | null> {
  return withPicture(picture, ({ width, height }) => ({ width, height }));
}

/** Why a photo was not cropped: the browser can't decode or draw it, or hides pixels from pages. */
export type CropFault = 'failed' | 'hidden';

/** @param area in pixels of the upright picture @returns a JPEG of the same name */
export async function cropPicture({ blob, name }: ChosenFile, area: PixelArea): Promise<ChosenFile | CropFault> {
  if (!(await returnsPixels())) return 'hidden';
  const jpeg = await withPicture(blob, (bitmap) => drawJpeg(bitmap, croppedSize(area), area));
  return jpeg ? { name: asJpeg(name), size: jpeg.size, type: 'image/jpeg', blob: jpeg } : 'failed';
}

/** Pixels to which a larger picture is scaled: 3000 × 3000, an A4 page at 300 dpi. */
const TARGET_PIXELS = 9_000_000;
/** Least pixels of a document's short side: a phone's screenshot has about 1080. */
const READABLE_SIDE = 880;
/** The admin host's limit (domain/files/picture.ts). */
const MAX_SIDE = 16_384;
/** A little less than 4096 × 4096, the largest canvas of Safari on older iPhones. */
const MAX_CANVAS_PIXELS = 16_000_000;
const QUALITY = 0.85;

interface Size {
  width: number;
  height: number;
}

/**
 * The size in which a picture is drawn: never enlarged, within the limits of host and browser, its short side at least
 * {@link READABLE_SIDE} or unscaled. @param pixels to scale to, if set @returns null if the picture is too long for that
 */
export function drawnSize({ width, height }: Size, pixels = Number.POSITIVE_INFINITY): Size | null {
  const all = width * height;
  const most = Math.min(1, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_CANVAS_PIXELS / all));
  const least = Math.min(1, READABLE_SIDE / Math.min(width, height));
  if (most < least) return null;
  const scale = Math.min(most, Math.max(least, Math.sqrt(pixels / all)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Redraws an upright picture, unscaled if the result has at most `maxBytes`.
 * @returns null if the browser can't, or the picture is too long
 */
async function redrawPicture(bitmap: ImageBitmap, bytes: number, maxBytes: number): Promise<Blob | null> {
  const [whole, target] = [drawnSize(bitmap), drawnSize(bitmap, TARGET_PIXELS)];
  if (!whole || !target) return null;
  const jpeg = bytes <= maxBytes ? await drawJpeg(bitmap, whole) : null;
  return jpeg && jpeg.size <= maxBytes ? jpeg : drawJpeg(bitmap, target);
}

/** Calls `use` with the upright picture. @returns its result; null if the browser can't decode the picture */
async function withPicture<Result>(
  picture: Blob,
  use: (bitmap: ImageBitmap) => Result | Promise<Result>,
): Promise<Result | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return null;
  try {
    return await use(bitmap);
  } finally {
    bitmap.close();
  }
}

function asJpeg(name: string): string {
  return name.replace(/\.[^.]*$|$/, '.jpg');
}

interface PixelArea extends Size {
  x: number;
  y: number;
}

const wholeOf = ({ width, height }: Size): PixelArea => ({ x: 0, y: 0, width, height });

/** Draws a picture, or an area of it, as a JPEG. @returns null when the browser can't, as without memory */
async function drawJpeg(
  bitmap: ImageBitmap,
  { width, height }: Size,
  area: PixelArea = wholeOf(bitmap),
): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  paint(context, bitmap, area);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }).catch(() => null);
}

function paint(context: OffscreenCanvasRenderingContext2D, bitmap: ImageBitmap, area: PixelArea): void {
  const { width, height } = context.canvas;
  // JPEG has no transparency: transparent pixels become white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
}

/** Longer side of the reduced picture that is examined: lines of text are still darker than paper. */
const LOOK_SIDE = 320;
/** How much brighter or darker than usual, of 255, a pixel has to be to count as different. */
const DIFFERENCE = 24;
/** Share of different pixels in a picture that shows something, such as a signature on a page. */
const MIN_SHARE = 0.0005;

/** True for a picture that is nearly black, white or of one colour; false where there is no memory for a canvas. */
function isEmpty(bitmap: ImageBitmap): boolean {
  const scale = Math.min(1, LOOK_SIDE / Math.max(bitmap.width, bitmap.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const [width, height] = [side(bitmap.width), side(bitmap.height)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  paint(context, bitmap, wholeOf(bitmap));
  return areAlike(context.getImageData(0, 0, width, height).data);
}

/** True where nearly all pixels are alike. @param rgba pixels of a canvas */
function areAlike(rgba: Uint8ClampedArray): boolean {
  const usual = [0, 1, 2].map((channel) => {
    const values = rgba.filter((_, index) => index % 4 === channel).sort();
    return values[values.length >> 1] ?? 0;
  });
  let different = 0;
  for (let at = 0; at < rgba.length; at += 4)
    if (usual.some((value, channel) => Math.abs((rgba[at + channel] ?? 0) - value) > DIFFERENCE)) different += 1;
  return different < (MIN_SHARE * rgba.length) / 4;
}
