/** Cuts a photo to 35 × 45 mm. Rule: never larger than the source has pixels for; upright, as the browser shows it. */

import type { ChosenFile } from '../device/form-values.ts';
import { asJpeg, drawJpeg, type PixelArea } from './choose-file.ts';

export const PHOTO_RATIO = 35 / 45;
/** 35 mm at 300 dots an inch; 45 mm are 531. */
export const PRINT_WIDTH = 413;
/** Wider than this no printer and no screen shows more. */
const MAX_WIDTH = 1050;
/** How far a photo may be from 35 : 45 and still be one: cameras and scissors are off by a pixel or two. */
const TOLERANCE = 0.012;

interface Size {
  width: number;
  height: number;
}

/** True when a picture is 35 × 45 mm already. */
export function isPhotoShaped({ width, height }: Size): boolean {
  return Math.abs(width / height - PHOTO_RATIO) <= TOLERANCE;
}

/** How far a photo may be enlarged in the frame and keep {@link PRINT_WIDTH}; 1 when it has no pixels to spare. */
export function largestZoom({ width, height }: Size): number {
  const frame = Math.min(width, height * PHOTO_RATIO);
  return Math.min(4, Math.max(1, frame / PRINT_WIDTH));
}

/** The size in pixels of what is cut out. */
export function croppedSize(area: Size): Size {
  const width = Math.max(1, Math.min(MAX_WIDTH, Math.round(area.width)));
  return { width, height: Math.round(width / PHOTO_RATIO) };
}

/** The upright size of a picture; null when the browser can't read it. */
export async function pictureSize(picture: Blob): Promise<Size | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/**
 * @param area what stays, in pixels of the upright picture
 * @returns a JPEG under the same name; null when the browser can't read or write the picture
 */
export async function cropPicture({ blob, name }: ChosenFile, area: PixelArea): Promise<ChosenFile | null> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return null;
  try {
    const jpeg = await drawJpeg(bitmap, croppedSize(area), area);
    return jpeg && { name: asJpeg(name), size: jpeg.size, type: 'image/jpeg', blob: jpeg };
  } finally {
    bitmap.close();
  }
}
