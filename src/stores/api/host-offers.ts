/** What the host has said that it does beyond section 7 of the specification (docs/host.md, "Offers"): in this page's memory. */
import { type HostOffer, readOffers } from '../../domain/api/answers.ts';

const offered = new Set<HostOffer>();

/** Notes the offers of an answer. */
export function noteOffers(body: unknown): void {
  for (const offer of readOffers(body)) offered.add(offer);
}

/** Notes an offer that the host has shown in another way. */
export function noteOffer(offer: HostOffer): void {
  offered.add(offer);
}

export const hasOffered = (offer: HostOffer): boolean => offered.has(offer);
