/** Of pages that replace each other: what the router may do, and the notice of a page whose scripts did not come. */

const textOfScript = (text: string) => ([...document.scripts].some((script) => script.text === text) ? text : null);

/**
 * What the router may turn from text into markup and scripts (W3C Trusted Types, "default policy"): the page it parses, the
 * scripts of that page once they are in the document, and script files of the build. Anything else is refused. The content
 * security policy still has to allow each script.
 */
window.trustedTypes?.createPolicy('default', {
  createHTML: (text, _, sink) => (sink === 'DOMParser parseFromString' ? text : textOfScript(text)),
  createScript: textOfScript,
  createScriptURL: (url) => (url.startsWith('/_astro/') ? url : null),
});

/**
 * Shows the notice of PageNotices.astro where the scripts of an island could not be fetched: the prerendered page would look
 * complete, and nothing on it would respond. Astro reports it by an event; for what it imports before the first island
 * (astro-i18next's script) nothing handles the rejection.
 */
for (const failure of ['astro:hydration-error', 'unhandledrejection']) {
  addEventListener(failure, () => {
    const notice = document.getElementById('incomplete');
    const button = notice?.querySelector('button');
    if (!notice || !button || !document.querySelector('astro-island[ssr]')) return;
    button.onclick = () => location.reload();
    notice.hidden = false;
  });
}
