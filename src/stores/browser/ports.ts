/** The browser APIs of stores and islands, which tests replace. Only small scripts fetch without them; a test lists those. */

import { isLocale, type Locale } from '../../domain/i18n/locales.ts';

const PROBE = 'probe';

export const ports = {
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  online: (): boolean => typeof navigator === 'undefined' || navigator.onLine,
  /** Runs `action` once when there is a network; returns a function that cancels it. */
  whenOnline: (action: () => void): (() => void) => {
    addEventListener('online', action, { once: true });
    return () => removeEventListener('online', action);
  },
  /**
   * Runs `action` whenever the page is shown again, since timers stop while the device sleeps; returns a function that cancels
   * it.
   */
  whenShown: (action: () => void): (() => void) => {
    const check = () => {
      if (document.visibilityState === 'visible') action();
    };
    document.addEventListener('visibilitychange', check);
    addEventListener('focus', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      removeEventListener('focus', check);
    };
  },
  /** False when the browser forbids storage. */
  canStore: (): boolean => {
    // Where storage is full or forbidden, only writes throw.
    try {
      localStorage.setItem(PROBE, PROBE);
      localStorage.removeItem(PROBE);
      return navigator.cookieEnabled;
    } catch {
      return false;
    }
  },
  now: () => Date.now(),
  /** Runs `action` once after `ms` milliseconds; returns a function that cancels it. */
  after: (ms: number, action: () => void): (() => void) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  /** The page's language; undefined during the build. */
  pageLocale: (): Locale | undefined => {
    const lang = typeof document === 'undefined' ? undefined : document.documentElement?.lang;
    return isLocale(lang) ? lang : undefined;
  },
  currentPath: () => location.pathname + location.search + location.hash,
  /** Loads another document. */
  open: (path: string) => location.assign(path),
  /** Navigates without a history entry. */
  replace: (path: string) => location.replace(path),
  reload: () => location.reload(),
  /** Opens a new tab; false without user activation, which browsers require. */
  openTab: (href: string): boolean => {
    if (navigator.userActivation?.isActive === false) return false;
    // A link instead of window.open: with it, a tab that becomes a download would stay open and empty.
    const link = document.createElement('a');
    Object.assign(link, { href, target: '_blank', rel: 'noopener' });
    link.click();
    return true;
  },
};
