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
