/** The browser APIs of the stores: only this module touches fetch, navigation and the clock. Tests replace it. */

export interface Ports {
  fetch: typeof fetch;
  online: () => boolean;
  /** Runs `action` once when there is a network; returns its cancellation. */
  whenOnline: (action: () => void) => () => void;
  /** Runs `action` whenever the page is shown again, since timers stop during sleep; returns its cancellation. */
  whenShown: (action: () => void) => () => void;
  /** False when the browser forbids storage. */
  canStore: () => boolean;
  now: () => number;
  /** Runs `action` once after `ms` milliseconds; returns its cancellation. */
  after: (ms: number, action: () => void) => () => void;
  currentPath: () => string;
  /** Navigates without a history entry. */
  replace: (path: string) => void;
  reload: () => void;
  /** Opens a new tab; false without user activation, which browsers require. */
  openTab: (href: string) => boolean;
}

const PROBE = 'probe';

const browserPorts: Ports = {
  fetch: (...request) => fetch(...request),
  online: () => typeof navigator === 'undefined' || navigator.onLine,
  whenOnline: (action) => {
    addEventListener('online', action, { once: true });
    return () => removeEventListener('online', action);
  },
  whenShown: (action) => {
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
  canStore: () => {
    // A full or forbidden storage rejects only writes.
    try {
      localStorage.setItem(PROBE, PROBE);
      localStorage.removeItem(PROBE);
      return navigator.cookieEnabled;
    } catch {
      return false;
    }
  },
  now: () => Date.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  currentPath: () => location.pathname + location.search + location.hash,
  replace: (path) => location.replace(path),
  reload: () => location.reload(),
  openTab: (href) => {
    if (navigator.userActivation?.isActive === false) return false;
    // Not window.open: a tab that becomes a download would stay open empty.
    const link = document.createElement('a');
    Object.assign(link, { href, target: '_blank', rel: 'noopener' });
    link.click();
    return true;
  },
};

export const ports: Ports = { ...browserPorts };

export function setPorts(other: Partial<Ports>): void {
  Object.assign(ports, browserPorts, other);
}
