/** Crops a photo to 35 × 45 mm, upright, and never to more pixels than the source has. */

import type { ChosenFile } from '../device/form-values.ts';
import { asJpeg, drawJpeg, type PixelArea, type Size, withPicture } from './draw-picture.ts';

export const PHOTO_RATIO = 35 / 45;
/** 35 mm at 300 dpi; 45 mm are 531 pixels. */
export const PRINT_WIDTH = 413;
/** Printers and screens show no more detail. */
const MAX_WIDTH = 1050;
/** Cameras and scissors are off by a pixel or two. */
const TOLERANCE = 0.012;

export function isPhotoShaped({ width, height }: Size): boolean {
  return Math.abs(width / height - PHOTO_RATIO) <= TOLERANCE;
}

/** The largest zoom that keeps {@link PRINT_WIDTH}; 1 without pixels to spare. */
export function largestZoom({ width, height }: Size): number {
  const frame = Math.min(width, height * PHOTO_RATIO);
  return Math.min(4, Math.max(1, frame / PRINT_WIDTH));
}

export function croppedSize(area: Size): Size {
  const width = Math.max(1, Math.min(MAX_WIDTH, Math.round(area.width)));
  return { width, height: Math.round(width / PHOTO_RATIO) };
}

/** The upright size; null when the browser can't decode the picture. */
export function pictureSize(picture: Blob): Promise<Size | null> {
  return withPicture(picture, ({ width, height }) => ({ width, height }));
}

/** @param area in pixels of the upright picture @returns a JPEG of the same name; null when the browser can't */
export async function cropPicture({ blob, name }: ChosenFile, area: PixelArea): Promise<ChosenFile | null> {
  const jpeg = await withPicture(blob, (bitmap) => drawJpeg(bitmap, croppedSize(area), area));
  return jpeg && { name: asJpeg(name), size: jpeg.size, type: 'image/jpeg', blob: jpeg };
}
