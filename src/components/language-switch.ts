/** `<language-switch>`: leads to this very page in the other language, and keeps query, hash, choice and place. */
import { isLocale } from '../domain/i18n/locales.ts';
import { LOCALE_QUERY, localePath, splitLocale } from '../domain/i18n/paths.ts';
import { keepLocale, keepPlace, type Place, takePlace } from '../stores/language.ts';

/** The section at the top of the window, and where it stands: languages differ in length, so pixels alone would drift. */
function currentPlace() {
  let id = '';
  let offset = 0;
  for (const element of document.querySelectorAll('main [id]')) {
    const { top, width } = element.getBoundingClientRect();
    // What is further down may not be drawn yet, and to measure it would take as long as drawing it.
    if (top > innerHeight / 3) break;
    if (width > 0) [id, offset] = [element.id, top];
  }
  return { id, offset, y: scrollY };
}

function returnToPlace(): void {
  const place = takePlace(location.pathname);
  if (!place) return;
  returnTo(place);
  // A loading page goes to the hash of its address once more at its end.
  if (document.readyState !== 'complete')
    addEventListener('load', () => setTimeout(() => returnTo(place)), { once: true });
}

function returnTo(place: Place): void {
  const top = place.id && document.getElementById(place.id)?.getBoundingClientRect().top;
  scrollTo({ top: typeof top === 'number' ? scrollY + top - place.offset : place.y, behavior: 'instant' });
  if (place.focused) {
    document.querySelector<HTMLElement>('language-switch [aria-current]')?.focus({ preventScroll: true });
  }
}

/** Leads a link to the page that is shown, as it is now. */
function point(link: HTMLAnchorElement): void {
  if (!isLocale(link.hreflang)) return;
  const query = new URLSearchParams(location.search);
  query.delete(LOCALE_QUERY);
  const search = query.size > 0 ? `?${query}` : '';
  link.href = localePath(link.hreflang, splitLocale(location.pathname).path) + search + location.hash;
}

class LanguageSwitch extends HTMLElement {
  connectedCallback(): void {
    for (const link of this.querySelectorAll('a')) {
      const locale = link.hreflang;
      if (!isLocale(locale)) continue;
      link.addEventListener('focus', () => point(link));
      link.addEventListener('pointerdown', () => point(link));
      link.addEventListener('click', () => {
        point(link);
        keepLocale(locale);
        keepPlace({ ...currentPlace(), path: link.pathname, focused: this.contains(document.activeElement) });
      });
    }
  }
}

// A page that replaces another without a reload is scrolled to its top after its elements are connected.
document.addEventListener('astro:after-swap', returnToPlace);
customElements.define('language-switch', LanguageSwitch);
returnToPlace();
