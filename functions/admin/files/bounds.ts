/** How large a picture may be, whatever it claims, so that neither we nor whoever opens it runs out of memory. */

/** Pixels of a side: what graphics processors, and with them browsers, show at least. A3 at 1200 dpi would be more. */
const MAX_SIDE = 16_384;
/** Pixels: A3 at 600 dpi has 70 million. Opened, each takes 4 bytes: 400 MB. */
const MAX_PIXELS = 100_000_000;

/** Chunks or segments of a picture: 10 MiB in pieces of one kilobyte, while common writers fill 8 kB and more. */
export const MAX_PIECES = 10_000;

/** True for a picture that can be shown. A few bytes can claim 65535 × 65535. */
export function isShowable(width: number, height: number): boolean {
  return width >= 1 && height >= 1 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;
}
