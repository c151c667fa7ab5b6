/** Browser APIs of pages that create or open links; see ports.ts. Tests replace it. */
import { endLinkKey, linkKey, tabId, takeLinkKey } from './link-key.ts';

const browserPorts = {
  isShown: () => document.visibilityState === 'visible',
  origin: () => location.origin,
  takeLinkKey,
  linkKey,
  endLinkKey,
  tabId,
};

export const transferPorts = { ...browserPorts };

export function setTransferPorts(other: Partial<typeof transferPorts>): void {
  Object.assign(transferPorts, browserPorts, other);
}
