/**
 * Localised addresses: `/ru/auth/login` is one language's page, `/auth/login` the negotiated one.
 * Rule: only the first path segment ever names a language.
 */
import { isLocale, type Locale } from './locales.ts';

export interface LocalisedPath {
  /** The language named by the address, or null for a negotiated address. */
  locale: Locale | null;
  /** The path without its language: always starts with `/`, never ends with one (but for `/`). */
  path: string;
}

/** Splits a pathname such as `/en/auth/login` into its language and its route. */
export function splitLocale(pathname: string): LocalisedPath {
  const [, first = '', ...rest] = pathname.split('/');
  const locale = isLocale(first) ? first : null;
  const path = locale ? `/${rest.join('/')}` : pathname;
  return { locale, path: path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : '/' };
}

/**
 * The address of a route in one language.
 * @param route a route of the specification, starting with `/`; query and hash are kept
 * @returns `/en/auth/login`; the landing page is `/en`
 */
export function localePath(locale: Locale, route: string): string {
  const cut = route.search(/[?#]/);
  const path = cut < 0 ? route : route.slice(0, cut);
  const tail = cut < 0 ? '' : route.slice(cut);
  return `/${locale}${path === '/' ? '' : path}${tail}`;
}
