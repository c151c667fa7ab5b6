/** The host's `offers` (in memory), and which optional calls the host lacks (in the tab). */
import type { EndpointId } from '../../domain/api/endpoints.ts';
import { type HostOffer, readOffers } from '../../domain/api/responses.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import type { ApiResponse } from './request.ts';

const known = new Set<HostOffer>();

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
};

const LACKS_KEY = 'hostLacks';

/**
 * Statuses of a call that the host lacks: the gateway returns 204, so that browsers log no error; an older gateway passes on the
 * 404.
 */
const ABSENT = [204, 404];

/** True if the host has said in this tab that it lacks the call. */
export function isCallLacking(id: EndpointId): boolean {
  return readLacks().includes(id);
}

/** Remembers what a response says about the call. @returns true if the host lacks it */
export function noteLack(id: EndpointId, { status }: Pick<ApiResponse, 'status'>): boolean {
  const isAbsent = ABSENT.includes(status);
  if (isAbsent && !isCallLacking(id)) writeTab(LACKS_KEY, [...readLacks(), id]);
  return isAbsent;
}

function readLacks(): unknown[] {
  const stored = readTab(LACKS_KEY);
  return Array.isArray(stored) ? stored : [];
}
