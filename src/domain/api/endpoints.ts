/**
 * The endpoint table: method, path, access, body and limits of each call, for client, gateway, admin router and tests.
 */

import { MAX_BLOB, MAX_INDEX } from './parcels.ts';
import type { RefusedCall } from './status-codes.ts';

export const API_BASE = '/api/v1';
export const FILES_BASE = '/files';

/** Bytes: small JSON, and a whole application (contract: 40 MiB a request). */
const JSON_LIMIT = 16 * 1024;
const MULTIPART_LIMIT = 40 * 1024 * 1024;

/** The answer to a creation is given again to the same idempotency key for so long. Milliseconds. */
export const ANSWER_MS = 24 * 60 * 60 * 1000;

/** A signed link opens its file for so long. Milliseconds. */
export const LINK_MS = 15 * 60 * 1000;

/**
 * Calls a minute for one network address, which a carrier may give to hundreds: 200 applicants in ten minutes make 20.
 * `few` sends a mail or guesses a signed-in person's secret. The admin host counts guesses at one account. `often`: pages that
 * wait for another device ask every few seconds.
 */
export const RATES = { few: 20, some: 60, many: 120, often: 600 } as const;
export type Rate = keyof typeof RATES;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below {@link API_BASE}; `:name` is one path segment. */
  path: `/${string}`;
  /** `token`: a Bearer token is needed. `public`: none is, and none is looked at. */
  access: 'public' | 'token';
  body: 'none' | 'json' | 'multipart' | 'octets';
  /** Largest body in bytes; 0 where there is none. */
  limit: number;
  /** Calls a minute for one network address, then 429; null: no limit. */
  rate: Rate | null;
}

const get = (path: `/${string}`, access: Endpoint['access']) =>
  ({ method: 'GET', path, access, body: 'none', limit: 0, rate: null }) as const;
const json = (path: `/${string}`, access: Endpoint['access'], rate: Rate) =>
  ({ method: 'POST', path, access, body: 'json', limit: JSON_LIMIT, rate }) as const;
/** What somebody who is signed in asks for or ends, without a body. */
const bare = <const Method extends 'POST' | 'DELETE', const Limit extends Rate | null>(
  method: Method,
  path: `/${string}`,
  rate: Limit,
) => ({ method, path, access: 'token', body: 'none', limit: 0, rate }) as const;
const multipart = (path: `/${string}`, access: Endpoint['access']) =>
  ({
    method: 'POST',
    path,
    access,
    body: 'multipart',
    limit: MULTIPART_LIMIT,
    rate: access === 'public' ? 'some' : null,
  }) as const;

/** A parcel is opened by its access key, not by a token (docs/api.md, "Parcels"). */
const PARCELS = '/parcels';
const PARCEL = `${PARCELS}/:id` as const;
const BLOB = `${PARCEL}/:blob` as const;
const parcel = <const Method extends 'GET' | 'PUT' | 'DELETE', const Body extends 'none' | 'octets' = 'none'>(
  method: Method,
  path: `/${string}`,
  rate: Rate,
  body = 'none' as Body,
  limit = 0,
) => ({ method, path, access: 'public', body, limit, rate }) as const;

const DELETION = '/user/deletion-request';

export const ENDPOINTS = {
  login: json('/user-login', 'public', 'some'),
  logout: bare('POST', '/user-logout', null),
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
  endOtherSessions: bare('DELETE', '/user/sessions', null),
  withdraw: bare('POST', '/user/withdraw', 'few'),
  askForDeletion: bare('POST', DELETION, 'few'),
  endDeletionRequest: bare('DELETE', DELETION, null),
  sendConfirmation: bare('POST', '/user/email-confirmation', 'few'),
  confirmEmail: json('/confirm-email', 'public', 'some'),
  listMessages: get('/user/messages', 'token'),
  sendMessage: json('/user/messages', 'token', 'few'),
  messagesTaken: { ...get('/messages', 'public'), rate: 'often' },
  askQuestion: json('/messages', 'public', 'few'),
  employeeVisa: get('/employee-visa/:code', 'public'),
  parcelsKept: parcel('GET', PARCELS, 'often'),
  putParcel: parcel('PUT', PARCEL, 'many', 'octets', MAX_INDEX),
  getParcel: parcel('GET', PARCEL, 'often'),
  deleteParcel: parcel('DELETE', PARCEL, 'many'),
  putBlob: parcel('PUT', BLOB, 'many', 'octets', MAX_BLOB),
  getBlob: parcel('GET', BLOB, 'many'),
  deleteBlob: parcel('DELETE', BLOB, 'many'),
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

/** What a status without an error body means for a call (errors.ts). */
export function refusedCall(id: EndpointId): RefusedCall {
  const { access, method, path } = ENDPOINTS[id];
  return {
    isSignIn: id === 'login',
    isGuarded: access === 'token',
    mayBeAbsent: method !== 'POST' || /^\/(?:user\/|restore|confirm|messages)/.test(path),
    hasCode: id === 'checkResetCode' || id === 'resetPassword',
  };
}

/** Calls to one sealed parcel, each with its access key. Not for the browser, whose build leaves this out. */
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

/** A path segment of the contract: no dots alone, no encoding, no separators. */
const SEGMENT = /^[A-Za-z0-9_-]{1,128}$/;

export function isPathSegment(value: string): boolean {
  return SEGMENT.test(value);
}

/** The address of a call, `/api/v1` included. @throws RangeError when a parameter is not a plain path segment */
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

/** The table as it is searched at each call; the browser never searches it, and its build leaves this out. */
const TEMPLATES = /* @__PURE__ */ templates();

function templates() {
  const entries = Object.entries(ENDPOINTS) as [EndpointId, Endpoint][];
  return entries.map(([id, endpoint]) => ({ id, endpoint, template: endpoint.path.slice(1).split('/') }));
}

/**
 * The entry for a raw pathname, byte for byte (docs/decisions/exact-paths.md); null for an unknown path.
 * @returns the match, or the allowed methods where only the method is wrong
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
