/**
 * What this host does beyond section 7 of the specification, and which optional calls it lacks (docs/host.md): what it has said or
 * shown, in this page's memory; what it lacks in the tab's storage, so that each call is asked for once a session.
 */

import type { EndpointId } from '../../domain/api/endpoints.ts';
import { type HostOffer, readOffers } from '../../domain/api/responses.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import type { Answer } from './request.ts';

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

const LACKS_KEY = 'hostLacks';

/** The gateway answers 204 for a call that the host lacks, so that no console logs it; one of an earlier version passes on the 404. */
const ABSENT = [204, 404];

/** True where the host has answered in this tab that it has no such call. */
export function isLacking(id: EndpointId): boolean {
  return lacks().includes(id);
}

/** Notes what an answer says about the call. @returns true where the host lacks it */
export function noteLack(id: EndpointId, { status }: Pick<Answer, 'status'>): boolean {
  const isAbsent = ABSENT.includes(status);
  if (isAbsent && !isLacking(id)) writeTab(LACKS_KEY, [...lacks(), id]);
  return isAbsent;
}

function lacks(): unknown[] {
  const kept = readTab(LACKS_KEY);
  return Array.isArray(kept) ? kept : [];
}
