/** Localized paths (`/ru/auth/login`), and negotiation for those without a language (`/auth/login`). */
import { DEFAULT_LOCALE, isLocale, type Locale } from './locales.ts';

interface LocalisedPath {
  /** Null for a path without a language. */
  locale: Locale | null;
  /** The path without language: starts with `/`, and ends with one only for `/`. */
  path: string;
}

/** Splits `/en/auth/login` into language and route; only the first segment can be a language. */
export function splitLocale(pathname: string): LocalisedPath {
  const [, first = '', ...rest] = pathname.split('/');
  const locale = isLocale(first) ? first : null;
  const path = locale ? `/${rest.join('/')}` : pathname;
  return { locale, path: path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : '/' };
}

/** `/en/Help` for `/EN/Help`: the first segment in lower case; null where nothing changes. */
export function withPlainLocale(pathname: string): string | null {
  const [, first = ''] = pathname.split('/');
  const plain = first.toLowerCase();
  return isLocale(plain) && plain !== first ? `/${plain}${pathname.slice(first.length + 1)}` : null;
}

/** `/en/auth/login`; the landing page is `/en`. @param route starts with `/`; query and hash stay */
export function localePath(locale: Locale, route: string): string {
  const cut = route.search(/[?#]/);
  const path = cut < 0 ? route : route.slice(0, cut);
  const tail = cut < 0 ? '' : route.slice(cut);
  return `/${locale}${path === '/' ? '' : path}${tail}`;
}

/** Query parameter, cookie and storage keys of the choice. */
export const LOCALE_QUERY = 'lng';
export const LOCALE_COOKIE = 'i18next';
export const LOCALE_STORAGE_KEY = 'i18nextLng';

/** The cookie of a choice, for a year, for `Set-Cookie` and `document.cookie`. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`;
}

interface LocaleHints {
  query?: string | null | undefined;
  cookie?: string | null | undefined;
  localStorage?: string | null | undefined;
  sessionStorage?: string | null | undefined;
  browser?: readonly string[] | undefined;
}

/** The first hint with a known language, in the order of `LocaleHints` (requirements: languages), else Russian; `en-US` is `en`. */
export function chooseLocale(hints: LocaleHints): Locale {
  const candidates = [hints.query, hints.cookie, hints.localStorage, hints.sessionStorage, ...(hints.browser ?? [])];
  for (const candidate of candidates) {
    const primary = candidate?.trim().toLowerCase().split(/[-_]/)[0];
    if (isLocale(primary)) return primary;
  }
  return DEFAULT_LOCALE;
}

/** Tags of an `Accept-Language` header (RFC 9110, section 12.5.4) by falling quality, without `q=0` and `*`. */
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
