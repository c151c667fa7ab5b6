/** Draws the QR code of an address into an SVG of the page; loaded only once there is a visa to show. */
import { encode } from 'uqr';

/** Light modules around the code: four are asked for by ISO/IEC 18004, and scanners miss fewer codes with them. */
const QUIET_ZONE = 4;

/**
 * Which of the eight patterns is laid over the code. Each can be read, since the code names its own; to weigh all of them,
 * as the standard proposes, keeps a slow phone from answering three times as long.
 */
const MASK = 0;

/** Fills `svg`, which holds one empty path, and names it `label` for those who do not see it. */
export function drawQr(svg: SVGElement, address: string, label: string): void {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE, maskPattern: MASK });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.removeAttribute('aria-hidden');
  svg.role = 'img';
  svg.ariaLabel = label;
  svg.querySelector('path')?.setAttribute('d', rows.join(''));
}
