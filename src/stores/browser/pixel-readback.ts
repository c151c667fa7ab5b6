/**
 * Whether this browser returns the pixels that a page draws. Some return others, to prevent fingerprinting: Firefox with
 * `privacy.resistFingerprinting` (Tor Browser, Mullvad Browser, LibreWolf), and extensions. A redrawn picture becomes noise
 * there. Pages and workers test it each time, since the user may allow it meanwhile.
 */

/** Four squares as large as a JPEG's largest blocks, so that compression changes their colours only at the edges. */
const SQUARE = 16;
const EDGE = 2;
const COLOURS = [
  [200, 60, 40],
  [50, 160, 70],
  [60, 80, 190],
  [230, 220, 210],
] as const;
/** How much a channel may differ: JPEG rounds, and Brave adds invisible noise. */
const TOLERANCE = 12;

/** @returns false where known pixels come back changed, read directly or as a JPEG; true also where no canvas can be made */
export async function returnsPixels(): Promise<boolean> {
  const context = squareCanvas();
  if (!context) return true;
  for (const [index, colour] of COLOURS.entries()) {
    context.fillStyle = `rgb(${colour.join()})`;
    context.fillRect((index % 2) * SQUARE, (index >> 1) * SQUARE, SQUARE, SQUARE);
  }
  if (!showsColours(context)) return false;
  const jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 }).catch(() => null);
  const decoded = jpeg && (await createImageBitmap(jpeg).catch(() => null));
  const redrawn = decoded && squareCanvas();
  if (!redrawn) return true;
  redrawn.drawImage(decoded, 0, 0);
  decoded.close();
  return showsColours(redrawn);
}

function squareCanvas(): OffscreenCanvasRenderingContext2D | null {
  return new OffscreenCanvas(2 * SQUARE, 2 * SQUARE).getContext('2d', { willReadFrequently: true });
}

function showsColours(context: OffscreenCanvasRenderingContext2D): boolean {
  const side = SQUARE - 2 * EDGE;
  return COLOURS.every((colour, index) => {
    const [left, top] = [(index % 2) * SQUARE + EDGE, (index >> 1) * SQUARE + EDGE];
    const { data } = context.getImageData(left, top, side, side);
    return data.every((value, at) => Math.abs(value - (colour[at % 4] ?? 255)) <= TOLERANCE);
  });
}
