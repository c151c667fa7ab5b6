/**
 * Which language a visitor gets at an unprefixed address.
 * Order (specification §1): `?lng=`, cookie, local storage, session storage, browser, then Russian.
 */
import { DEFAULT_LOCALE, isLocale, type Locale } from './locales.ts';

/** Query parameter, cookie and storage keys that carry the choice. */
export const LOCALE_QUERY = 'lng';
export const LOCALE_COOKIE = 'i18next';
export const LOCALE_STORAGE_KEY = 'i18nextLng';

/** The cookie that keeps a choice for a year, as `Set-Cookie` and `document.cookie` take it. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`;
}

export interface LocaleHints {
  query?: string | null | undefined;
  cookie?: string | null | undefined;
  localStorage?: string | null | undefined;
  sessionStorage?: string | null | undefined;
  /** Language tags in the visitor's order of preference. */
  browser?: readonly string[] | undefined;
}

/** The first hint that names a language of the portal; regions are ignored (`en-US` is `en`). */
export function chooseLocale(hints: LocaleHints): Locale {
  const candidates = [hints.query, hints.cookie, hints.localStorage, hints.sessionStorage, ...(hints.browser ?? [])];
  for (const candidate of candidates) {
    const primary = candidate?.trim().toLowerCase().split(/[-_]/)[0];
    if (isLocale(primary)) return primary;
  }
  return DEFAULT_LOCALE;
}

/**
 * Reads an `Accept-Language` header (RFC 9110 §12.5.4).
 * @returns tags by falling quality; `q=0` and `*` are left out
 */
export function parseAcceptLanguage(header: string | null | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='));
      const quality = q ? Number(q.slice(2)) : 1;
      return { tag: tag.trim(), quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
