/** Links of parcels. The secret stands in the fragment, which no browser sends to a host (RFC 9110, 7.1). */

import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { transferPorts } from '../browser/transfer-ports.ts';

/** The page that opens a link, by what the parcel is for. */
export const PARCEL_ROUTES = {
  draft: '/parcel/draft',
  photo: '/parcel/photo',
  company: '/parcel/company',
} as const satisfies Record<ParcelKind, `/${string}`>;

/** The page of the company's questions on paper. */
export const sheetRoute = (type: ApplicationType): `/${string}` => `/parcel/sheet/${type}`;

/** The whole address, `https://…/en/parcel/draft#secret`. */
export function parcelLink(locale: Locale, kind: ParcelKind, secret: string): string {
  return `${transferPorts.origin()}${localePath(locale, PARCEL_ROUTES[kind])}#${secret}`;
}

/**
 * The secret of the link that opened this page, or that was pasted over it: whoever calls this keeps it in memory.
 * @returns null when there is none, as at a second call
 */
export function takeSecret(): string | null {
  return transferPorts.takeFragment() || null;
}
