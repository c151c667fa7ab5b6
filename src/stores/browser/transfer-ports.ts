/** What only pages need of a browser that send or open links of parcels; see ports.ts. Tests exchange it. */

export interface TransferPorts {
  /** False for a page in another tab than the one that is looked at. */
  isShown: () => boolean;
  /** Such as `https://example.com`. */
  origin: () => string;
  /** Takes the fragment out of the address and of the history entry. */
  hideFragment: () => void;
}

const browserPorts: TransferPorts = {
  isShown: () => document.visibilityState === 'visible',
  origin: () => location.origin,
  hideFragment: () => history.replaceState(history.state, '', location.pathname + location.search),
};

export const transferPorts: TransferPorts = { ...browserPorts };

export function setTransferPorts(other: Partial<TransferPorts>): void {
  Object.assign(transferPorts, browserPorts, other);
}
