/** A cache of the account's prerendered pages, which hold no personal data, and prefetching of pages in a menu. */
import { ports } from './ports.ts';

/** Older pages may name scripts that a newer portal no longer has. */
const CACHE_MS = 5 * 60_000;
const ACCOUNT_PAGE = /^\/(?:[a-z]{2}\/)?profile(?:\/|$)/;
const PRELOADED = /<link rel="modulepreload" href="([^"]+)"/g;

/** The page that this document began as; fetched only when the visitor goes back to it. */
let first: string | null = null;
const pages = new Map<string, { text: Promise<string>; at: number }>();

function pageText(path: string): Promise<string> {
  const known = pages.get(path);
  if (known && ports.now() - known.at < CACHE_MS) return known.text;
  const text = ports.fetch(path).then((response) => {
    const isPage = response.ok && !response.redirected && response.headers.get('Content-Type')?.startsWith('text/html');
    if (!isPage) throw new Error(`${response.status}, not a page`);
    return response.text();
  });
  pages.set(path, { text, at: ports.now() });
  text.catch(() => pages.delete(path));
  return text;
}

/** Makes the router take pages of the account from the cache. Idempotent. */
export function cachePages(): void {
  first ??= location.pathname;
  // Capturing on window runs before listeners on document that read the page (stores/page-text.ts).
  window.addEventListener('astro:before-preparation', useCached as (event: Event) => void, true);
}

function useCached(event: DocumentEventMap['astro:before-preparation']): void {
  const fetchPage = event.loader;
  if (!ACCOUNT_PAGE.test(event.to.pathname) || event.to.search || event.formData) return;
  event.loader = async () => {
    const html = await pageText(event.to.pathname).catch(() => null);
    // The router handles a page that can't be fetched.
    if (html === null) return fetchPage();
    if (event.signal.aborted) return;
    const page = new DOMParser().parseFromString(html, 'text/html');
    for (const element of page.querySelectorAll('noscript')) element.remove();
    await Promise.all([...page.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')].map(styleSheet));
    event.newDocument = page;
  };
}

/** Resolves when a style sheet is loaded, so that the page is not painted without it. */
function styleSheet({ href }: HTMLLinkElement): Promise<unknown> {
  const path = new URL(href).pathname;
  if (document.head.querySelector(`link[rel=stylesheet][href="${path}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href });
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
    document.head.append(link);
  });
}

/** Prefetches pages and the scripts that they preload. A page that fails is fetched again when it is opened. */
export function prefetchPages(paths: readonly string[]): void {
  for (const path of paths) {
    if (path === location.pathname || path === first) continue;
    pageText(path).then(prefetchScripts, () => undefined);
  }
}

function prefetchScripts(html: string): void {
  for (const [, href = ''] of html.matchAll(PRELOADED)) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
