/** What this host offers beyond the calls of a minimal host (in memory), and which calls it lacks (in the tab); see docs/host.md. */
import type { EndpointId } from '../../domain/api/endpoints.ts';
import { type HostOffer, readOffers } from '../../domain/api/responses.ts';
import { DEFAULT_HOST_PROFILE } from '../../domain/application/host-profile.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { $hostProfile } from './host-profile.ts';
import type { ApiResponse } from './request.ts';

const offered = new Set<HostOffer>();

export function recordOffers(body: unknown): void {
  for (const offer of readOffers(body)) offered.add(offer);
}

/** Records an offer that the host has shown in another way. */
export function recordOffer(offer: HostOffer): void {
  offered.add(offer);
}

export const hasOffered = (offer: HostOffer): boolean => offered.has(offer);

/** False until the host's profile is known, so that no page refuses what this portal's own host takes. */
export function needsWholeDates(): boolean {
  const profile = $hostProfile.get();
  return profile !== DEFAULT_HOST_PROFILE && !profile.partial_dates && !hasOffered('partial_dates');
}

const LACKS_KEY = 'hostLacks';

/** The gateway returns 204 for a call that the host lacks, so that no console logs it; an older gateway passes the 404 on. */
const ABSENT = [204, 404];

/** True if the host has said in this tab that it lacks the call. */
export function isCallLacking(id: EndpointId): boolean {
  return readLacks().includes(id);
}

/** Records what a response says about the call. @returns true if the host lacks it */
export function recordLack(id: EndpointId, { status }: Pick<ApiResponse, 'status'>): boolean {
  const isAbsent = ABSENT.includes(status);
  if (isAbsent && !isCallLacking(id)) writeTab(LACKS_KEY, [...readLacks(), id]);
  return isAbsent;
}

function readLacks(): unknown[] {
  const stored = readTab(LACKS_KEY);
  return Array.isArray(stored) ? stored : [];
}
