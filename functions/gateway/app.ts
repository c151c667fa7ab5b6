/** Routes each path, and adds what all responses share. Rule: only the raw path is routed, never a decoded one. */
import { type Context, Hono } from 'hono';
import { API_BASE, FILES_BASE } from '../../src/domain/api/bases.ts';
import {
  DEFAULT_HOST_PROFILE,
  HOST_PROFILE_PATH,
  type HostProfile,
} from '../../src/domain/application/host-profile.ts';
import { DATA_POLICY, SECURITY_HEADERS } from '../../src/domain/security/headers.ts';
import type { Fingerprints } from '../platform/fingerprint.ts';
import { Refusal } from './call.ts';
import { looksLikeApi, looksLikeFiles, rawPathname } from './canonical.ts';
import type { TokenBinding } from './cookies.ts';
import type { OtherHost } from './file-links.ts';
import type { AbortedBy, Forward } from './forward.ts';
import { requireSameSite, requireToken } from './guard.ts';
import { createHealth, HEALTH_PATH } from './health.ts';
import { checkBody, type Limiters, requireOpen, throttle } from './limits.ts';
import type { Log } from './log.ts';
import { createPages } from './pages.ts';
import type { GatewayResult } from './responses.ts';
import { createApi, createFiles, type IncomingRequest, resolve } from './routes.ts';

interface GatewayOptions {
  forward: Forward;
  binding: TokenBinding;
  limiters: Limiters;
  assets: Pick<Fetcher, 'fetch'>;
  log: Log;
  /** Reaches the host for {@link createHealth}, with its own time-out. */
  probe?: Forward;
  /** Of the gateway's code, when the deployment was marked. */
  commit?: string | undefined;
  /** Fingerprints of its secrets. */
  secrets?: Fingerprints | undefined;
  /** The host of ADMIN_HOST, whose files may be at its own paths. */
  otherHost?: OtherHost | null;
  /** Of the host in use. */
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
    checkBody(),
    throttle({ limiters }),
  ];
  const api = createApi({ steps, forward, binding, otherHost, profile });
  const files = createFiles({ forward, binding, otherHost });
  const pages = createPages({ assets });
  const health = createHealth({ forward: probe, commit, secrets });
  const app = new Hono<{ Variables: Variables }>({ getPath: (request) => rawPathname(request.url) });

  app.use(async (context, next) => {
    const started = Date.now();
    const requestId = crypto.randomUUID();
    context.set('requestId', requestId);
    context.set('endpoint', 'page');
    await next();
    // Not assigned: Hono would copy the response and all its headers.
    addCommonHeaders(context.res, requestId);
    const endpoint = context.get('endpoint');
    if (endpoint === 'page') return;
    const code = context.get('code');
    const ended = context.get('ended');
    const hiddenFiles = context.get('hiddenFiles');
    const { status } = context.res;
    const write = (abortedBy: AbortedBy | null) =>
      log.call({
        ...{ request_id: requestId, endpoint, status, ms: Date.now() - started },
        ...(code && { code }),
        ...(abortedBy && { cut: abortedBy }),
        ...(hiddenFiles && { hidden_files: hiddenFiles }),
      });
    if (ended) void ended.then(write);
    else write(null);
  });

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
    return responseOf(context, await files(incomingRequest(context)));
  });

  app.get(HEALTH_PATH, (context) => {
    context.set('endpoint', 'health');
    return health(incomingRequest(context));
  });

  app.get(HOST_PROFILE_PATH, (context) => {
    context.set('endpoint', 'host_profile');
    // A new profile takes effect with a deployment.
    return Response.json(profile, { headers: { 'Cache-Control': 'private, max-age=300' } });
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
    if (error instanceof Refusal) return refusalResponse(context, error);
    log.fault(context.get('requestId'), 'a call failed unexpectedly', error);
    return refusalResponse(context, new Refusal('internal', 'The gateway failed'));
  });

  return app;
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

function refusalResponse(context: Context<{ Variables: Variables }>, refusal: Refusal): Response {
  context.set('code', refusal.code);
  return refusal.toResponse(context.get('requestId'));
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
