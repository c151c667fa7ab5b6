/**
 * While a page takes another's place without a reload: a sign that it is on its way (LoadingOverlay.astro), and then a
 * beginning at its heading, as a loaded page begins at its top; the router says its title aloud. The same page in the other
 * language goes on where it was (language-switch.ts).
 */
import { splitLocale } from '../domain/i18n/paths.ts';

const here = () => splitLocale(location.pathname).path;
let shown = here();

const overlay = (hidden: boolean) => () => {
  for (const element of document.querySelectorAll<HTMLElement>('.loading-overlay')) element.hidden = hidden;
};

/** Routes of the pages that may take each other's place (layouts/Base.astro, `router`). All others are loaded. */
const ROUTED = /^\/(?:auth|application|profile|success)\b/;

// From the window, before whatever else waits for the page.
addEventListener(
  'astro:before-preparation',
  (event) => {
    const preparation = event as Event & { to: URL; loader: () => Promise<void> };
    if (ROUTED.test(splitLocale(preparation.to.pathname).path)) return;
    preparation.loader = async () => preparation.preventDefault();
  },
  true,
);
document.addEventListener('astro:before-preparation', overlay(false));
// Also a way that leads nowhere ends: the browser then loads the page by itself, or stays.
document.addEventListener('astro:after-preparation', overlay(true));
addEventListener('pageshow', overlay(true));
document.addEventListener('astro:after-swap', () => {
  const before = shown;
  shown = here();
  const heading = document.querySelector('h1') ?? document.querySelector('main');
  if (shown === before || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});
