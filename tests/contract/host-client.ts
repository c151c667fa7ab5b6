/** Calls a host as the portal does: pages' requests with the gateway's headers and its reading of errors. Keeps all responses. */
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_HOST_PROFILE, type HostProfile } from '../../functions/gateway/host/profile.ts';
import { hostRefusal } from '../../functions/gateway/host/refusals.ts';
import { readRetryAfter } from '../../functions/gateway/host/retry-after.ts';
import { hostHeaders, mediaType } from '../../functions/gateway/host-headers.ts';
import type { Sign } from '../../functions/gateway/request/signature.ts';
import type { CallParams } from '../../src/domain/api/contract/calls.ts';
import { type EndpointId, endpointPath } from '../../src/domain/api/endpoints.ts';
import { parseJson } from '../../src/domain/api/json.ts';
import { type RefusalBody, readRefusalBody } from '../../src/domain/api/refusal-codes.ts';
import { requestOf } from '../../src/domain/api/request.ts';
import { HTTP_TIMEOUT_MS } from '../../src/domain/api/timeout.ts';
import { NoResponse, NotChecked } from './finding.ts';

/** A response as the gateway reads it. */
export interface HostReply {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  /** Undefined for a body that is not JSON. */
  body: unknown;
  /** The error body, if it is one of the contract. */
  error: RefusalBody | null;
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
  requestId?: string;
  /** In place of the valid signature; null sends none. */
  signature?: string | null;
  /** What the call is, where its endpoint does not say enough. */
  what?: string;
}

export interface ClientOptions {
  origin: string;
  send: (url: string, init: RequestInit) => Promise<Response>;
  /** Null for the embedded host. */
  sign: Sign | null;
  /** What is known about the host before the run. */
  profile?: HostProfile;
  /** Of the host's silence; the gateway's own by default. */
  timeoutMs?: number;
}

/** A host that is started again after a fault has this long to respond. */
const RESTART_TRIES = 5;
const RESTART_PAUSE_MS = 1000;

type RawReply = Pick<HostReply, 'status' | 'headers' | 'bytes'>;

interface HostRequest {
  method: string;
  target: string;
  requestId: string;
  /** Of the page, of which the gateway passes some on. */
  page?: Record<string, string>;
  /** Of the gateway. */
  headers: Record<string, string>;
  body: FormData | string | null;
}

export class HostClient {
  /** What the run has found out about the host so far; calls follow it. */
  profile: HostProfile;
  /** All responses so far. */
  readonly responses: { what: string; reply: HostReply }[] = [];
  readonly #options: ClientOptions;
  /** A documentation address (RFC 5737), a new one in each run, since hosts limit calls by address. */
  readonly #address = `203.0.113.${1 + Math.floor(Math.random() * 254)}`;
  #endedAt: string | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.profile = options.profile ?? DEFAULT_HOST_PROFILE;
  }

  /** True for a host that checks the gateway's signature. */
  get isSigned(): boolean {
    return this.#options.sign !== null;
  }

  /** The call after which the host responded to nothing more; null while it works. */
  get endedAt(): string | null {
    return this.#endedAt;
  }

  /** @throws NoResponse, or NotChecked once the host has ended */
  async call<Id extends EndpointId>(id: Id, params: CallParams<Id>, options: CallOptions = {}): Promise<HostReply> {
    const { what = id, key, form, text, requestId = crypto.randomUUID() } = options;
    const path = endpointPath(id, params);
    const { method, headers: page, body } = requestOf(id, { ...options, locale: 'en' });
    if (key) page['Idempotency-Key'] = key;
    const { Accept = '', Authorization } = page;
    const headers = { Accept, ...(Authorization !== undefined && { Authorization }), ...options.headers };
    const request = {
      ...{ method, target: this.profile.trailing_slash ? `${path}/` : path, requestId },
      ...{ page, headers, body: form ?? text ?? body },
    };
    const reply = readReply(await this.#send(what, request, options), { id, requestId, profile: this.profile });
    this.responses.push({ what, reply });
    return reply;
  }

  /** Sends a GET outside the API: a file link, `/healthz`. @throws as {@link call} */
  async get(target: string, options: CallOptions = {}): Promise<HostReply> {
    const what = target === '/healthz' ? target : 'a file link';
    const request = { ...GET, target, requestId: crypto.randomUUID() };
    const { requestId } = request;
    const reply = readReply(await this.#send(what, request, options), { id: null, requestId, profile: this.profile });
    this.responses.push({ what, reply });
    return reply;
  }

  async #send(what: string, request: HostRequest, options: CallOptions): Promise<RawReply> {
    if (this.#endedAt !== null) throw new NotChecked(`the host ended at ${this.#endedAt}`);
    try {
      return await this.#request(request, options, this.#options.timeoutMs);
    } catch (error) {
      if (this.responses.length > 0 && !(await this.#isAlive())) this.#endedAt ??= what;
      const isEnded = this.#endedAt === what;
      throw new NoResponse(`${what}: no response (${reasonOf(error)})${isEnded ? '; the host ended here' : ''}`);
    }
  }

  async #request(request: HostRequest, { signature }: CallOptions, ms = HTTP_TIMEOUT_MS): Promise<RawReply> {
    const { origin, send, sign } = this.#options;
    const { method, target, body } = request;
    const given = typeof signature === 'string' ? async () => signature : undefined;
    const visitor = { headers: new Headers({ 'User-Agent': 'check-host', ...request.page }) };
    const call = { ...request, request: visitor, address: this.#address };
    const headers = await hostHeaders(call, body !== null, signature === undefined ? (sign ?? undefined) : given);
    const signal = AbortSignal.timeout(ms);
    const response = await send(origin + target, { method, headers, body, redirect: 'manual', signal });
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** Whether the host still responds, perhaps after a new start. */
  async #isAlive(): Promise<boolean> {
    for (let tries = 0; tries < RESTART_TRIES; tries += 1) {
      if (tries > 0) await pause(RESTART_PAUSE_MS);
      const probe = { ...GET, target: '/healthz', requestId: crypto.randomUUID() };
      if (await this.#request(probe, {}, RESTART_PAUSE_MS).catch(() => null)) return true;
    }
    return false;
  }
}

const GET = { method: 'GET', headers: { Accept: '*/*' }, body: null };

function readReply(
  { status, headers, bytes }: RawReply,
  { id, requestId, profile }: { id: EndpointId | null; requestId: string; profile: HostProfile },
): HostReply {
  const [type, text] = [mediaType(headers), new TextDecoder().decode(bytes)];
  const body = type === 'application/json' ? parseJson(text) : undefined;
  const error = status >= 400 ? readRefusalBody(body) : null;
  const refusal = () => hostRefusal(id, { status, type, text, wait: readRetryAfter(headers) }, profile);
  const code = status >= 200 && status < 300 ? null : (error?.code ?? refusal().code);
  const fields = code === null ? [] : Object.keys(error?.errors ?? refusal().details.hostWords?.errors ?? {});
  return { status, headers, bytes, body, error, code, fields, requestId };
}

/** The reason of a failed fetch, which Node has in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : error.message;
}
