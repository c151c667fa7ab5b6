/** The endpoint table: method, path, access, body and its limit of each call, for client, gateway, admin router and tests. */
import { API_BASE } from './bases.ts';
import { MAX_BLOB, MAX_INDEX } from './parcels.ts';
import type { CallTraits } from './status-codes.ts';

/** Bytes: small JSON, and a whole application (contract: 40 MiB a request). */
const JSON_LIMIT = 16 * 1024;
const MULTIPART_LIMIT = 40 * 1024 * 1024;

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
  /** Largest body in bytes; 0 for none. */
  limit: number;
}

/** A call without a body. */
const bare = <const Method extends Endpoint['method']>(
  method: Method,
  path: `/${string}`,
  access: Endpoint['access'],
) => ({ method, path, access, body: 'none', limit: 0 }) as const;
const json = (path: `/${string}`, access: Endpoint['access']) =>
  ({ method: 'POST', path, access, body: 'json', limit: JSON_LIMIT }) as const;
const multipart = (path: `/${string}`, access: Endpoint['access']) =>
  ({ method: 'POST', path, access, body: 'multipart', limit: MULTIPART_LIMIT }) as const;
const octets = (path: `/${string}`, limit: number) =>
  ({ method: 'PUT', path, access: 'public', body: 'octets', limit }) as const;

/** Access to a parcel is by its key, not by a token (docs/api.md, "Parcels"). */
const PARCELS = '/parcels';
const PARCEL = `${PARCELS}/:id` as const;
const BLOB = `${PARCEL}/:blob` as const;

const DELETION = '/user/deletion-request';

export const ENDPOINTS = {
  login: json('/user-login', 'public'),
  logout: bare('POST', '/user-logout', 'token'),
  changePassword: json('/change-password/:type/:id', 'token'),
  checkEmail: json('/check-email', 'public'),
  createSpecialist: multipart('/specialists-visa', 'public'),
  createFounder: multipart('/founders', 'public'),
  createInvestor: multipart('/investors', 'public'),
  updateSpecialist: multipart('/specialists-visa/:id', 'token'),
  updateFounder: multipart('/founders/:id', 'token'),
  updateInvestor: multipart('/investors/:id', 'token'),
  requestResetCode: json('/forgot-password-token', 'public'),
  checkResetCode: json('/check-forgot-password-token', 'public'),
  resetPassword: json('/forgot-password-by-code', 'public'),
  restoreEmail: json('/restore-email', 'public'),
  currentUser: bare('GET', '/user', 'token'),
  listSessions: bare('GET', '/user/sessions', 'token'),
  endOtherSessions: bare('DELETE', '/user/sessions', 'token'),
  withdraw: bare('POST', '/user/withdraw', 'token'),
  askForDeletion: bare('POST', DELETION, 'token'),
  endDeletionRequest: bare('DELETE', DELETION, 'token'),
  sendConfirmation: bare('POST', '/user/email-confirmation', 'token'),
  confirmEmail: json('/confirm-email', 'public'),
  listMessages: bare('GET', '/user/messages', 'token'),
  sendMessage: json('/user/messages', 'token'),
  acceptsMessages: bare('GET', '/messages', 'public'),
  askQuestion: json('/messages', 'public'),
  employeeVisa: bare('GET', '/employee-visa/:code', 'public'),
  supportsParcels: bare('GET', PARCELS, 'public'),
  putParcel: octets(PARCEL, MAX_INDEX),
  getParcel: bare('GET', PARCEL, 'public'),
  deleteParcel: bare('DELETE', PARCEL, 'public'),
  putBlob: octets(BLOB, MAX_BLOB),
  getBlob: bare('GET', BLOB, 'public'),
  deleteBlob: bare('DELETE', BLOB, 'public'),
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

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
export const PARCEL_CALLS = /* @__PURE__ */ parcelCalls();

function parcelCalls(): readonly EndpointId[] {
  return (Object.keys(ENDPOINTS) as EndpointId[]).filter((id) => ENDPOINTS[id].path.startsWith(`${PARCELS}/`));
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type EndpointParams<Id extends EndpointId> = Record<ParamNames<(typeof ENDPOINTS)[Id]['path']>, string>;

/** A path segment of the contract: no dots, no encoding. */
export const isPathSegment = (value: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(value);

/** The path of a call, with `/api/v1`. @throws RangeError when a parameter is not a plain path segment */
export function endpointPath<Id extends EndpointId>(id: Id, params: EndpointParams<Id>): string {
  const values: Record<string, string> = params;
  const path = ENDPOINTS[id].path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name] ?? '';
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
