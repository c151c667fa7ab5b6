/**
 * Runs in every page before it is painted.
 *
 * Removes the applicant's record from the tab once the session that it was read in is over (stores/account/record.ts; the
 * record's first text is its session): when another tab ends the session, and whenever the page is shown.
 *
 * Redirects to the language that a query asks for, and at a negotiated address to the one that only the browser's storage knows;
 * then saves the language in local storage and cookie. Leaves a localized URL without a language query unchanged.
 * Order: `chooseLocale` in domain/i18n/paths.ts.
 */
import { RECORD_KEY, SIGNED_IN_AT_KEY } from '../../domain/account/session.ts';
import { LOCALE_COOKIE, LOCALE_QUERY, LOCALE_STORAGE_KEY } from '../../domain/i18n/paths.ts';

const { pathname, search, hash } = location;
const query = new URLSearchParams(search);
const pageLanguage = document.documentElement.lang;
const route = pathname.replace(LANGUAGE_PREFIX, '');

/** Reads a language from what a function returns; an error, such as refused storage, counts as none. */
const languageOf = (read: () => unknown): string | undefined => {
  try {
    return LANGUAGE.exec(read() as string)?.[1]?.toLowerCase();
  } catch {
    return;
  }
};

const language =
  languageOf(() => query.get(LOCALE_QUERY)) ||
  (route === pathname
    ? languageOf(() => LANGUAGE_COOKIE.exec(document.cookie)?.[2]) ||
      languageOf(() => localStorage[LOCALE_STORAGE_KEY]) ||
      languageOf(() => sessionStorage[LOCALE_STORAGE_KEY]) ||
      pageLanguage
    : '');

// biome-ignore lint/suspicious/noGlobalAssign: event handlers of the window, shorter than listeners
onpageshow = onstorage = () =>
  languageOf(
    () =>
      localStorage[SIGNED_IN_AT_KEY] === sessionStorage[RECORD_KEY].split('"')[3] || delete sessionStorage[RECORD_KEY],
  );

if (language) {
  languageOf(() => {
    localStorage[LOCALE_STORAGE_KEY] = language;
  });
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${LOCALE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`;
  query.delete(LOCALE_QUERY);
  if (language !== pageLanguage) {
    const rest = `${query}`;
    location.replace(`/${language}${route === '/' ? '' : route}${rest && `?${rest}`}${hash}`);
  }
}
