/**
 * Routes each path, and adds what all responses share. Only the raw path is routed, never a decoded one. A call is authorised by
 * its entry in the table, and forwarded to the path that is built from the entry.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { API_BASE, FILES_BASE } from '../../src/domain/api/bases.ts';
import { HEALTH_PATH } from '../../src/domain/api/contract/health.ts';
import { CALL_LIMITS, type EndpointMatch, endpointPath, matchEndpoint } from '../../src/domain/api/endpoints.ts';
import { Refusal } from '../../src/domain/api/refusal.ts';
import { BODY_FORM_PATH, type BodyForm } from '../../src/domain/application/body-form.ts';
import { DATA_POLICY, SECURITY_HEADERS } from '../../src/domain/security/headers.ts';
import type { Fingerprints } from '../platform/fingerprint.ts';
import { refusalResponse } from '../platform/refusal-response.ts';
import { knownBrowserHeader, knownCookie, type TokenBinding } from './cookies.ts';
import type { AbortedBy, Forward } from './forward.ts';
import { bearerToken, isTokenShaped, requireSameSite, requireToken } from './guard.ts';
import { createHealth } from './health.ts';
import { adaptBody } from './host/adapter.ts';
import { isSealedLink, type OtherHost } from './host/files.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile } from './host/profile.ts';
import { checkRequestBody, type Limiters, requireOpen, throttle } from './limits.ts';
import type { Log } from './log.ts';
import { closedFilePage, createPages } from './pages.ts';
import { parcelHeaders } from './parcels.ts';
import type { GatewayCall, GatewayStep } from './request/call.ts';
import { isCanonicalFilePath, looksLikeApi, looksLikeFiles, rawPathname } from './request/canonical.ts';
import { type Adapt, apiResult, fileResult, type GatewayResult, SEALED_READS } from './responses.ts';
import { drainBody } from './upload.ts';

interface ApiOptions {
  steps: readonly GatewayStep[];
  forward: Forward;
  binding: TokenBinding;
  otherHost: OtherHost | null;
  profile: HostProfile;
}

interface IncomingRequest extends Pick<GatewayCall, 'request' | 'requestId' | 'address'> {
  pathname: string;
}

/** The table entry, or the methods for OPTIONS. @throws Refusal 404, or 405 with `Allow` */
function resolve({ request, pathname }: IncomingRequest): EndpointMatch | { allow: string } {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = matchEndpoint(method, pathname);
  if (!match) throw new Refusal('not_found', 'There is no such call');
  if ('id' in match) return match;
  const allow = [...match.allow, ...(match.allow.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return { allow };
  throw new Refusal('method_not_allowed', `This call takes ${allow}`, { headers: { Allow: allow } });
}

function createApi({ steps, forward, binding, otherHost, profile }: ApiOptions) {
  return async (call: GatewayCall): Promise<GatewayResult> => {
    try {
      for (const step of steps) await step(call);
      const { match } = call;
      const path = endpointPath(match.id, match.params);
      const target = profile.trailing_slash ? `${path}/` : path;
      const { method } = match.endpoint;
      // The host counts reads of sealed bytes, so HEAD is not turned into GET.
      const isHead = call.request.method === 'HEAD' && SEALED_READS.includes(match.id);
      const hostResponse = await forward({
        ...call,
        target,
        method: isHead ? 'HEAD' : method,
        limit: CALL_LIMITS[match.id].bytes,
        headers: callHeaders(call),
      });
      const known = knownCookie(match.id, hostResponse);
      const adapt: Adapt = (id, body) =>
        adaptBody(id, body, { host: otherHost, profile, browserOf: (json) => browserOf(call, json, binding) });
      const result = await apiResult(match.id, hostResponse, { profile, adapt });
      await addCookies(call, result, binding);
      if (known !== null) result.response.headers.append('Set-Cookie', known);
      return result;
    } catch (error) {
      await drainBody(call.request, CALL_LIMITS[call.match.id].bytes);
      throw await withClearedCookie(call, error, binding);
    }
  };
}

/** Headers of the token and of the response's type, whatever the client's own headers say, and those of single calls. */
function callHeaders({ request, match: { id, endpoint } }: GatewayCall): Record<string, string> {
  const token = endpoint.access === 'token' ? bearerToken(request) : null;
  return {
    Accept: SEALED_READS.includes(id) ? 'application/octet-stream, application/json' : 'application/json',
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...knownBrowserHeader(id, request),
    ...parcelHeaders(id, request),
  };
}

/** The binding cookie of the browser that receives a record; after a sign-in, the cookie that the response sets. */
async function browserOf({ match, request }: GatewayCall, body: Record<string, unknown>, binding: TokenBinding) {
  if (match.id === 'login') return isTokenShaped(body.token) ? binding.valueFor(body.token) : null;
  return match.endpoint.access === 'token' ? binding.valueIn(request.headers.get('cookie') ?? undefined) : null;
}

/** Sets the binding cookie at sign-in; clears it at sign-out and when the host rejects the token. */
async function addCookies({ match }: GatewayCall, result: GatewayResult, binding: TokenBinding): Promise<void> {
  const { response, token } = result;
  if (token !== undefined) response.headers.append('Set-Cookie', await binding.bind(token));
  const rejected = match.endpoint.access === 'token' && response.status === 403;
  if (match.id === 'logout' || rejected) response.headers.append('Set-Cookie', binding.cleared);
}

async function withClearedCookie(
  { request, match }: GatewayCall,
  error: unknown,
  binding: TokenBinding,
): Promise<unknown> {
  if (!(error instanceof Refusal) || match.endpoint.access !== 'token') return error;
  const { code, message, details } = error;
  // If the cookie belongs to another token, there was a later sign-in.
  const isOwn = () => binding.holds(bearerToken(request) ?? '', request.headers.get('cookie') ?? undefined);
  // A sign-out takes effect in this browser even when the host cannot be reached.
  const isLeaving = match.id === 'logout' && code !== 'token_required' && code !== 'cross_site';
  if (code === 'token_rejected' ? !(await isOwn()) : !isLeaving) return error;
  const headers = { ...details.headers, 'Set-Cookie': binding.cleared };
  return new Refusal(code, message, { ...details, headers });
}

/** Handles a file link; the host checks its signature, the gateway its own seal. */
function createFiles({ forward, binding, otherHost }: Omit<ApiOptions, 'steps' | 'profile'>) {
  return async ({ request, requestId, address, pathname }: IncomingRequest): Promise<GatewayResult> => {
    if (!isCanonicalFilePath(pathname)) throw new Refusal('not_found', 'There is no such file');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', 'A file can only be read', { headers: { Allow: 'GET, HEAD' } });
    }
    // Without the client's token: a host that lists a folder allows the gateway to read its files.
    const read = async (target: string) => {
      const headers = { Accept: request.headers.get('accept') ?? '*/*' };
      const hostResponse = await forward({ request, requestId, address, target, method: 'GET', limit: 0, headers });
      return fileResult(hostResponse, pathname, request.method === 'GET');
    };
    if (!otherHost || !isSealedLink(pathname)) return read(pathname + new URL(request.url).search);
    const browser = binding.valueIn(request.headers.get('cookie') ?? undefined);
    const target = await otherHost.files.open({ pathname, hasQuery: request.url.includes('?') }, browser);
    return read(target);
  };
}

const isClosedFile = ({ code }: GatewayResult) => code === 'link_expired' || code === 'not_found';

/** True for a visitor who opens the link, false for pictures and scripts. */
const opensPage = (request: Request) =>
  ['GET', 'HEAD'].includes(request.method) && /\btext\/html\b/i.test(request.headers.get('accept') ?? '');

interface GatewayOptions {
  forward: Forward;
  binding: TokenBinding;
  limiters: Limiters;
  assets: Pick<Fetcher, 'fetch'>;
  log: Log;
  /** Reaches the host for {@link createHealth}, with its own time-out. */
  probe?: Forward;
  /** Commit of the gateway's code, if the deployment was marked. */
  commit?: string | undefined;
  /** Fingerprints of the gateway's secrets. */
  secrets?: Fingerprints | undefined;
  /** The host of ADMIN_HOST, whose files may be at its own paths. */
  otherHost?: OtherHost | null;
  /** Profile of the host in use. */
  profile?: HostProfile;
  closedUntil?: number | null;
  /** Accepts a token without any binding cookie; false unless the owner has set it. */
  allowsBearerOnly?: boolean;
}

interface Variables extends Omit<GatewayResult, 'response'> {
  requestId: string;
  endpoint: string;
}

export function createGateway(options: GatewayOptions) {
  const { forward, binding, limiters, assets, log, probe = forward } = options;
  const { otherHost = null, profile = DEFAULT_HOST_PROFILE, closedUntil = null } = options;
  const { allowsBearerOnly = false, commit, secrets } = options;
  const steps = [
    requireSameSite(),
    requireOpen({ closedUntil }),
    requireToken(binding, { allowsBearerOnly }),
    checkRequestBody(),
    throttle({ limiters, log }),
  ];
  const api = createApi({ steps, forward, binding, otherHost, profile });
  const files = createFiles({ forward, binding, otherHost });
  const pages = createPages({ assets });
  const health = createHealth({ forward: probe, commit, secrets });
  const app = new Hono<{ Variables: Variables }>({ getPath: (request) => rawPathname(request.url) });

  app.use(logCalls(log));

  app.all(`${API_BASE}/*`, async (context) => {
    context.set('endpoint', 'unknown');
    const arrival = incomingRequest(context);
    const match = resolve(arrival);
    if ('allow' in match) return new Response(null, { status: 204, headers: { Allow: match.allow } });
    context.set('endpoint', match.id);
    return responseOf(context, await api({ ...arrival, match }));
  });

  app.all(`${FILES_BASE}/*`, async (context) => {
    context.set('endpoint', 'files');
    const arrival = incomingRequest(context);
    const result = await files(arrival).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { response: refusalResponse(error, arrival.requestId), code: error.code };
    });
    if (!isClosedFile(result) || !opensPage(arrival.request)) return responseOf(context, result);
    const response = await closedFilePage(assets, arrival.request, result.response.status);
    return responseOf(context, { ...result, response });
  });

  app.get(HEALTH_PATH, (context) => {
    context.set('endpoint', 'health');
    return health(incomingRequest(context));
  });

  app.get(BODY_FORM_PATH, (context) => {
    context.set('endpoint', 'body_form');
    const { list_files, partial_dates, own_parts, update } = profile;
    const form: BodyForm = { list_files, partial_dates, own_parts, update };
    // Cacheable, since a new profile takes effect only with a deployment.
    return Response.json(form, { headers: { 'Cache-Control': 'private, max-age=300' } });
  });

  app.all('*', (context) => {
    const { request, pathname } = incomingRequest(context);
    if (looksLikeApi(pathname) || looksLikeFiles(pathname)) {
      context.set('endpoint', 'unknown');
      throw new Refusal('not_found', 'There is no such address');
    }
    return pages(request, pathname);
  });

  app.onError((error, context) => {
    if (error instanceof Refusal) return respond(context, error);
    log.fault(context.get('requestId'), 'a call failed unexpectedly', error);
    return respond(context, new Refusal('internal', 'The gateway failed'));
  });

  return app;
}

