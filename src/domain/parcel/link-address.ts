/**
 * The addresses of links, also as mail programs and people change them: with `%23` for `#`, which browsers then send to the
 * server (RFC 9110, 7.1).
 */
import type { ParcelKind } from '../api/parcels.ts';
import type { ApplicationType } from '../application/types.ts';
import type { Locale } from '../i18n/locales.ts';
import { localePath } from '../i18n/paths.ts';

/** The page that opens a link, by kind of parcel. */
export const PARCEL_ROUTES = {
  draft: '/parcel/draft',
  photo: '/parcel/photo',
  company: '/parcel/company',
} as const satisfies Record<ParcelKind, `/${string}`>;

/** The page for an address of a link without a complete key. */
export const BROKEN_LINK_ROUTE = '/parcel/broken';

/** The printable page of a company's questions. */
export const sheetRoute = (type: ApplicationType): `/${string}` => `/parcel/sheet/${type}`;

/** The whole URL, `https://…/en/parcel/draft#key`. */
export const parcelLink = (origin: string, locale: Locale, kind: ParcelKind, secret: string): string =>
  `${origin}${localePath(locale, PARCEL_ROUTES[kind])}#${secret}`;

/** 128 bits, base64url: the last of 22 characters holds two bits. No letter or digit may follow. */
const KEY = '([A-Za-z0-9_-]{21}[AQgw])(?![A-Za-z0-9])';
const MARK = '(?:#|%(?:25){0,2}23)';
const PAGE = '(?:/[a-z]{2})?/parcel/(?:draft|photo|company)';

const KEY_IN_ADDRESS = new RegExp(`${MARK}${KEY}`);
const PAGE_OF_ADDRESS = new RegExp(`^${PAGE}(?![a-z0-9-])`);

/** The key in an address of a link, also after `%23`, and also with text behind it; null without a complete key. */
export const readLinkKey = (address: string): string | null => KEY_IN_ADDRESS.exec(address)?.[1] ?? null;

/** The page of a link's address, with its language; null for an address of no link. */
export const linkPage = (path: string): string | null => PAGE_OF_ADDRESS.exec(path)?.[0] ?? null;

/** The page of an address that has a complete key after `%23`, where a server sees it; null for any other. */
export const pageOfEncodedLink = (path: string): string | null =>
  new RegExp(`^(${PAGE})(?![a-z0-9-])[^#]{0,300}%(?:25){0,2}23${KEY}`).exec(path)?.[1] ?? null;

/** The browser inside a messenger: it loses what it stores, and its menu can open the address in a real browser. */
const IN_APP = [
  /Telegram/i,
  /Instagram|WhatsApp\//,
  /\bFB(?:AN|AV|_IAB)\b/,
  /MicroMessenger/,
  /\bLine\//,
  /\bVK(?:AndroidApp|Client)?\b|vk-?ios/i,
  // Any other in-app browser on Android.
  /; wv\)/,
];

/** Any other in-app browser on an iPhone: only a real browser names Safari. */
const isAppleWebView = (userAgent: string) =>
  /\((?:iPhone|iPad|iPod)\b/.test(userAgent) && userAgent.includes(' AppleWebKit/') && !userAgent.includes('Safari/');

/** @param hasProxy whether the window has Telegram's `TelegramWebviewProxy` */
export const isInAppBrowser = (userAgent: string, hasProxy = false): boolean =>
  hasProxy || isAppleWebView(userAgent) || IN_APP.some((pattern) => pattern.test(userAgent));
