/**
 * Two cookies that need no state on the server, so that they work with any host: a token's binding to the browser that received
 * it (docs/api.md, "Token binding"), and the host's mark of a known browser.
 */
import { parse } from 'hono/utils/cookie';
import { KNOWN_BROWSER_MS } from '../../src/domain/account/session.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import type { HostResponse } from './forward.ts';
import { createHmac } from './request/signature.ts';

const BINDING_COOKIE = '__Host-visa-bind';

/** Seconds; a token is valid for 12 hours. */
const MAX_AGE = 12 * 60 * 60;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export interface TokenBinding {
  /** The `Set-Cookie` value that binds `token` to the browser. */
  bind(token: string): Promise<string>;
  valueFor(token: string): Promise<string>;
  /** The cookie's value in a `Cookie` header, for any token; null for none. */
  valueIn(cookieHeader: string | undefined): string | null;
  holds(token: string, cookieHeader: string | undefined): Promise<boolean>;
  isSent(cookieHeader: string | undefined): boolean;
  readonly cleared: string;
}

/** @throws RangeError when the key of the HMAC is too short */
export function createTokenBinding({ secret }: { secret: string }): TokenBinding {
  if (secret.length < 32) throw new RangeError('The secret of the token binding is too short');
  const hmac = createHmac(secret);
  const valueFor = async (token: string) => (await hmac.sign(token)).toString('base64url');
  const cookieIn = (header: string | undefined) => parse(header ?? '', BINDING_COOKIE)[BINDING_COOKIE];
  const valueIn = (cookieHeader: string | undefined) => {
    const value = cookieIn(cookieHeader) ?? '';
    return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
  };
  return {
    cleared: `${BINDING_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`,
    valueFor,
    valueIn,
    async bind(token) {
      return `${BINDING_COOKIE}=${await valueFor(token)}; Max-Age=${MAX_AGE}; ${ATTRIBUTES}`;
    },
    isSent: (cookieHeader) => cookieIn(cookieHeader) !== undefined,
    async holds(token, cookieHeader) {
      const value = valueIn(cookieHeader);
      return value !== null && hmac.verify(value, token);
    },
  };
}

const KNOWN_COOKIE = '__Host-visa-known';
const KNOWN_HEADER = 'X-Known-Browser';

/** Characters that are safe in a cookie without quotes. */
const MARK = /^[\w.~-]{16,256}$/;

const IDENTIFYING: readonly EndpointId[] = ['login', 'resetPassword'];

/** The header that passes the mark to the host, which checks it; a client's own header never passes. */
export function knownBrowserHeader(id: EndpointId, request: Request): Record<string, string> {
  const mark = id === 'login' ? parse(request.headers.get('cookie') ?? '', KNOWN_COOKIE)[KNOWN_COOKIE] : undefined;
  return mark !== undefined && MARK.test(mark) ? { [KNOWN_HEADER]: mark } : {};
}

/** The `Set-Cookie` value of the host's mark; null for none. */
export function knownCookie(id: EndpointId, hostResponse: HostResponse): string | null {
  const mark = hostResponse.headers.get(KNOWN_HEADER);
  if (!hostResponse.ok || mark === null || !IDENTIFYING.includes(id) || !MARK.test(mark)) return null;
  return `${KNOWN_COOKIE}=${mark}; Max-Age=${KNOWN_BROWSER_MS / 1000}; ${ATTRIBUTES}`;
}
