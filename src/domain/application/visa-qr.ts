/** The QR code of a visa's address: as an SVG path for pages, as a picture for mail. */
import { encodeQR } from 'qr';

/** Light modules around the code: four are asked for by ISO/IEC 18004, and scanners miss fewer codes with them. */
const QUIET_ZONE = 4;

/**
 * The mask is named, not chosen: every one of the eight can be read, since the code says which it is, and weighing all of
 * them, as the standard proposes, takes a slow phone three times as long.
 */
const OPTIONS = { ecc: 'medium', border: QUIET_ZONE, mask: 0 } as const;

/** Pixels for one module: 41 modules make a picture of 164 px, which a phone reads from a screen. */
const SCALE = 4;

/** @returns the side of the square in modules, and the dark ones as the `d` of one SVG path */
export function qrPath(address: string): { size: number; path: string } {
  const rows = encodeQR(address, 'raw', OPTIONS);
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size: rows.length, path };
}

/** @returns a GIF, which every mail program shows */
export function qrPicture(address: string): Uint8Array<ArrayBuffer> {
  return encodeQR(address, 'gif', { ...OPTIONS, scale: SCALE });
}
