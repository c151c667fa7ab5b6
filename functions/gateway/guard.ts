/**
 * The token guard. Rule: on an endpoint of access `token` nothing reaches the admin host without a well-formed Bearer
 * token and the cookie that belongs to it.
 */
import type { TokenBinding } from './binding.ts';
import type { Step } from './pipeline.ts';
import { Refusal } from './refusal.ts';

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
