/** The language choice in local storage and cookie, and the scroll position for the page in the other language. */
import type { Locale } from '../domain/i18n/locales.ts';
import { LOCALE_STORAGE_KEY, localeCookie } from '../domain/i18n/paths.ts';

const PLACE_KEY = 'place';

export interface ScrollPlace {
  path: string;
  /** The section at the top of the viewport, `''` for none, and its offset in pixels. */
  id: string;
  offset: number;
  y: number;
  focused: boolean;
}

/** Stores the choice; one of the two may fail. */
export function storeLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of the portal's visitors
  document.cookie = localeCookie(locale);
  write(() => localStorage.setItem(LOCALE_STORAGE_KEY, locale));
}

export function storeScrollPlace(place: ScrollPlace): void {
  write(() => sessionStorage.setItem(PLACE_KEY, JSON.stringify(place)));
}

/** Reads and deletes the place stored for this page. */
export function takeScrollPlace(path: string): ScrollPlace | null {
  try {
    const stored = sessionStorage.getItem(PLACE_KEY);
    if (stored === null) return null;
    sessionStorage.removeItem(PLACE_KEY);
    const place = JSON.parse(stored) as ScrollPlace;
    return place.path === path ? place : null;
  } catch {
    // The page starts at its top.
    return null;
  }
}

function write(change: () => void): void {
  try {
    change();
  } catch {
    // A convenience: the page works without.
  }
}
