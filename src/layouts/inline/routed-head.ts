/** For pages that replace each other: what the router may do, the font, and buttons that were pressed before the scripts came. */

const textOfScript = (text: string) => ([...document.scripts].some((script) => script.text === text) ? text : null);

/**
 * What the router may turn into markup and scripts (W3C Trusted Types, "default policy"): its parsed page, that page's scripts
 * in the document, and the build's files. The content security policy still has to allow each script.
 */
window.trustedTypes?.createPolicy('default', {
  createHTML: (text, _, sink) => (sink === 'DOMParser parseFromString' ? text : textOfScript(text)),
  createScript: textOfScript,
  createScriptURL: (url) => (url.startsWith('/_astro/') ? url : null),
});

/**
 * Shows the notice of PageNotices.astro when an island's scripts could not be fetched: the prerendered page would look complete
 * and not respond. Astro fires an event; an import before the first island (astro-i18next's script) rejects unhandled.
 */
for (const event of ['astro:hydration-error', 'unhandledrejection']) {
  addEventListener(event, () => {
    const notice = document.getElementById('incomplete');
    const button = notice?.querySelector('button');
    if (!notice || !button || !document.querySelector('astro-island[ssr]')) return;
    button.onclick = () => location.reload();
    notice.hidden = false;
  });
}

// The browser has the font if a public page of the portal led here (form pages send no referrer). Otherwise islands/client.tsx
// fetches it after the scripts.
if (document.referrer.startsWith(location.origin)) {
  const showFont = () => {
    document.documentElement.dataset.font = '';
  };
  showFont();
  // The router replaces the attributes as well.
  document.addEventListener('astro:after-swap', showFont);
}

/** Buttons pressed in islands that are not hydrated, in order. islands/client.tsx presses them once the island is hydrated. */
const presses: HTMLButtonElement[] = [];
window.earlyPresses = presses;
addEventListener(
  'click',
  ({ target }) => {
    const button = (target as Element).closest?.<HTMLButtonElement>('astro-island[ssr] button');
    if (!button || button.hasAttribute('data-busy')) return;
    presses.push(button);
    if (button.querySelector('.button__busy')) button.setAttribute('data-busy', '');
  },
  true,
);

// Enter in a form's only field sends the form, although no button can send it yet.
addEventListener('submit', (event) => {
  const form = (event.target as Element).closest('astro-island[ssr] form');
  if (!form) return;
  event.preventDefault();
  form.querySelector<HTMLButtonElement>('[data-sends]')?.click();
});
