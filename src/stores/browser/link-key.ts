/**
 * The key of the link that opened this page. It leaves the address at once, so that copies and the history lack it, and stays in
 * the tab's session storage until the link has ended, so that a reload works. In a messenger's browser, and where the storage
 * is refused, it stays in the address.
 */
import { isInAppBrowser, linkPage, readLinkKey } from '../../domain/parcel/link-address.ts';

/** Fragments of the page's own views and of "skip to content". */
const OWN_FRAGMENT = /^(?:#(?:parts|part:[\w-]+|main)?)?$/;

const storageKey = () => `link ${linkPage(location.pathname)?.split('/').at(-1)}`;

export const isInApp = (): boolean => isInAppBrowser(navigator.userAgent, 'TelegramWebviewProxy' in window);

/** Moves the key out of the address; corrects an address that a mail gateway has changed. @param stays leaves it there */
export function takeLinkKey(stays = isInApp()): void {
  const { pathname, search, hash } = location;
  const page = linkPage(pathname);
  const key = readLinkKey(pathname + search + hash);
  if (!page || (!key && OWN_FRAGMENT.test(hash))) return;
  try {
    if (!key) sessionStorage.removeItem(storageKey());
    else if (!stays) sessionStorage.setItem(storageKey(), key);
  } catch {
    stays = true;
  }
  history.replaceState(history.state, '', page + (key && stays ? `#${key}` : ''));
}

/** The key of this tab's link, or how the link has ended here: `!arrived`. Null when there is none. */
export function linkKey(): string | null {
  const inAddress = readLinkKey(location.hash);
  if (inAddress) return inAddress;
  try {
    return sessionStorage.getItem(storageKey());
  } catch {
    return null;
  }
}

/** Forgets the key. @param outcome what a reload of this page shows */
export function endLinkKey(outcome: string): void {
  takeLinkKey(false);
  try {
    sessionStorage.setItem(storageKey(), `!${outcome}`);
  } catch {}
}

/** The id of this tab, the same after a reload; a new one where the storage is refused. */
export function tabId(): string {
  const made = crypto.randomUUID();
  try {
    const id = sessionStorage.getItem('tab') ?? made;
    sessionStorage.setItem('tab', id);
    return id;
  } catch {
    return made;
  }
}
