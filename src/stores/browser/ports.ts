/**
 * The few things that stores need of a browser. Nothing else in `src/stores` touches fetch, navigation or the clock, so
 * that every store runs in a test without a browser.
 */

export interface Ports {
  fetch: typeof fetch;
  /** False when the device itself says that it has no network. */
  online: () => boolean;
  /** Runs `action` once as soon as there is a network; the answer calls it off. */
  whenOnline: (action: () => void) => () => void;
  /** Runs `action` each time someone looks at the page again: timers stand still in a laptop that sleeps. */
  whenShown: (action: () => void) => () => void;
  /** False when the browser forbids this site to keep anything. */
  canStore: () => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Runs `action` once after `ms` milliseconds; the answer calls it off. */
  after: (ms: number, action: () => void) => () => void;
  /** Path, query and hash of the page. */
  here: () => string;
  /** Opens another page in place of this one: "back" does not return here. */
  replace: (path: string) => void;
  reload: () => void;
  /** Opens an address in a new tab; false when the browser would not let it happen without another click. */
  openTab: (href: string) => boolean;
}

/** Local storage key that lives for a moment. */
const PROBE = 'probe';

const browserPorts: Ports = {
  fetch: (...request) => fetch(...request),
  online: () => typeof navigator === 'undefined' || navigator.onLine,
  whenOnline: (action) => {
    addEventListener('online', action, { once: true });
    return () => removeEventListener('online', action);
  },
  whenShown: (action) => {
    const look = () => {
      if (document.visibilityState === 'visible') action();
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
    };
  },
  canStore: () => {
    // Asking for the storage is not enough: a full or a forbidden one says so only when something is put there.
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
  here: () => location.pathname + location.search + location.hash,
  replace: (path) => location.replace(path),
  reload: () => location.reload(),
  openTab: (href) => {
    if (navigator.userActivation?.isActive === false) return false;
    // By a link, not by window.open: a tab that becomes a download closes itself then.
    const link = document.createElement('a');
    Object.assign(link, { href, target: '_blank', rel: 'noopener' });
    link.click();
    return true;
  },
};

/** The ports in use. */
export const ports: Ports = { ...browserPorts };

/** Exchanges some of the ports, in tests. */
export function setPorts(other: Partial<Ports>): void {
  Object.assign(ports, browserPorts, other);
}
