/**
 * Ties a token to the browser that received it (api.md, "Token binding" in the contract): an HttpOnly cookie holds the
 * token's HMAC. Rule: no state, so it works in front of any admin host and on any number of machines.
 */
import { parse } from 'hono/utils/cookie';

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
