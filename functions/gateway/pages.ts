/**
 * Pages that the asset layer has no file for at their own address: negotiated ones, employee visas, "not found".
 * Rule: whatever is served here comes from the built files, with the headers of `_headers`.
 */

import { parse } from 'hono/utils/cookie';
import { isLocale, type Locale } from '../../src/domain/i18n/locales.ts';
import {
  chooseLocale,
  LOCALE_COOKIE,
  LOCALE_QUERY,
  localeCookie,
  parseAcceptLanguage,
} from '../../src/domain/i18n/negotiate.ts';
import { localePath, splitLocale } from '../../src/domain/i18n/paths.ts';
import { Refusal } from './call.ts';

/** A page's own address: lower-case words. Everything else is no page, and no file either. */
const PAGE = /^(?:\/|(?:\/[a-z0-9-]+)+)$/;
const EMPLOYEE_VISA = /^\/employee-visa\/[A-Za-z0-9_-]{1,128}$/;
const EMPLOYEE_VISA_SHELL = '/employee-visa';
const NOT_FOUND = '/404';
/** Built files that are only ever served at other addresses than their own. */
const HIDDEN = new Set([EMPLOYEE_VISA_SHELL, NOT_FOUND]);

/** Handles a page. @param assets reads built files at their own addresses */
export function createPages({ assets }: { assets: Pick<Fetcher, 'fetch'> }) {
  if (typeof assets?.fetch !== 'function') throw new TypeError('Pages need the built files');

  const built = (request: Request, locale: Locale, route: string) => {
    const headers = new Headers();
    const known = request.headers.get('if-none-match');
    if (known !== null) headers.set('If-None-Match', known);
    return assets.fetch(
      new Request(new URL(localePath(locale, route), request.url), { method: request.method, headers }),
    );
  };

  return async (request: Request, pathname: string): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', 'A page can only be read', { Allow: 'GET, HEAD' });
    }
    const named = splitLocale(pathname);
    const other = otherLanguage(request, named);
    if (other) return other;
    const locale = named.locale ?? negotiateLocale(request);
    const route = EMPLOYEE_VISA.test(named.path) ? EMPLOYEE_VISA_SHELL : named.path;
    const servable = route !== named.path || (PAGE.test(named.path) && !HIDDEN.has(named.path));
    // Prefixed pages come straight from the asset layer, so only the visa shell is looked for under a prefix.
    if (servable && (named.locale === null || route === EMPLOYEE_VISA_SHELL)) {
      const page = await built(request, locale, route);
      if (page.status === 200 || page.status === 304) {
        return tidied(pathname, request) ?? dressed(page, page.status, locale, named.locale === null);
      }
      discard(page);
    }
    return dressed(
      await built(new Request(request.url, { method: request.method }), locale, NOT_FOUND),
      404,
      locale,
      named.locale === null,
    );
  };
}

/** Such a page is asked for a language, by its switch for one: leads to the address that names it, and keeps the choice. */
function otherLanguage(request: Request, named: { locale: Locale | null; path: string }): Response | null {
  const query = new URL(request.url).searchParams;
  const asked = query.get(LOCALE_QUERY);
  if (named.locale === null || !isLocale(asked) || asked === named.locale) return null;
  query.delete(LOCALE_QUERY);
  const search = query.size > 0 ? `?${query}` : '';
  return new Response(null, {
    status: 302,
    headers: { Location: localePath(asked, named.path) + search, 'Set-Cookie': localeCookie(asked) },
  });
}

/** A page has one address: a trailing slash is sent on to the address without it. */
function tidied(pathname: string, request: Request): Response | null {
  if (pathname === '/' || !pathname.endsWith('/')) return null;
  const location = pathname.replace(/(?<!\/)\/+$/, '') + new URL(request.url).search;
  return new Response(null, { status: 308, headers: { Location: location } });
}

function dressed(page: Response, status: number, locale: Locale, negotiated: boolean): Response {
  const answer = new Response(page.ok || page.status === 304 ? page.body : null, { status, headers: page.headers });
  answer.headers.set('Content-Language', locale);
  answer.headers.set('Cache-Control', 'private, no-cache');
  if (status === 404) answer.headers.delete('ETag');
  if (negotiated) answer.headers.append('Vary', NEGOTIATED_BY);
  if (!page.ok) discard(page);
  return answer;
}

function discard(page: Response): void {
  if (page.body && !page.bodyUsed) void page.body.cancel().catch(() => undefined);
}

/** What the answer of a negotiated address depends on besides its address. */
const NEGOTIATED_BY = 'Accept-Language, Cookie';

/** The visitor's language by query, cookie and browser; browser storage is out of the edge's sight. */
function negotiateLocale(request: Request): Locale {
  return chooseLocale({
    query: new URL(request.url).searchParams.get(LOCALE_QUERY),
    cookie: parse(request.headers.get('cookie') ?? '', LOCALE_COOKIE)[LOCALE_COOKIE],
    browser: parseAcceptLanguage(request.headers.get('accept-language')),
  });
}
