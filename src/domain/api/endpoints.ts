/** Paths of the calls, for client, gateway and admin router. */
import { API_BASE } from './bases.ts';
// Both tables are written from the contract (contract/calls.ts) by `npm run openapi`.
import limits from './call-limits.json' with { type: 'json' };
import table from './endpoint-table.json' with { type: 'json' };
import type { CallTraits } from './status-codes.ts';

export type EndpointId = keyof typeof table;

export const ENDPOINTS = table as Record<EndpointId, Endpoint>;

/** Milliseconds for which the response to a creation is repeated for its idempotency key. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds for which a signed link opens its file. */
export const FILE_LINK_MS = 15 * 60 * 1000;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below {@link API_BASE}; `:name` is one path segment. */
  path: `/${string}`;
  /** `token`: a Bearer token is required. `public`: a token is ignored. */
  access: 'public' | 'token';
  body: 'none' | 'json' | 'multipart' | 'octets';
}

/**
 * Calls a minute for one network address, which a carrier may give to hundreds: 200 applicants in ten minutes make 20 a minute.
 * 20: sends a mail, or takes a password of a session. 600: pages that poll for another device.
 */
export type PerMinute = 20 | 60 | 120 | 600;

/** For each call: the largest body in bytes, and calls a minute for one network address, null for no limit. */
export const CALL_LIMITS = limits as Record<EndpointId, { bytes: number; perMinute: PerMinute | null }>;

/** The traits of a call that give an error without a body its code (status-codes.ts). */
export function callTraits(id: EndpointId): CallTraits {
  const { access, method, path } = ENDPOINTS[id];
  return {
    isSignIn: id === 'login',
    isGuarded: access === 'token',
    mayBeAbsent: method !== 'POST' || /^\/(?:user\/|restore|confirm|messages)/.test(path),
    hasCode: id === 'checkResetCode' || id === 'resetPassword',
  };
}

/** Calls to one parcel, each with its access key. Unused in the browser: its build drops this. */
export const PARCEL_ENDPOINTS = /* @__PURE__ */ parcelCalls();

function parcelCalls(): readonly EndpointId[] {
  return (Object.keys(ENDPOINTS) as EndpointId[]).filter((id) => ENDPOINTS[id].path.startsWith('/parcels/'));
}

/** A path segment of the contract: no dots, no encoding. */
export const isPathSegment = (value: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(value);

/** The path of a call, with `/api/v1`. @throws RangeError when a parameter is missing or not a plain path segment */
export function endpointPath(id: EndpointId, params: Record<string, string> = {}): string {
  const path = ENDPOINTS[id].path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (!isPathSegment(value)) throw new RangeError(`${id}: "${name}" is not a path segment`);
    return value;
  });
  return API_BASE + path;
}

export interface EndpointMatch {
  id: EndpointId;
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** Split once for the search at each call. The browser never searches: its build drops this. */
const TEMPLATES = /* @__PURE__ */ templates();

function templates() {
  const entries = Object.entries(ENDPOINTS) as [EndpointId, Endpoint][];
  return entries.map(([id, endpoint]) => ({ id, endpoint, template: endpoint.path.slice(1).split('/') }));
}

/** The entry for a raw path, byte for byte (docs/decisions/gateway.md), or the allowed methods; null if unknown. */
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
      if (!isPathSegment(segment)) return null;
      params[part.slice(1)] = segment;
    } else if (part !== segment) return null;
  }
  return params;
}
