/** What only pages need of a browser that send or open links of parcels; see ports.ts. Tests exchange it. */

export interface TransferPorts {
  /** False for a page in another tab than the one that is looked at. */
  isShown: () => boolean;
  /** Such as `https://example.com`. */
  origin: () => string;
  /** What stands behind the `#` of the address, which has it no more afterwards; empty when there was nothing. */
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
    /** What stood there when the page was opened (layouts/inline/link-secret.ts). */
    linkSecret?: string;
  }
}

export const transferPorts: TransferPorts = { ...browserPorts };

export function setTransferPorts(other: Partial<TransferPorts>): void {
  Object.assign(transferPorts, browserPorts, other);
}
