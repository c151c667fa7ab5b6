/**
 * Where a call comes from (api.md, "Where a call comes from"). Rule: what changes something is taken from our own pages, or
 * from no browser at all; whatever host stands behind, no other site can make a visitor's browser call it.
 */
import type { Step } from './pipeline.ts';
import { Refusal } from './refusal.ts';

/** What a browser says of a request to the page's own origin, or of one that the visitor made (Fetch Metadata, §2.3). */
const OWN = new Set(['same-origin', 'none']);

/** Refuses with 403 `cross_site`, before anything else of the call is looked at. */
export function requireSameSite(): Step {
  return ({ request, match }) => {
    if (match.endpoint.method === 'GET') return;
    const { headers } = request;
    const origin = headers.get('origin');
    const site = headers.get('sec-fetch-site');
    // Every browser names the origin of such a call (Fetch, "append a request `Origin` header"); a program has neither.
    const isOwn = origin === null ? site === null : origin === new URL(request.url).origin;
    if (!isOwn || (site !== null && !OWN.has(site)))
      throw new Refusal('cross_site', 'The call comes from another site');
  };
}
