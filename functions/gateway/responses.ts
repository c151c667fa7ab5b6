/**
 * Turns the host's responses into the gateway's. What does not follow the contract (a proxy's HTML, a redirect) becomes a refusal
 * of the gateway, and an uploaded file never executes in the portal (docs/api.md, "Files").
 */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { parseJson, propertyOf } from '../../src/domain/api/json.ts';
import { Refusal } from '../../src/domain/api/refusal.ts';
import { type RefusalCode, readRefusalBody } from '../../src/domain/api/refusal-codes.ts';
import { contentDisposition, safeFileName } from '../../src/domain/input/file-names.ts';
import { DOCUMENT_TYPES, fileNameOf, PHOTO_TYPES } from '../../src/domain/input/files.ts';
import { FILE_HEADERS } from '../../src/domain/security/headers.ts';
import type { AbortedBy, HostResponse } from './forward.ts';
import { isTokenShaped } from './guard.ts';
import { isAbsentCall, mayLackVisas } from './host/absent-calls.ts';
import type { adaptBody } from './host/adapter.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile } from './host/profile.ts';
import { hostRefusal, isReadable, notOfContract } from './host/refusals.ts';
import { readRetryAfter } from './host/retry-after.ts';
import { sealedHeaders } from './parcels.ts';

export interface GatewayResult {
  response: Response;
  code?: RefusalCode;
  ended?: Promise<AbortedBy | null>;
  hiddenFiles?: string[];
  /** The token of a sign-in. */
  token?: string;
}

const API_HEADERS = ['content-type', 'retry-after'];

/** Calls whose success has sealed bytes. */
export const SEALED_READS: readonly EndpointId[] = ['getParcel', 'getBlob'];

/** Most bytes that are read; every JSON response of the contract is far smaller. */
const MAX_READ = 1024 * 1024;

export type Adapt = (id: EndpointId, body: Uint8Array) => ReturnType<typeof adaptBody>;

interface HostTraits {
  profile: HostProfile;
  /** Converts a body to the contract's shape. */
  adapt: Adapt;
}

/** The response to an API call. @throws Refusal when the host's response does not follow the contract */
export async function apiResult(
  id: EndpointId,
  hostResponse: HostResponse,
  { profile, adapt }: HostTraits,
): Promise<GatewayResult> {
  if (isAbsentCall(id, hostResponse)) {
    hostResponse.discard();
    return { response: new Response(null, { status: 204 }) };
  }
  if (!hostResponse.ok) return errorResult(id, hostResponse, profile);
  if (SEALED_READS.includes(id)) return sealedResult(hostResponse);
  if (!BODY_IS_NEEDED.has(id) && isWithoutJson(hostResponse)) return doneResult(hostResponse);
  const json = BODY_IS_NEEDED.has(id) ? await readJson(id, hostResponse) : await hostResponse.read(MAX_READ);
  if (json === null) return doneResult(hostResponse);
  const { body, hidden } = await adapt(id, json);
  const response = new Response(body, { status: hostResponse.status, headers: apiHeaders(hostResponse) });
  const result: GatewayResult = id === 'login' ? { response, token: tokenOf(json) } : { response };
  return hidden.length > 0 ? { ...result, hiddenFiles: hidden } : result;
}

/** Calls that fail without a body of the contract. For all others a 2xx means success, whatever the body. */
const BODY_IS_NEEDED = new Set<EndpointId>([
  'login',
  'currentUser',
  'listSessions',
  'listMessages',
  'employeeVisa',
  'acceptsMessages',
  'supportsParcels',
  'putParcel',
  'putBlob',
]);

const NO_BODY = [204, 205];

const isWithoutJson = ({ status, type }: HostResponse) => NO_BODY.includes(status) || type !== 'application/json';

/** Only the status of a call that succeeded, without the host's text or page. */
function doneResult(hostResponse: HostResponse): GatewayResult {
  hostResponse.discard();
  const { status } = hostResponse;
  return { response: NO_BODY.includes(status) ? new Response(null, { status }) : Response.json({}, { status }) };
}

/** A sealed body. @throws Refusal when the host does not name its revision */
function sealedResult(hostResponse: HostResponse): GatewayResult {
  const headers = sealedHeaders(hostResponse);
  if (!headers) throw discard(hostResponse, notOfContract());
  const { body, ended } = hostResponse.stream();
  return { response: new Response(body, { headers }), ended };
}

