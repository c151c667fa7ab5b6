/**
 * Pages of the account, kept as text for a while once they were fetched. They are prerendered and hold nothing about anybody,
 * so going to and fro asks for nothing again, and what a menu leads to can be there before it is clicked.
 */
import { ports } from './ports.ts';

/** A page that is older may name scripts that a newer portal no longer has. */
const KEPT_MS = 5 * 60_000;
const ACCOUNT_PAGE = /^\/(?:[a-z]{2}\/)?profile(?:\/|$)/;
const PRELOADED = /<link rel="modulepreload" href="([^"]+)"/g;

/** The page that this document began as is here already; its text is fetched only when someone goes back to it. */
let first: string | null = null;
const pages = new Map<string, { text: Promise<string>; at: number }>();

/** What the router says before it goes to another page; its `loader` may be exchanged. */
interface Preparation extends Event {
  to: URL;
  formData?: FormData | undefined;
  newDocument: Document;
  signal: AbortSignal;
  loader: () => Promise<void>;
}

function pageText(path: string): Promise<string> {
  const known = pages.get(path);
  if (known && ports.now() - known.at < KEPT_MS) return known.text;
  const text = ports.fetch(path).then((answer) => {
    const isPage = answer.ok && !answer.redirected && answer.headers.get('Content-Type')?.startsWith('text/html');
    if (!isPage) throw new Error(`${answer.status} is no page`);
    return answer.text();
  });
  pages.set(path, { text, at: ports.now() });
  // What failed is asked for again next time.
  text.catch(() => pages.delete(path));
  return text;
}

/** Has the router take pages of the account from here, as long as this document lives. Safe to call often. */
export function keepPages(): void {
  first ??= location.pathname;
  // From the window, before whatever waits for the page that is read here (stores/page-text.ts).
  window.addEventListener('astro:before-preparation', useKept as (event: Event) => void, true);
}

function useKept(event: Preparation): void {
  const usual = event.loader;
  if (!ACCOUNT_PAGE.test(event.to.pathname) || event.to.search || event.formData) return;
  event.loader = async () => {
    const html = await pageText(event.to.pathname).catch(() => null);
    // The router itself knows what to do about a page that can't be had.
    if (html === null) return usual();
    if (event.signal.aborted) return;
    const page = new DOMParser().parseFromString(html, 'text/html');
    for (const element of page.querySelectorAll('noscript')) element.remove();
    await Promise.all([...page.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')].map(styleSheet));
    event.newDocument = page;
  };
}

/** Resolves when a style sheet is there, so that the page is not painted without it. */
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

/** Fetches pages that are likely to be opened next, and the scripts that they name. A failure is left to the click. */
export function fetchPages(paths: readonly string[]): void {
  for (const path of paths) {
    if (path === location.pathname || path === first) continue;
    pageText(path).then(fetchScripts, () => undefined);
  }
}

function fetchScripts(html: string): void {
  for (const [, href = ''] of html.matchAll(PRELOADED)) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
