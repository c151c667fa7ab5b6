/**
 * What happens when a page replaces another without a reload: the overlay of PageNotices.astro while it loads, then focus on the
 * heading.
 */
import { ROUTES_META } from '../domain/build-name.ts';
import { splitLocale } from '../domain/i18n/paths.ts';

const here = () => splitLocale(location.pathname).path;
let shown = here();

const overlay = (hidden: boolean) => () => {
  for (const element of document.querySelectorAll<HTMLElement>('.loading-overlay')) element.hidden = hidden;
};

const routes = document.querySelector<HTMLMetaElement>(`meta[name=${ROUTES_META}]`)?.content.split(' ');

// Any other page has its own content security policy, so it has to be reloaded.
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
// Also after a failed fetch, when the router leaves the page to the browser.
document.addEventListener('astro:after-preparation', overlay(true));
addEventListener('pageshow', overlay(true));
document.addEventListener('astro:before-swap', ({ viewTransition }) => {
  // No fade. The `ready` promise of a skipped transition rejects (CSS View Transitions).
  viewTransition.ready.catch(() => undefined);
  viewTransition.skipTransition();
});
document.addEventListener('astro:after-swap', () => {
  const before = shown;
  shown = here();
  const heading = document.querySelector<HTMLElement>('h1:not([hidden] *)') ?? document.querySelector('main');
  if (shown === before || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Controls that were changed before their form was hydrated, and their texts then (layouts/inline/early-form.ts). */
const typedEarly = () => (globalThis as { earlyForm?: { typed: Map<Control, string> } }).earlyForm?.typed;

// An island that is not hydrated does not persist: the next page brings its own, and the typed text is carried over.
document.addEventListener('astro:before-swap', ({ newDocument }) => {
  const typed = typedEarly();
  for (const island of document.querySelectorAll<HTMLElement>('astro-island[ssr]')) {
    delete island.dataset.astroTransitionPersist;
    for (const [control, text] of [...(typed ?? [])]) {
      const next = island.contains(control) && findCounterpart(control, newDocument);
      if (!next) continue;
      copyValue(control, next);
      typed?.delete(control);
      typed?.set(next, text);
    }
  }
});

/** The same control in another page: by its name, and for a choice the same answer. */
function findCounterpart(control: Control, page: Document): Control | undefined {
  const namesakes = page.querySelectorAll<Control>(`[name="${CSS.escape(control.name)}"]`);
  return [...namesakes].find(({ type, value }) => type !== 'radio' || value === control.value);
}

function copyValue(from: Control, to: Control): void {
  if (!(from instanceof HTMLInputElement) || !('checked' in to)) to.value = from.value;
  else if (from.type === 'file') to.files = from.files;
  else if (from.type === 'radio' || from.type === 'checkbox') to.checked = from.checked;
  else to.value = from.value;
}
