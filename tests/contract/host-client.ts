/** Calls a host as the gateway does: same headers, same limits, no redirects followed, and keeps all responses. */
import { hostRefusal } from '../../functions/gateway/host-errors.ts';
import { SIGNATURE_HEADER, type Sign } from '../../functions/gateway/signature.ts';
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../src/domain/api/endpoints.ts';
import { type ErrorBody, readErrorBody } from '../../src/domain/api/errors.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile } from '../../src/domain/application/host-profile.ts';
import { Finding } from './finding.ts';

/** Specification §9: the gateway's own time-out. */
const TIMEOUT_MS = 60_000;

/** A response as the gateway reads it. */
export interface HostReply {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Undefined for a body that is not JSON. */
  body: unknown;
  /** The error body, if it is one of the contract. */
  error: ErrorBody | null;
  /** The error code that the portal reads; null for a success. */
  code: string | null;
  /** Names of the fields that the error is about, as pages show it. */
  fields: string[];
  requestId: string;
}

export interface CallOptions {
  json?: unknown;
  /** A raw body in place of `json`. */
  text?: string;
  form?: FormData;
  token?: string;
  /** The Idempotency-Key; empty sends none. */
  key?: string;
  headers?: Record<string, string>;
  /** In place of the valid signature; null sends none. */
  signature?: string | null;
}

export interface HostClient {
  /** True for a host that checks the gateway's signature. */
  isSigned: boolean;
  /** What the run has found out about the host so far; calls follow it. */
  profile: HostProfile;
  /** All responses so far. */
  responses: { what: string; reply: HostReply }[];
  call<Id extends EndpointId>(id: Id, params: EndpointParams<Id>, options?: CallOptions): Promise<HostReply>;
  /** Sends a GET outside the API: a file link, `/healthz`. */
  get(target: string, options?: CallOptions): Promise<HostReply>;
}

export interface ClientOptions {
  origin: string;
  send: (url: string, init: RequestInit) => Promise<Response>;
  /** Null for the embedded host. */
  sign: Sign | null;
}

/** A documentation address (RFC 5737), a new one in each run, since hosts limit calls by address. */
const clientAddress = () => `203.0.113.${1 + Math.floor(Math.random() * 254)}`;

export function createHostClient({ origin, send, sign }: ClientOptions): HostClient {
  const responses: HostClient['responses'] = [];
  let profile = DEFAULT_HOST_PROFILE;
  const address = clientAddress();

  async function sendRequest(
    { id, what }: { id: EndpointId | null; what: string },
    method: string,
    target: string,
    options: CallOptions,
  ): Promise<HostReply> {
    const requestId = crypto.randomUUID();
    const { token, key, form, json } = options;
    const text = options.text ?? (json === undefined ? undefined : JSON.stringify(json));
    const signature = options.signature === undefined ? await sign?.({ method, target, requestId }) : options.signature;
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': 'en',
      'User-Agent': 'check-host',
      'X-Request-Id': requestId,
      'X-Client-Address': address,
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(key && { 'Idempotency-Key': key }),
      ...(signature && { [SIGNATURE_HEADER]: signature }),
      ...options.headers,
    };
    const body = form ?? text ?? null;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const [response, bytes] = await send(origin + target, { method, headers, body, redirect: 'manual', signal }).then(
      async (response) => [response, new Uint8Array(await response.arrayBuffer())] as const,
      (error: unknown) => {
        throw new Finding(`${what}: no response (${reasonOf(error)})`);
      },
    );
    const reply = readReply(response, bytes, { id, requestId, profile });
    responses.push({ what, reply });
    return reply;
  }

  return {
    isSigned: sign !== null,
    responses,
    get profile() {
      return profile;
    },
    set profile(found) {
      profile = found;
    },
    call(id, params, options = {}) {
      const path = endpointPath(id, params);
      const target = profile.trailing_slash ? `${path}/` : path;
      return sendRequest({ id, what: id }, ENDPOINTS[id].method, target, options);
    },
    get: (target, options = {}) =>
      sendRequest({ id: null, what: target === '/healthz' ? target : 'a file link' }, 'GET', target, options),
  };
}

function readReply(
  response: Response,
  bytes: Uint8Array,
  { id, requestId, profile }: { id: EndpointId | null; requestId: string; profile: HostProfile },
): HostReply {
  const { status, headers } = response;
  const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '');
  const body = isJson ? parseJson(bytes) : undefined;
  const error = status >= 400 ? readErrorBody(body) : null;
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const text = new TextDecoder().decode(bytes);
  const refusal = () => hostRefusal(id, { status, type, text, wait: headers.get('retry-after') }, profile);
  const code = status >= 200 && status < 300 ? null : (error?.code ?? refusal().code);
  const fields = code === null ? [] : Object.keys(error?.errors ?? refusal().words?.errors ?? {});
  return { status, headers, bytes, body, error, code, fields, requestId };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The reason of a failed fetch, which Node has in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : error.message;
}