/** An error from the host. @throws Refusal when its body does not follow the contract */
async function errorResult(
  id: EndpointId | null,
  hostResponse: HostResponse,
  profile: HostProfile,
  otherwise?: Refusal,
): Promise<GatewayResult> {
  const { status, type } = hostResponse;
  const wait = readRetryAfter(hostResponse.headers);
  // The status is known even when the body is cut off.
  const body = isReadable(type) ? await hostResponse.read(MAX_READ).catch(() => null) : null;
  if (body === null) hostResponse.discard();
  const text = body && new TextDecoder().decode(body);
  const errorBody = text === null || type !== 'application/json' ? null : readRefusalBody(parseJson(text));
  if (body && errorBody)
    return { response: new Response(body, { status, headers: apiHeaders(hostResponse) }), code: errorBody.code };
  if (id === 'checkEmail' && status === 409) return { response: Response.json({ exists: true }) };
  const refusal = otherwise ?? hostRefusal(id, { status, type, text, wait }, profile);
  refusal.details.mayLackCall = mayLackVisas(id, hostResponse);
  throw refusal;
}

/** @param body of a sign-in @throws Refusal 502 for a token that the guard would reject */
function tokenOf(body: Uint8Array): string {
  const token = propertyOf(parseJson(new TextDecoder().decode(body)), 'token');
  if (!isTokenShaped(token)) throw notOfContract();
  return token;
}

function apiHeaders(hostResponse: HostResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of API_HEADERS) {
    const value = hostResponse.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/** Reads a JSON body before anything is sent. @throws Refusal 502 when it is not JSON, or too long */
async function readJson(id: EndpointId, hostResponse: HostResponse): Promise<Uint8Array> {
  const body = hostResponse.type === 'application/json' ? await hostResponse.read(MAX_READ) : null;
  if (body !== null) return body;
  const refusal = notOfContract();
  refusal.details.mayLackCall = mayLackVisas(id, hostResponse);
  throw discard(hostResponse, refusal);
}

/** Discards the response. @returns `refusal`, to be thrown in its place */
function discard(hostResponse: HostResponse, refusal: Refusal): Refusal {
  hostResponse.discard();
  return refusal;
}

/**
 * The response to a file link, with the host's name for the file ({@link hostFileName}) or the link's last segment.
 * @param withBody false for HEAD
 * @throws Refusal 403 `link_expired`, 404 `not_found`, 502 `host_unreachable` for a file of another type
 */
export async function fileResult(
  hostResponse: HostResponse,
  pathname: string,
  withBody: boolean,
): Promise<GatewayResult> {
  if (hostResponse.status === 200) {
    const type = DOCUMENT_TYPES.find((accepted) => accepted === hostResponse.type);
    if (type === undefined) throw discard(hostResponse, notOfContract());
    const given = hostResponse.headers.get('content-disposition');
    const isShown = isInline(given) && PHOTO_TYPES.includes(type);
    const name = safeFileName(hostFileName(given) ?? fileNameOf(pathname), type);
    const disposition = contentDisposition(isShown ? 'inline' : 'attachment', name);
    const headers = { ...FILE_HEADERS, 'Content-Type': type, 'Content-Disposition': disposition };
    if (withBody) {
      const { body, ended } = hostResponse.stream();
      return { response: new Response(body, { headers }), ended };
    }
    hostResponse.discard();
    const length = hostResponse.headers.has('content-encoding') ? null : hostResponse.headers.get('content-length');
    return { response: new Response(null, { headers: { ...headers, ...(length && { 'Content-Length': length }) } }) };
  }
  return errorResult(null, hostResponse, DEFAULT_HOST_PROFILE, fileRefusal(hostResponse.status));
}

/** Statuses that say nothing about the file itself. */
const NOT_OF_FILE = [408, 429];

/** A redirect or a refusal means that the host has no file at this path. */
function fileRefusal(status: number): Refusal | undefined {
  if (status === 403) return new Refusal('link_expired', 'The link is not valid any more');
  const isRefused = status >= 300 && status < 500 && !NOT_OF_FILE.includes(status);
  return isRefused ? new Refusal('not_found', 'There is no such file') : undefined;
}

const isInline = (header: string | null) => /^inline\s*(?:;|$)/i.test(header ?? '');

/** The name in UTF-8 of a Content-Disposition header (RFC 8187); null for none. */
function hostFileName(header: string | null): string | null {
  const [, encoded] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '') ?? [];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
