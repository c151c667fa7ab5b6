/** Calls a host like the gateway: same headers, same limits, no redirects followed. Records all responses. */
import { SIGNATURE_HEADER, type Sign } from '../../functions/gateway/signature.ts';
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../src/domain/api/endpoints.ts';
import { type ErrorBody, readErrorBody } from '../../src/domain/api/errors.ts';
import { codeOfStatus } from '../../src/domain/api/status-codes.ts';
import { Finding } from './finding.ts';

/** Specification §9; the gateway waits no longer. */
const TIMEOUT_MS = 60_000;

/** A response as the gateway reads it. */
export interface Told {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Undefined for a body that is not JSON. */
  body: unknown;
  /** The error body, if it is one of the contract. */
  error: ErrorBody | null;
  /** The code that the portal would see; null for a success, undefined for an unknown status. */
  code: string | null | undefined;
  requestId: string;
}

export interface CallOptions {
  json?: unknown;
  /** A raw body in place of `json`. */
  text?: string;
  form?: FormData;
  token?: string;
  /** The Idempotency-Key; an empty text sends none. */
  key?: string;
  headers?: Record<string, string>;
  /** Replaces the right signature; null sends none. */
  signature?: string | null;
}

export interface HostClient {
  /** Whether the host checks the gateway's signature. */
  isSigned: boolean;
  /** All responses so far. */
  answers: { what: string; told: Told }[];
  call<Id extends EndpointId>(id: Id, params: EndpointParams<Id>, options?: CallOptions): Promise<Told>;
  /** GET of another path: a file link, `/healthz`. */
  get(target: string): Promise<Told>;
}

export interface ClientOptions {
  origin: string;
  send: (url: string, init: RequestInit) => Promise<Response>;
  /** Null for the embedded host. */
  sign: Sign | null;
}

/** An unused address (RFC 5737), a new one for each run, since hosts count calls by it. */
const clientAddress = () => `203.0.113.${1 + Math.floor(Math.random() * 254)}`;

export function createHostClient({ origin, send, sign }: ClientOptions): HostClient {
  const answers: HostClient['answers'] = [];
  const address = clientAddress();

  async function ask(what: string, method: string, target: string, options: CallOptions): Promise<Told> {
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
    const response = await send(origin + target, { method, headers, body, redirect: 'manual', signal }).then(
      async (response) => ({ response, bytes: new Uint8Array(await response.arrayBuffer()) }),
      (error: unknown) => {
        throw new Finding(`${what}: no answer (${reasonOf(error)})`);
      },
    );
    const told = read(response.response, response.bytes, { id: what, requestId });
    answers.push({ what, told });
    return told;
  }

  return {
    isSigned: sign !== null,
    answers,
    call: (id, params, options = {}) => ask(id, ENDPOINTS[id].method, endpointPath(id, params), options),
    get: (target) => ask(target.startsWith('/files/') ? 'a file link' : target, 'GET', target, {}),
  };
}

function read(response: Response, bytes: Uint8Array, { id, requestId }: { id: string; requestId: string }): Told {
  const { status, headers } = response;
  const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '');
  const body = isJson ? parsed(bytes) : undefined;
  const error = status >= 400 ? readErrorBody(body) : null;
  const byStatus = status === 401 && id === 'login' ? 'invalid_credentials' : codeOfStatus(status);
  return { status, headers, bytes, body, error, code: status < 300 ? null : (error?.code ?? byStatus), requestId };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Node wraps the reason of a failed call. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : error.message;
}
