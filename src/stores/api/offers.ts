/** What the host does beyond the calls that every host has: the contract's `offers` (in memory), and its optional reads (in the tab). */
import type { EndpointId } from '../../domain/api/endpoints.ts';
import { type HostOffer, readOffers } from '../../domain/api/responses.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import type { ApiResponse } from './request.ts';

type OptionalRead = Extract<EndpointId, 'currentUser' | 'listSessions' | 'supportsParcels'>;

const known = new Set<HostOffer>();

const ABSENT_KEY = 'absentReads';
/** Responses to an optional read that is not offered: the contract's, and that of an unknown address. */
const ABSENT = [204, 404];

function absentReads(): unknown[] {
  const stored = readTab(ABSENT_KEY);
  return Array.isArray(stored) ? stored : [];
}

export const offers = {
  has: (offer: HostOffer): boolean => known.has(offer),
  /** Adds the offers in a response. */
  addFrom(body: unknown): void {
    for (const offer of readOffers(body)) known.add(offer);
  },
  /** Adds an offer that the host has shown in another way. */
  add(offer: HostOffer): void {
    known.add(offer);
  },
  /** False once a response in this tab has shown that the read is not offered. */
  hasRead: (id: OptionalRead): boolean => !absentReads().includes(id),
  /** Records what a response to an optional read shows. @returns {@link offers.hasRead} */
  recordRead(id: OptionalRead, { status }: Pick<ApiResponse, 'status'>): boolean {
    if (ABSENT.includes(status) && offers.hasRead(id)) writeTab(ABSENT_KEY, [...absentReads(), id]);
    return offers.hasRead(id);
  },
};
