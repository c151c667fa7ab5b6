/** The QR code of a visa's address. */
import { encodeQR } from 'qr';

/** Light modules around the code (ISO/IEC 18004: four). */
const QUIET_ZONE = 4;

/** A fixed mask: all eight are readable, and choosing the best, as the standard proposes, takes three times as long. */
const OPTIONS = { ecc: 'medium', border: QUIET_ZONE, mask: 0 } as const;

/** Pixels per module: 41 modules make 164 px, readable from a screen. */
const SCALE = 4;

/** The side in modules, and the dark modules as the `d` of one SVG path. */
export function qrPath(address: string): { size: number; path: string } {
  const rows = encodeQR(address, 'raw', OPTIONS);
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size: rows.length, path };
}

/** A GIF, which every mail program shows. */
export function qrPicture(address: string): Uint8Array<ArrayBuffer> {
  return encodeQR(address, 'gif', { ...OPTIONS, scale: SCALE });
}
