/** `<language-switch>`, on every page. The page in the other language is scrolled to the same place. */
import { isLocale, type Locale } from '../domain/i18n/locales.ts';
import { LOCALE_QUERY, LOCALE_STORAGE_KEY, localeCookie, localePath, splitLocale } from '../domain/i18n/paths.ts';

const PLACE_KEY = 'place';

interface ScrollPlace {
  path: string;
  /** The section at the top of the viewport, `''` for none, and its offset in pixels. */
  id: string;
  offset: number;
  y: number;
  focused: boolean;
}

/** Stores the choice; one of the two stores may fail. */
function storeLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of the portal's visitors
  document.cookie = localeCookie(locale);
  write(() => localStorage.setItem(LOCALE_STORAGE_KEY, locale));
}

/** Reads and deletes the place stored for this page. */
function takeScrollPlace(path: string): ScrollPlace | null {
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
    // The page works without the place.
  }
}

/** The section at the top of the window and its offset: texts differ in length, so pixels alone would drift. */
function currentPlace() {
  let id = '';
  let offset = 0;
  for (const element of document.querySelectorAll('main [id]')) {
    const { top, width } = element.getBoundingClientRect();
    // Content further down may not be laid out yet, and measuring it would cost that work.
    if (top > innerHeight / 3) break;
    if (width > 0) [id, offset] = [element.id, top];
  }
  return { id, offset, y: scrollY };
}

function restorePlace(): void {
  const place = takeScrollPlace(location.pathname);
  if (!place) return;
  scrollToPlace(place);
  // A loading page scrolls to its hash once more at the end.
  if (document.readyState !== 'complete')
    addEventListener('load', () => setTimeout(() => scrollToPlace(place)), { once: true });
}

function scrollToPlace(place: ScrollPlace): void {
  const top = place.id && document.getElementById(place.id)?.getBoundingClientRect().top;
  scrollTo({ top: typeof top === 'number' ? scrollY + top - place.offset : place.y, behavior: 'instant' });
  if (place.focused) {
    document.querySelector<HTMLElement>('language-switch [aria-current]')?.focus({ preventScroll: true });
  }
}

function updateLink(link: HTMLAnchorElement): void {
  if (!isLocale(link.hreflang)) return;
  const query = new URLSearchParams(location.search);
  query.delete(LOCALE_QUERY);
  const search = query.size > 0 ? `?${query}` : '';
  link.href = localePath(link.hreflang, splitLocale(location.pathname).path) + search + location.hash;
}

/** `<language-switch>`: links to this page in the other language, with query, hash and place, and stores the choice. */
class LanguageSwitch extends HTMLElement {
  connectedCallback(): void {
    for (const link of this.querySelectorAll('a')) {
      const locale = link.hreflang;
      if (!isLocale(locale)) continue;
      link.addEventListener('focus', () => updateLink(link));
      link.addEventListener('pointerdown', () => updateLink(link));
      link.addEventListener('click', () => {
        updateLink(link);
        storeLocale(locale);
        const focused = this.contains(document.activeElement);
        const place: ScrollPlace = { ...currentPlace(), path: link.pathname, focused };
        write(() => sessionStorage.setItem(PLACE_KEY, JSON.stringify(place)));
      });
    }
  }
}

// A page that replaces another without a reload is scrolled to its top after its elements are connected.
document.addEventListener('astro:after-swap', restorePlace);
customElements.define('language-switch', LanguageSwitch);
restorePlace();
