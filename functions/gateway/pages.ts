/**
 * Pages that have no file at their own path: negotiated pages, visas, links that a mail program has changed, "not found". All
 * come from the built files, with the headers of `_headers`.
 */
import { parse } from 'hono/utils/cookie';
import { Refusal } from '../../src/domain/api/refusal.ts';
import { CLOSED_FILE_ROUTE } from '../../src/domain/files/closed-file.ts';
import { isLocale, type Locale } from '../../src/domain/i18n/locales.ts';
import {
  chooseLocale,
  LOCALE_COOKIE,
  LOCALE_QUERY,
  localeCookie,
  localePath,
  parseAcceptLanguage,
  splitLocale,
  withPlainLocale,
} from '../../src/domain/i18n/paths.ts';
import { BROKEN_LINK_ROUTE, pageOfEncodedLink } from '../../src/domain/parcel/link-address.ts';

const PAGE = /^(?:\/|(?:\/[a-z0-9-]+)+)$/;
/**
 * A code as typed or copied, perhaps with a label and other signs, in which the page finds it; excludes encoded slashes and
 * control characters.
 */
const EMPLOYEE_VISA = /^\/employee-visa\/(?!.*%(?:[01]|2F|5C|7F))[^/]{1,512}$/i;
const EMPLOYEE_VISA_SHELL = '/employee-visa';
const NOT_FOUND = '/404';
/** Files that are served only at other paths. */
const HIDDEN = new Set([NOT_FOUND, BROKEN_LINK_ROUTE, CLOSED_FILE_ROUTE]);
/** Addresses of links with something added or missing, which no page has. */
const LINK = /^\/parcel(?:\/(?!sheet\/)|%|$)/;

export function createPages({ assets }: { assets: Pick<Fetcher, 'fetch'> }) {
  if (typeof assets?.fetch !== 'function') throw new TypeError('Pages need the built files');

  const built = (request: Request, locale: Locale, route: string) => builtPage(assets, request, locale, route);

  return async (request: Request, pathname: string): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', 'A page can only be read', { headers: { Allow: 'GET, HEAD' } });
    }
    const plain = withPlainLocale(pathname);
    if (plain !== null) return redirectTo(plain, request);
    const named = splitLocale(pathname);
    const other = languageRedirect(request, named);
    if (other) return other;
    const locale = named.locale ?? negotiateLocale(request);
    const encoded = pageOfEncodedLink(pathname);
    // The page itself moves the key behind `#`. The response is not stored, since the address has the key.
    if (encoded)
      return linkResponse(await built(withoutConditions(request), locale, splitLocale(encoded).path), 200, locale);
    const route = EMPLOYEE_VISA.test(named.path) ? EMPLOYEE_VISA_SHELL : named.path;
    const servable = route !== named.path || (PAGE.test(named.path) && !HIDDEN.has(named.path));
    // The asset layer serves pages with a language prefix, except the shell of visa pages.
    if (servable && (named.locale === null || route === EMPLOYEE_VISA_SHELL)) {
      const page = await built(request, locale, route);
      if (page.status === 200 || page.status === 304) {
        return (
          withoutTrailingSlash(pathname, request) ?? pageResponse(page, page.status, locale, named.locale === null)
        );
      }
      discard(page);
    }
    if (isFileName(pathname) && !acceptsPages(request)) return fileNotFound();
    if (LINK.test(named.path)) {
      return linkResponse(await built(withoutConditions(request), locale, BROKEN_LINK_ROUTE), 404, locale);
    }
    return pageResponse(await built(withoutConditions(request), locale, NOT_FOUND), 404, locale, named.locale === null);
  };
}

function builtPage(assets: Pick<Fetcher, 'fetch'>, request: Request, locale: Locale, route: string) {
  const headers = new Headers();
  const known = request.headers.get('if-none-match');
  if (known !== null) headers.set('If-None-Match', known);
  return assets.fetch(
    new Request(new URL(localePath(locale, route), request.url), { method: request.method, headers }),
  );
}

/** The page that a visitor gets, in place of an error body, at a file link that has expired or whose file is gone. */
export async function closedFilePage(
  assets: Pick<Fetcher, 'fetch'>,
  request: Request,
  status: number,
): Promise<Response> {
  const locale = negotiateLocale(request);
  const page = await builtPage(assets, withoutConditions(request), locale, CLOSED_FILE_ROUTE);
  const response = linkResponse(page, status, locale);
  response.headers.append('Vary', 'Accept, Accept-Language, Cookie');
  return response;
}

/** True for a file name such as `/favicon.ico`, which no page has. */
const isFileName = (pathname: string) => /\.(?!html?$)[a-z0-9]{1,12}$/i.test(pathname);

/** True for a navigation, false for pictures and scripts. */
const acceptsPages = (request: Request) => /\btext\/html\b/i.test(request.headers.get('accept') ?? 'text/html');

/** The response to a program that requests a file, for which the "not found" page would be useless. */
function fileNotFound(): Response {
  return new Response('Not found\n', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

function languageRedirect(request: Request, named: { locale: Locale | null; path: string }): Response | null {
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

function withoutTrailingSlash(pathname: string, request: Request): Response | null {
  if (pathname === '/' || !pathname.endsWith('/')) return null;
  // Nothing is left of "//": an empty path would redirect to itself.
  return redirectTo(pathname.replace(/(?<!\/)\/+$/, '') || '/', request);
}

function redirectTo(pathname: string, request: Request): Response {
  const location = pathname + new URL(request.url).search;
  return new Response(null, { status: 308, headers: { Location: location } });
}

function pageResponse(page: Response, status: number, locale: Locale, negotiated: boolean): Response {
  const response = new Response(page.ok || page.status === 304 ? page.body : null, { status, headers: page.headers });
  response.headers.set('Content-Language', locale);
  response.headers.set('Cache-Control', 'private, no-cache');
  if (status === 404) response.headers.delete('ETag');
  if (negotiated) response.headers.append('Vary', 'Accept-Language, Cookie');
  if (!page.ok) discard(page);
  return response;
}

/** For an address that may contain a key or a part of one. */
function linkResponse(page: Response, status: number, locale: Locale): Response {
  const response = pageResponse(page, status, locale, false);
  response.headers.set('Cache-Control', 'no-store');
  response.headers.delete('ETag');
  return response;
}

const withoutConditions = ({ url, method }: Request) => new Request(url, { method });

function discard(page: Response): void {
  if (page.body && !page.bodyUsed) void page.body.cancel().catch(() => undefined);
}

function negotiateLocale(request: Request): Locale {
  return chooseLocale({
    query: new URL(request.url).searchParams.get(LOCALE_QUERY),
    cookie: parse(request.headers.get('cookie') ?? '', LOCALE_COOKIE)[LOCALE_COOKIE],
    browser: parseAcceptLanguage(request.headers.get('accept-language')),
  });
}
