/**
 * The endpoint table: the one place that knows each call's method, path, access, body and limits.
 * The browser client, the gateway, the admin router and the contract test all read it.
 */

export const API_BASE = '/api/v1';
export const FILES_BASE = '/files';

/** Limits of a body in bytes: small JSON, and a whole application (api.md: 40 MiB a request). */
const JSON_LIMIT = 16 * 1024;
const MULTIPART_LIMIT = 40 * 1024 * 1024;

/**
 * Answers a minute for one network address, which may be a carrier's with hundreds of people behind it: 200 of them apply
 * within ten minutes, 20 a minute, most with several addresses tried and at uneven times. `few` is for what sends a mail or
 * guesses a secret of somebody who is signed in. Guesses at one account are counted by the admin host, whatever their address.
 */
export const RATES = { few: 20, some: 60, many: 120 } as const;
export type Rate = keyof typeof RATES;

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below {@link API_BASE}; `:name` is one path segment. */
  path: `/${string}`;
  /** `token`: a Bearer token is needed. `public`: none is, and none is looked at. */
  access: 'public' | 'token';
  body: 'none' | 'json' | 'multipart';
  /** Largest body in bytes; 0 where there is none. */
  limit: number;
  /** How often a minute it answers one network address, then 429; null: as often as it is asked. */
  rate: Rate | null;
}

const get = (path: `/${string}`, access: Endpoint['access']) =>
  ({ method: 'GET', path, access, body: 'none', limit: 0, rate: null }) as const;
const json = (path: `/${string}`, access: Endpoint['access'], rate: Rate) =>
  ({ method: 'POST', path, access, body: 'json', limit: JSON_LIMIT, rate }) as const;
const multipart = (path: `/${string}`, access: Endpoint['access']) =>
  ({
    method: 'POST',
    path,
    access,
    body: 'multipart',
    limit: MULTIPART_LIMIT,
    rate: access === 'public' ? 'some' : null,
  }) as const;

export const ENDPOINTS = {
  login: json('/user-login', 'public', 'some'),
  logout: { method: 'POST', path: '/user-logout', access: 'token', body: 'none', limit: 0, rate: null },
  changePassword: json('/change-password/:type/:id', 'token', 'few'),
  checkEmail: json('/check-email', 'public', 'many'),
  createSpecialist: multipart('/specialists-visa', 'public'),
  createFounder: multipart('/founders', 'public'),
  createInvestor: multipart('/investors', 'public'),
  updateSpecialist: multipart('/specialists-visa/:id', 'token'),
  updateFounder: multipart('/founders/:id', 'token'),
  updateInvestor: multipart('/investors/:id', 'token'),
  requestResetCode: json('/forgot-password-token', 'public', 'few'),
  checkResetCode: json('/check-forgot-password-token', 'public', 'some'),
  resetPassword: json('/forgot-password-by-code', 'public', 'some'),
  restoreEmail: json('/restore-email', 'public', 'some'),
  currentUser: get('/user', 'token'),
  listSessions: get('/user/sessions', 'token'),
  endOtherSessions: {
    method: 'DELETE',
    path: '/user/sessions',
    access: 'token',
    body: 'none',
    limit: 0,
    rate: null,
  },
  employeeVisa: get('/employee-visa/:code', 'public'),
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path parameters of one endpoint, by name. */
export type EndpointParams<Id extends EndpointId> = Record<ParamNames<(typeof ENDPOINTS)[Id]['path']>, string>;

/** One path segment as the contract allows it: no dots alone, no encoding, no separators. */
const SEGMENT = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * The address of a call, `/api/v1` included.
 * @throws RangeError when a parameter is not a plain path segment
 */
export function endpointPath<Id extends EndpointId>(id: Id, params: EndpointParams<Id>): string {
  const values: Record<string, string> = params;
  const path = ENDPOINTS[id].path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name] ?? '';
    if (!SEGMENT.test(value)) throw new RangeError(`${id}: "${name}" is not a path segment`);
    return value;
  });
  return API_BASE + path;
}

export interface EndpointMatch {
  id: EndpointId;
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** The table as it is searched at each call. */
const TEMPLATES = (Object.entries(ENDPOINTS) as [EndpointId, Endpoint][]).map(([id, endpoint]) => ({
  id,
  endpoint,
  template: endpoint.path.slice(1).split('/'),
}));

/**
 * Finds the entry for a raw pathname below `/api/v1`, byte for byte: nothing is decoded, folded or lower-cased, so
 * that the guard and the admin host can never disagree on what was asked for.
 * @returns the match; the methods allowed on that path when only the method is wrong; null for an unknown path
 */
export function matchEndpoint(method: string, pathname: string): EndpointMatch | { allow: string[] } | null {
  if (!pathname.startsWith(`${API_BASE}/`)) return null;
  const segments = pathname.slice(API_BASE.length + 1).split('/');
  const allow: string[] = [];
  for (const { id, endpoint, template } of TEMPLATES) {
    const params = matchSegments(template, segments);
    if (!params) continue;
    if (endpoint.method === method) return { id, endpoint, params };
    allow.push(endpoint.method);
  }
  return allow.length > 0 ? { allow } : null;
}

function matchSegments(template: string[], segments: string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      if (!SEGMENT.test(segment)) return null;
      params[part.slice(1)] = segment;
    } else if (part !== segment) return null;
  }
  return params;
}
