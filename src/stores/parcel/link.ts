/** Links of parcels. The secret is in the fragment, which browsers do not send to a host (RFC 9110, 7.1). */

import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { transferPorts } from '../browser/transfer-ports.ts';

/** The page that opens a link, by parcel kind. */
export const PARCEL_ROUTES = {
  draft: '/parcel/draft',
  photo: '/parcel/photo',
  company: '/parcel/company',
} as const satisfies Record<ParcelKind, `/${string}`>;

/** The printable page of the company's questions. */
export const sheetRoute = (type: ApplicationType): `/${string}` => `/parcel/sheet/${type}`;

/** The whole URL, `https://…/en/parcel/draft#secret`. */
export function parcelLink(locale: Locale, kind: ParcelKind, secret: string): string {
  return `${transferPorts.origin()}${localePath(locale, PARCEL_ROUTES[kind])}#${secret}`;
}

/** The secret of the link that opened this page, or was pasted over it; the caller stores it. @returns null at a second call */
export function takeSecret(): string | null {
  return transferPorts.takeFragment() || null;
}
