/**
 * The visitor's language choice: local storage for the browser, the cookie for the edge, both always the same.
 * Also the place on the page, handed over to the same page in the other language.
 */
import type { Locale } from '../domain/i18n/locales.ts';
import { LOCALE_STORAGE_KEY, localeCookie } from '../domain/i18n/paths.ts';

const PLACE_KEY = 'place';

export interface Place {
  /** The page it belongs to. */
  path: string;
  /** The section at the top of the window, and its distance from there in pixels; `''` when there is none. */
  id: string;
  offset: number;
  /** Pixels from the top of the page. */
  y: number;
  /** The switch had the focus. */
  focused: boolean;
}

/** Keeps the choice. Where storage is refused the cookie still holds it, and the other way round. */
export function keepLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of the portal's visitors
  document.cookie = localeCookie(locale);
  write(() => localStorage.setItem(LOCALE_STORAGE_KEY, locale));
}

/** Hands the place over to the page at `place.path`. */
export function keepPlace(place: Place): void {
  write(() => sessionStorage.setItem(PLACE_KEY, JSON.stringify(place)));
}

/** Takes over the place that was kept for this page; null when there is none. It can be taken once. */
export function takePlace(path: string): Place | null {
  try {
    const kept = sessionStorage.getItem(PLACE_KEY);
    if (kept === null) return null;
    sessionStorage.removeItem(PLACE_KEY);
    const place = JSON.parse(kept) as Place;
    return place.path === path ? place : null;
  } catch {
    // Storage is refused or holds something else: the page simply starts at its top.
    return null;
  }
}

function write(change: () => void): void {
  try {
    change();
  } catch {
    // Storage is refused or full: what it would keep is a convenience, and the page works without.
  }
}
