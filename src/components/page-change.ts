/**
 * While a page takes another's place without a reload: a sign that it is loading (PageNotices.astro), and then a
 * beginning at its heading, as a loaded page begins at its top; the router says its title aloud. The same page in the other
 * language goes on where it was (language-switch.ts).
 */
import { ROUTES_META } from '../domain/build-name.ts';
import { splitLocale } from '../domain/i18n/paths.ts';
import './unhydrated-islands.ts';

const here = () => splitLocale(location.pathname).path;
let shown = here();

const overlay = (hidden: boolean) => () => {
  for (const element of document.querySelectorAll<HTMLElement>('.loading-overlay')) element.hidden = hidden;
};

const routes = document.querySelector<HTMLMetaElement>(`meta[name=${ROUTES_META}]`)?.content.split(' ');

// Any other page is under a policy of its own: it is loaded, and the router does not even read it.
document.addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    if (link && routes && !routes.some((route) => `${link.pathname}/`.startsWith(`${route}/`)))
      link.dataset.astroReload = '';
  },
  true,
);
document.addEventListener('astro:before-preparation', overlay(false));
// Also a way that leads nowhere ends: the browser then loads the page by itself, or stays.
document.addEventListener('astro:after-preparation', overlay(true));
addEventListener('pageshow', overlay(true));
document.addEventListener('astro:before-swap', ({ viewTransition }) => {
  // The page comes at once: the design knows no fade. What is skipped never gets ready (CSS View Transitions).
  viewTransition.ready.catch(() => undefined);
  viewTransition.skipTransition();
});
document.addEventListener('astro:after-swap', () => {
  const before = shown;
  shown = here();
  const heading = document.querySelector('h1') ?? document.querySelector('main');
  if (shown === before || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});
