/** Browser APIs of pages that create or open parcel links; see ports.ts. Tests replace it. */

const browserPorts = {
  isShown: () => document.visibilityState === 'visible',
  origin: () => location.origin,
  takeFragment,
};

/** Removes the fragment from the URL and returns it; empty if there was none. */
function takeFragment(): string {
  const fragment = location.hash.slice(1) || window.linkSecret || '';
  delete window.linkSecret;
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  return fragment;
}

declare global {
  interface Window {
    /** The fragment when the page was opened (layouts/inline/link-secret.ts). */
    linkSecret?: string;
  }
}

export const transferPorts = { ...browserPorts };

export function setTransferPorts(other: Partial<typeof transferPorts>): void {
  Object.assign(transferPorts, browserPorts, other);
}
