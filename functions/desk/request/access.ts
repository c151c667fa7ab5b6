/**
 * Authentication by Cloudflare Access, which signs a token for each request. The desk trusts only that token.
 * https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/
 */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { parse } from 'hono/utils/cookie';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { isEmail } from '../../../src/domain/input/email.ts';
import { mailTextsIn } from '../../admin/mail/words.ts';
import { ROLES, type Role } from '../../office/officer.ts';
import type { OfficeBindings, SignedIn } from './office.ts';
import { isOwnForm } from './security.ts';
import type { DeskSettings } from './settings.ts';

const HEADER = 'Cf-Access-Jwt-Assertion';
const COOKIE = 'CF_Authorization';
const KEYS_PATH = '/cdn-cgi/access/certs';
/** Access rotates its keys every six weeks; jose fetches them again for an unknown key id. */
const KEYS_MS = 60 * 60_000;

/** How far the issuer's clock may be ahead. */
const CLOCK_SKEW_MS = 60_000;

let cached: { issuer: string; keys: JWTVerifyGetKey } | null = null;

function keysOf(issuer: string): JWTVerifyGetKey {
  if (cached?.issuer !== issuer) {
    const keys = createRemoteJWKSet(new URL(KEYS_PATH, issuer), { cacheMaxAge: KEYS_MS, timeoutDuration: 5000 });
    cached = { issuer, keys };
  }
  return cached.keys;
}

/**
 * The officer of a request's token; null for a missing, forged, expired or future token, one for another audience, or one
 * without a single address.
 * @throws Error when the issuer's keys cannot be fetched
 */
export async function authenticateOfficer({ headers }: Request, settings: DeskSettings): Promise<SignedIn | null> {
  const token = headers.get(HEADER) ?? parse(headers.get('Cookie') ?? '', COOKIE)[COOKIE];
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, keysOf(settings.issuer), {
      issuer: settings.issuer,
      audience: settings.audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'email'],
    });
    const email = typeof payload.email === 'string' ? payload.email.trim().toLowerCase() : '';
    const isFuture = (payload.iat ?? 0) * 1000 > Date.now() + CLOCK_SKEW_MS;
    return isEmail(email) && !isFuture ? { email, roles: rolesOf(payload, settings) } : null;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    // The issuer's response is no key set.
    if (error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC') throw error;
    return null;
  }
}

/** The roles of a token's groups; each includes `read`. */
function rolesOf(payload: JWTPayload, { groups }: DeskSettings): Set<Role> {
  const own = groupsOf(payload);
  const roles = new Set(ROLES.filter((role) => groups[role].some((group) => own.has(group))));
  if (roles.size > 0) roles.add('read');
  return roles;
}

/** The claim `groups`, below `custom` where the identity provider sets it: names, or objects with `name` or `id`. */
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

/** The response without a valid token. The page keeps a submitted form, to be sent again after signing in. */
export async function signInAgain(c: Context<OfficeBindings>, locale: Locale): Promise<Response> {
  const form = c.req.method === 'POST' && isOwnForm(c) ? await c.req.formData().catch(() => null) : null;
  const pairs = [...(form ?? [])].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  if (pairs.length === 0) return c.text('Sign in with Cloudflare Access. Войдите через Cloudflare Access.', 403);
  const t = mailTextsIn(locale, 'web');
  const { pathname, search } = new URL(c.req.url);
  const path = pathname.replace(/^\/+/, '/') + search;
  const fields = pairs.map(
    ([name, value]) => html`<textarea name="${name}" hidden>
${value}</textarea>`,
  );
  const again = html`<li><form method="post" action="${path}">${fields}<button>${t('session.send')}</button></form></li>`;
  const page = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${t('session.title')}</title></head>
<body><main><h1>${t('session.title')}</h1><p>${t('session.text')}</p>
<ol><li><a href="/" target="_blank" rel="noopener">${t('session.signIn')}</a></li>${again}</ol></main></body></html>`;
  return c.html(page, 403);
}
