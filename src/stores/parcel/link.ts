/** Links of parcels, as their two devices use them. */
import type { ParcelKind } from '../../domain/api/parcels.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { PARCEL_ROUTES } from '../../domain/parcel/link-address.ts';
import { transferPorts } from '../browser/transfer-ports.ts';

/** The printable page of the company's questions. */
export const sheetRoute = (type: ApplicationType): `/${string}` => `/parcel/sheet/${type}`;

/** The whole URL, `https://…/en/parcel/draft#key`. */
export function parcelLink(locale: Locale, kind: ParcelKind, secret: string): string {
  return `${transferPorts.origin()}${localePath(locale, PARCEL_ROUTES[kind])}#${secret}`;
}

/** The link that opened this page: its key, or how it has ended in this tab. */
export interface OpenedLink {
  key: string | null;
  ended: string | null;
}

export function openedLink(): OpenedLink {
  transferPorts.takeLinkKey();
  const stored = transferPorts.linkKey();
  return stored?.startsWith('!') ? { key: null, ended: stored.slice(1) } : { key: stored, ended: null };
}

/** Calls `open` with the page's link, and with each one opened over it, which loads no page. @returns stops listening */
export function followLink(open: (link: OpenedLink) => void): () => void {
  let last: string | null = null;
  const read = () => {
    const link = openedLink();
    if (last !== null && link.key === last) return;
    last = link.key ?? '';
    open(link);
  };
  addEventListener('hashchange', read);
  read();
  return () => removeEventListener('hashchange', read);
}
