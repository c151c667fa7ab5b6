/**
 * The key of the link that opened this page. It leaves the address at once, so that copied addresses and the history lack it, and
 * stays in the tab's session storage until the link has ended, so that a reload works. In a messenger's browser, and where
 * storage is refused, it stays in the address.
 */
import { isInAppBrowser, linkPage, readLinkKey } from '../../domain/parcel/link-address.ts';

/** Fragments that are no key: the page's own views and "skip to content". */
const OWN_FRAGMENT = /^(?:#(?:parts|part:[\w-]+|main)?)?$/;

const storageKey = () => `link ${linkPage(location.pathname)?.split('/').at(-1)}`;

export const isInApp = (): boolean => isInAppBrowser(navigator.userAgent, 'TelegramWebviewProxy' in globalThis);

/**
 * Moves the key out of the address, and corrects an address that a mail gateway has changed.
 * @param stays leaves the key in the address
 */
export function takeLinkKey(stays = isInApp()): void {
  const { pathname, search, hash } = location;
  const page = linkPage(pathname);
  const key = readLinkKey(pathname + search + hash);
  if (!page || (!key && OWN_FRAGMENT.test(hash))) return;
  try {
    // After a truncated link, the page must not use another link's key that this device has stored.
    if (!key || !stays) sessionStorage.setItem(storageKey(), key ?? '!cut');
  } catch {
    if (!key) return;
    stays = true;
  }
  history.replaceState(history.state, '', page + (key && stays ? `#${key}` : ''));
}

/** The link that opened this page: its key, or how it has ended in this tab. */
export interface OpenedLink {
  key: string | null;
  ended: string | null;
}

function openedLink(): OpenedLink {
  takeLinkKey();
  const whole = readLinkKey(location.hash);
  if (!whole && !OWN_FRAGMENT.test(location.hash)) return { key: null, ended: 'cut' };
  const key = whole ?? readStored(storageKey());
  return key?.startsWith('!') ? { key: null, ended: key.slice(1) } : { key, ended: null };
}

/** Calls `open` with the page's link, and with each link opened over it, which loads no page. @returns stops listening */
export function followLink(open: (link: OpenedLink) => void): () => void {
  let last: string | null | undefined;
  const read = () => {
    const link = openedLink();
    if ((link.key ?? link.ended) === last) return;
    last = link.key ?? link.ended;
    open(link);
  };
  addEventListener('hashchange', read);
  read();
  return () => removeEventListener('hashchange', read);
}

function readStored(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {}
}

/** What a link needs of its tab; tests replace it. */
export const linkTab = {
  isShown: () => document.visibilityState === 'visible',
  /** Forgets the key. @param outcome shown after a reload of this page */
  endLinkKey(outcome: string): void {
    takeLinkKey(false);
    store(storageKey(), `!${outcome}`);
  },
};
