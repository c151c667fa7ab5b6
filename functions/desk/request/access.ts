/**
 * Who asks: Cloudflare Access signs a token for each request that it lets through, and the desk believes nothing but that token.
 * https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/
 */
import { parse } from 'hono/utils/cookie';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type DeskSettings, ROLES, type Role } from './settings.ts';

export interface Officer {
  /** Names the officer in the log; lower case. */
  email: string;
  roles: ReadonlySet<Role>;
}

const HEADER = 'Cf-Access-Jwt-Assertion';
const COOKIE = 'CF_Authorization';
const KEYS_PATH = '/cdn-cgi/access/certs';
/** Access renews its keys every six weeks; an unknown one is looked for at once. */
const KEYS_MS = 60 * 60_000;

let cached: { issuer: string; keys: JWTVerifyGetKey } | null = null;

function keysOf(issuer: string): JWTVerifyGetKey {
  if (cached?.issuer !== issuer) {
    const keys = createRemoteJWKSet(new URL(KEYS_PATH, issuer), { cacheMaxAge: KEYS_MS, timeoutDuration: 5000 });
    cached = { issuer, keys };
  }
  return cached.keys;
}

/**
 * The officer whose token a request carries; null without one, and for one that is forged, expired, or meant for somebody else.
 * @throws Error where the issuer's keys can't be fetched
 */
export async function authenticate({ headers }: Request, settings: DeskSettings): Promise<Officer | null> {
  const token = headers.get(HEADER) ?? parse(headers.get('Cookie') ?? '', COOKIE)[COOKIE];
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, keysOf(settings.issuer), {
      issuer: settings.issuer,
      audience: settings.audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'email'],
    });
    const email = String(payload.email).trim().toLowerCase();
    return email.includes('@') ? { email, roles: rolesOf(payload, settings) } : null;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    // The issuer's answer was no set of keys.
    if (error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC') throw error;
    return null;
  }
}

/** Any role includes reading. */
function rolesOf(payload: JWTPayload, { groups }: DeskSettings): Set<Role> {
  const own = groupsOf(payload);
  const roles = new Set(ROLES.filter((role) => groups[role].some((group) => own.has(group))));
  if (roles.size > 0) roles.add('read');
  return roles;
}

/** The claim `groups`, which Access puts below `custom` where it comes from the identity provider; names, or objects with one. */
function groupsOf({ groups, custom }: JWTPayload): Set<string> {
  const below = (custom as { groups?: unknown } | undefined)?.groups;
  return new Set(
    [groups ?? [], below ?? []].flat().flatMap((group: unknown) => {
      if (typeof group === 'string') return group;
      const { name, id } = (group ?? {}) as { name?: unknown; id?: unknown };
      return [name, id].filter((one) => typeof one === 'string');
    }),
  );
}