/** Gives each call its request id, and logs it when its response is complete; pages are not logged. */
function logCalls(log: Log): MiddlewareHandler<{ Variables: Variables }> {
  return async (context, next) => {
    const started = Date.now();
    const requestId = crypto.randomUUID();
    context.set('requestId', requestId);
    context.set('endpoint', 'page');
    await next();
    // Changed in place: assigning would make Hono copy the response and all its headers.
    addCommonHeaders(context.res, requestId);
    const endpoint = context.get('endpoint');
    if (endpoint === 'page') return;
    const code = context.get('code');
    const ended = context.get('ended');
    const hiddenFiles = context.get('hiddenFiles');
    const { status } = context.res;
    const write = (abortedBy: AbortedBy | null) =>
      log.call({
        request_id: requestId,
        endpoint,
        status,
        ms: Date.now() - started,
        ...(code && { code }),
        ...(abortedBy && { cut: abortedBy }),
        ...(hiddenFiles && { hidden_files: hiddenFiles }),
      });
    if (ended) void ended.then(write);
    else write(null);
  };
}

function responseOf(
  context: Context<{ Variables: Variables }>,
  { response, code, ended, hiddenFiles }: GatewayResult,
): Response {
  context.set('code', code);
  context.set('ended', ended);
  context.set('hiddenFiles', hiddenFiles);
  return response;
}

function respond(context: Context<{ Variables: Variables }>, refusal: Refusal): Response {
  context.set('code', refusal.code);
  return refusalResponse(refusal, context.get('requestId'));
}

function incomingRequest(context: Context<{ Variables: Variables }>): IncomingRequest {
  const request = context.req.raw;
  return {
    request,
    pathname: rawPathname(request.url),
    requestId: context.get('requestId'),
    address: request.headers.get('cf-connecting-ip') ?? 'unknown',
  };
}

const COMMON_HEADERS = Object.entries({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store' });

/** Adds request id and security headers where missing: pages have the policy of the built `_headers`, files a stricter one. */
export function addCommonHeaders(response: Response, requestId: string): Response {
  const { headers } = response;
  for (const [name, value] of COMMON_HEADERS) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isPage && !headers.has('content-security-policy')) headers.set('Content-Security-Policy', DATA_POLICY);
  headers.set('X-Request-Id', requestId);
  return response;
}
