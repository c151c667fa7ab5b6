/**
 * While a page takes another's place without a reload: a sign that it is loading (PageNotices.astro), and then a
 * beginning at its heading, as a loaded page begins at its top; the router says its title aloud. The same page in the other
 * language goes on where it was (page-elements.ts).
 */
import { ROUTES_META } from '../domain/build-name.ts';
import { splitLocale } from '../domain/i18n/paths.ts';

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

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Controls that were changed before their form was hydrated, and what stood in them (layouts/inline-scripts.ts). */
const typedEarly = () => (globalThis as { earlyForm?: { typed: Map<Control, string> } }).earlyForm?.typed;

// An island that is not hydrated yet does not persist as a hydrated one does, since it was rendered in the language of its page:
// the next page brings its own, and what was typed into the old one is carried over.
document.addEventListener('astro:before-swap', ({ newDocument }) => {
  const typed = typedEarly();
  for (const island of document.querySelectorAll<HTMLElement>('astro-island[ssr]')) {
    delete island.dataset.astroTransitionPersist;
    for (const [control, text] of [...(typed ?? [])]) {
      const next = island.contains(control) && counterpart(control, newDocument);
      if (!next) continue;
      carry(control, next);
      typed?.delete(control);
      typed?.set(next, text);
    }
  }
});

/** The same control in another page: by its name, and of a choice the same answer. */
function counterpart(control: Control, page: Document): Control | undefined {
  const namesakes = page.querySelectorAll<Control>(`[name="${CSS.escape(control.name)}"]`);
  return [...namesakes].find(({ type, value }) => type !== 'radio' || value === control.value);
}

function carry(from: Control, to: Control): void {
  if (!(from instanceof HTMLInputElement) || !('checked' in to)) to.value = from.value;
  else if (from.type === 'file') to.files = from.files;
  else if (from.type === 'radio' || from.type === 'checkbox') to.checked = from.checked;
  else to.value = from.value;
}
