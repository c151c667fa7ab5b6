/** Browser APIs of pages that create or open parcel links; see ports.ts. Tests replace it. */

export interface TransferPorts {
  isShown: () => boolean;
  origin: () => string;
  /** Removes the fragment from the URL and returns it; empty if there was none. */
  takeFragment: () => string;
}

const browserPorts: TransferPorts = {
  isShown: () => document.visibilityState === 'visible',
  origin: () => location.origin,
  takeFragment,
};

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

export const transferPorts: TransferPorts = { ...browserPorts };

export function setTransferPorts(other: Partial<TransferPorts>): void {
  Object.assign(transferPorts, browserPorts, other);
}
