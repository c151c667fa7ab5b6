/** Officers with tokens as Cloudflare Access signs them, and an issuer whose keys the desk fetches. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { vi } from 'vitest';

export const ISSUER = 'https://office.cloudflareaccess.com';
export const AUDIENCE = 'audience-of-the-tests';
export const ALL_ROLES = ['desk-read', 'desk-decide', 'desk-issue', 'desk-erase', 'desk-export', 'desk-audit'];

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
/** The key of an unknown issuer. */
export const stranger = await generateKeyPair('RS256', { extractable: true });
const KEYS = { keys: [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }] };

/** The modulus of the issuer's key, which everyone may read. */
export const publicModulus = String(KEYS.keys[0]?.n);

/** How often the keys were fetched. */
export const fetched = { count: 0 };

/** Sets the issuer's responses; no other host is reachable. */
export function serveKeys(respond: () => Response = () => Response.json(KEYS)): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url !== `${ISSUER}/cdn-cgi/access/certs`) throw new Error(`no response for ${url}`);
    fetched.count += 1;
    return respond();
  });
}

export interface TokenOptions {
  claims?: JWTPayload;
  key?: CryptoKey;
  kid?: string;
  issuer?: string;
  audience?: string;
  /** In seconds since 1970. */
  expires?: number;
  /** Keeps the claim `iat`. */
  keepsTime?: boolean;
}

/** Returns a token, valid by default. */
export function tokenOf(email: string | null, roles: readonly string[] = ALL_ROLES, options: TokenOptions = {}) {
  const {
    claims = {},
    key = privateKey,
    kid = 'first',
    issuer = ISSUER,
    audience = AUDIENCE,
    expires,
    keepsTime,
  } = options;
  const token = new SignJWT({ type: 'app', ...(email === null ? {} : { email }), custom: { groups: roles }, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setAudience([audience])
    .setSubject('officer')
    .setExpirationTime(expires ?? '10 minutes');
  return (keepsTime ? token : token.setIssuedAt()).sign(key);
}
