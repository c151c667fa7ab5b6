/** Redraws pictures as upright JPEGs: smaller, in another format, or cropped. */

/** Pixels to which a larger picture is scaled: 3000 × 3000, an A4 page at 300 dpi. */
const TARGET_PIXELS = 9_000_000;
/** Minimum short side of a document: a phone's screenshot is about 1080 wide. */
const READABLE_SIDE = 880;
/** Limit of the admin host (domain/files/picture.ts). */
const MAX_SIDE = 16_384;
/** A little less than the 4096 × 4096 that Safari draws at most on older iPhones. */
const MAX_CANVAS_PIXELS = 16_000_000;
const QUALITY = 0.85;

export interface Size {
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
 * Redraws an upright picture: unscaled if it has at most `maxBytes`, else in {@link TARGET_PIXELS}.
 * @param bytes of its file @returns null if the browser can't draw it, or it is too long to stay readable
 */
export async function redrawPicture(bitmap: ImageBitmap, bytes: number, maxBytes: number): Promise<Blob | null> {
  const [whole, target] = [drawnSize(bitmap), drawnSize(bitmap, TARGET_PIXELS)];
  if (!whole || !target) return null;
  const jpeg = bytes <= maxBytes ? await drawJpeg(bitmap, whole) : null;
  return jpeg && jpeg.size <= maxBytes ? jpeg : drawJpeg(bitmap, target);
}

/** The result of `use` with the upright picture; null if the browser can't decode it. */
export async function withPicture<Result>(
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

export function asJpeg(name: string): string {
  return name.replace(/\.[^.]*$|$/, '.jpg');
}

export interface PixelArea extends Size {
  x: number;
  y: number;
}

const wholeOf = ({ width, height }: Size): PixelArea => ({ x: 0, y: 0, width, height });

/** Draws a picture, or a part of it, as a JPEG. @returns null when the browser can't, as without memory */
export async function drawJpeg(
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
  // JPEG has no transparency: white shows through, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
}

/** Pixels of the longer side that is looked at: lines of text are still darker than paper. */
const LOOK_SIDE = 320;
/** Brightness, 0 to 255, from which a pixel differs from the picture's usual one. */
const DIFFERENCE = 24;
/** Share of such pixels in a picture that shows something, such as a signature on a page. */
const MIN_SHARE = 0.0005;

/** True for a picture that is nearly black, white or of one colour. Without memory for a canvas nothing is known. */
export function isEmpty(bitmap: ImageBitmap): boolean {
  const scale = Math.min(1, LOOK_SIDE / Math.max(bitmap.width, bitmap.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const [width, height] = [side(bitmap.width), side(bitmap.height)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  paint(context, bitmap, wholeOf(bitmap));
  return areAlike(context.getImageData(0, 0, width, height).data);
}

/** True where nearly all pixels are alike. @param rgba as of a canvas */
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
