/** The token guard and the CSRF check. Nothing reaches the admin host before both. */
import { TOKEN } from '../../src/domain/account/session.ts';
import { Refusal } from '../../src/domain/api/refusal.ts';
import type { TokenBinding } from './cookies.ts';
import type { GatewayStep } from './request/call.ts';

export function isTokenShaped(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/** The token of an `Authorization` header, of any case (RFC 9110, section 11.1). Null for none, or a malformed one. */
export function bearerToken({ headers }: Request): string | null {
  // Two headers arrive joined by a comma, and then are no token.
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return isTokenShaped(token) ? token : null;
}

/**
 * Refuses with 401 `token_required` or 403 `token_rejected`. @param allowsBearerOnly accepts a missing binding cookie, never a
 * wrong one
 */
export function requireToken(binding: TokenBinding, { allowsBearerOnly }: { allowsBearerOnly: boolean }): GatewayStep {
  return async ({ request, match }) => {
    if (match.endpoint.access !== 'token') return;
    const token = bearerToken(request);
    if (token === null) {
      throw new Refusal('token_required', 'This call needs a Bearer token', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    const cookies = request.headers.get('cookie') ?? undefined;
    if (allowsBearerOnly && !binding.isSent(cookies)) return;
    if (!(await binding.holds(token, cookies))) {
      throw new Refusal('token_rejected', 'The token does not belong to this browser');
    }
  };
}

/** `Sec-Fetch-Site` of our own pages and of typed addresses (Fetch Metadata, section 2.3). */
const OWN = new Set(['same-origin', 'none']);

/** Refuses with 403 `cross_site`. A client that sends neither header is not a browser. */
export function requireSameSite(): GatewayStep {
  return ({ request, match }) => {
    if (match.endpoint.method === 'GET') return;
    const { headers } = request;
    const origin = headers.get('origin');
    const site = headers.get('sec-fetch-site');
    const isOwn = origin === null ? site === null : origin === new URL(request.url).origin;
    if (!isOwn || (site !== null && !OWN.has(site)))
      throw new Refusal('cross_site', 'The call comes from another site');
  };
}
