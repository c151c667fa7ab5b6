/** The language of a request that reaches the worker: named by the address, else negotiated (domain/i18n). */
import { parse } from 'hono/utils/cookie';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { chooseLocale, LOCALE_COOKIE, LOCALE_QUERY, parseAcceptLanguage } from '../../src/domain/i18n/paths.ts';

/** What the answer of a negotiated address depends on besides its address. */
export const NEGOTIATED_BY = 'Accept-Language, Cookie';

/** The visitor's language by query, cookie and browser; browser storage is out of the edge's sight. */
export function negotiateLocale(request: Request): Locale {
  return chooseLocale({
    query: new URL(request.url).searchParams.get(LOCALE_QUERY),
    cookie: parse(request.headers.get('cookie') ?? '', LOCALE_COOKIE)[LOCALE_COOKIE],
    browser: parseAcceptLanguage(request.headers.get('accept-language')),
  });
}
