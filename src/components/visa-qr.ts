/** Draws the QR code of an address into an SVG of the page; loaded only once there is a visa to show. */
import { qrPath } from '../domain/application/visa-qr.ts';

/** Fills `svg`, which holds one empty path, and names it `label` for those who do not see it. */
export function drawQr(svg: SVGElement, address: string, label: string): void {
  const { size, path } = qrPath(address);
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.removeAttribute('aria-hidden');
  svg.role = 'img';
  svg.ariaLabel = label;
  svg.querySelector('path')?.setAttribute('d', path);
}
