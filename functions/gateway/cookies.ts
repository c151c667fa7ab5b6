/**
 * The gateway's two cookies: the binding of a token to the browser that received it (api.md, "Token binding" in the
 * contract), and the host's mark of a known browser. Rule: no state, so it works in front of any admin host.
 */
import { parse } from 'hono/utils/cookie';
import { KNOWN_BROWSER_MS } from '../../src/domain/account/session.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import type { HostAnswer } from './forward.ts';

export const BINDING_COOKIE = '__Host-visa-bind';

/** Seconds. Tokens live 12 hours, and the cookie has no reason to outlive them. */
const MAX_AGE = 12 * 60 * 60;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export interface TokenBinding {
  /** The `Set-Cookie` value that binds `token` to the browser. */
  bind(token: string): Promise<string>;
  /** True when the request's cookie was made for `token`; compared in constant time. */
  holds(token: string, cookieHeader: string | undefined): Promise<boolean>;
  /** The `Set-Cookie` value that removes the cookie. */
  readonly release: string;
}

/**
 * @param secret key of the HMAC
 * @throws RangeError when the secret is too short to be one
 */
export function createTokenBinding({ secret }: { secret: string }): TokenBinding {
  if (secret.length < 32) throw new RangeError('The secret of the token binding is too short');
  const encode = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  let imported: Promise<CryptoKey> | undefined;
  const key = () => {
    imported ??= crypto.subtle.importKey('raw', encode.encode(secret), algorithm, false, ['sign', 'verify']);
    return imported;
  };
  return {
    release: `${BINDING_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`,
    async bind(token) {
      const seal = await crypto.subtle.sign('HMAC', await key(), encode.encode(token));
      return `${BINDING_COOKIE}=${Buffer.from(seal).toString('base64url')}; Max-Age=${MAX_AGE}; ${ATTRIBUTES}`;
    },
    async holds(token, cookieHeader) {
      const value = parse(cookieHeader ?? '', BINDING_COOKIE)[BINDING_COOKIE] ?? '';
      if (!/^[A-Za-z0-9_-]{43}$/.test(value)) return false;
      return crypto.subtle.verify('HMAC', await key(), Buffer.from(value, 'base64url'), encode.encode(token));
    },
  };
}

const KNOWN_COOKIE = '__Host-visa-known';
const KNOWN_HEADER = 'X-Known-Browser';

/** Seconds. */
const KNOWN_MAX_AGE = KNOWN_BROWSER_MS / 1000;
/** What a cookie can hold without quotes. */
const MARK = /^[\w.~-]{16,256}$/;

/** The calls that prove who somebody is: a password, or a code from the mail. */
const PROVING: readonly EndpointId[] = ['login', 'resetPassword'];

/** The header that takes the mark of a known browser to the host, which alone checks it; the header from outside never passes. */
export function knownUpward(id: EndpointId, request: Request): Record<string, string> {
  const mark = id === 'login' ? parse(request.headers.get('cookie') ?? '', KNOWN_COOKIE)[KNOWN_COOKIE] : undefined;
  return mark !== undefined && MARK.test(mark) ? { [KNOWN_HEADER]: mark } : {};
}

/** The `Set-Cookie` value for what the host says of the browser; null when it says nothing. */
export function knownCookie(id: EndpointId, answer: HostAnswer): string | null {
  const mark = answer.headers.get(KNOWN_HEADER);
  if (!answer.ok || mark === null || !PROVING.includes(id) || !MARK.test(mark)) return null;
  return `${KNOWN_COOKIE}=${mark}; Max-Age=${KNOWN_MAX_AGE}; ${ATTRIBUTES}`;
}
