/** Links of parcels. The secret stands in the fragment, which no browser sends to a host (RFC 9110, 7.1). */

import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { ports } from '../browser/ports.ts';
import { transferPorts } from '../browser/transfer-ports.ts';

/** The page that opens a link, by what the parcel is for. */
export const PARCEL_ROUTES = {
  draft: '/parcel/draft',
  photo: '/parcel/photo',
  company: '/parcel/company',
} as const satisfies Record<ParcelKind, `/${string}`>;

/** The whole address, `https://…/en/parcel/draft#secret`. */
export function parcelLink(locale: Locale, kind: ParcelKind, secret: string): string {
  return `${transferPorts.origin()}${localePath(locale, PARCEL_ROUTES[kind])}#${secret}`;
}

/**
 * The secret of the link that opened this page. It is taken out of the address at once, so that neither the history nor a
 * copied address has it: whoever calls this keeps it in memory.
 * @returns null when the address has none, as at a second call
 */
export function takeSecret(): string | null {
  const here = ports.here();
  const cut = here.indexOf('#');
  if (cut < 0) return null;
  transferPorts.hideFragment();
  return here.slice(cut + 1) || null;
}
