/**
 * Who may make a call: whoever holds the token and its cookie, and no other site's page.
 * Rule: nothing reaches the admin host before both checks.
 */

import { Refusal, type Step } from './call.ts';
import type { TokenBinding } from './cookies.ts';

/** The characters of RFC 6750 §2.1, and `|`, which some hosts put between a token's id and its secret. */
const TOKEN = /^[A-Za-z0-9._~+/|-]{20,2048}={0,2}$/;
const BEARER = /^Bearer (\S+)$/;

/** True for what could be a token: 20 to 2048 plain characters. */
export function isTokenShaped(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/**
 * The token of an `Authorization` header.
 * @returns null unless there is exactly one Bearer token of the right shape (two headers arrive joined by a comma)
 */
export function bearerToken(header: string | null): string | null {
  const token = header?.match(BEARER)?.[1];
  return isTokenShaped(token) ? token : null;
}

/** Refuses with 401 `token_required` or 403 `token_rejected`, before the host is called. */
export function requireToken({ binding }: { binding: TokenBinding }): Step {
  return async ({ request, match }) => {
    if (match.endpoint.access !== 'token') return;
    const token = bearerToken(request.headers.get('authorization'));
    if (token === null) {
      throw new Refusal('token_required', 'This call needs a Bearer token', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!(await binding.holds(token, request.headers.get('cookie') ?? undefined))) {
      throw new Refusal('token_rejected', 'The token does not belong to this browser');
    }
  };
}

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
