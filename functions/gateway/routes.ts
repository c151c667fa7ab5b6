/** API calls and file links. Rule: a call is authorised by its table entry and forwarded to the path built from it. */
import {
  type EndpointId,
  type EndpointMatch,
  type EndpointParams,
  endpointPath,
  matchEndpoint,
} from '../../src/domain/api/endpoints.ts';
import type { HostProfile } from '../../src/domain/application/host-profile.ts';
import { type Call, Refusal, type Step } from './call.ts';
import { isCanonicalFilePath } from './canonical.ts';
import { knownBrowserHeader, knownCookie, type TokenBinding } from './cookies.ts';
import { isSealedLink, type OtherHost, withFileLinks } from './file-links.ts';
import type { Forward } from './forward.ts';
import { bearerToken, isTokenShaped } from './guard.ts';
import { parcelHeaders } from './parcels.ts';
import { type AddLinks, apiResult, fileResult, type GatewayResult, readLogin, SEALED_READS } from './responses.ts';
import { drainBody } from './upload.ts';

interface ApiOptions {
  steps: readonly Step[];
  forward: Forward;
  binding: TokenBinding;
  otherHost: OtherHost | null;
  profile: HostProfile;
}

export interface IncomingRequest extends Pick<Call, 'request' | 'requestId' | 'address'> {
  pathname: string;
}

/** The table entry, or the methods for OPTIONS. @throws Refusal 404, or 405 with `Allow` */
export function resolve({ request, pathname }: IncomingRequest): EndpointMatch | { allow: string } {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = matchEndpoint(method, pathname);
  if (!match) throw new Refusal('not_found', 'There is no such call');
  if ('id' in match) return match;
  const allow = [...match.allow, ...(match.allow.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return { allow };
  throw new Refusal('method_not_allowed', `This call takes ${allow}`, { Allow: allow });
}

export function createApi({ steps, forward, binding, otherHost, profile }: ApiOptions) {
  if (steps.length === 0) throw new TypeError('The API needs its guard and its limits');
  return async (call: Call): Promise<GatewayResult> => {
    try {
      for (const step of steps) await step(call);
      const { match } = call;
      const path = endpointPath(match.id, match.params as EndpointParams<EndpointId>);
      const target = profile.trailing_slash ? `${path}/` : path;
      const { limit, method } = match.endpoint;
      const hostResponse = await forward({
        ...call,
        target,
        method,
        limit,
        headers: callHeaders(call),
      });
      const known = knownCookie(match.id, hostResponse);
      const bind = (body: Record<string, unknown>) => browserOf(call, body, binding);
      const addLinks: AddLinks = (id, body) => withFileLinks(id, body, otherHost, bind);
      const result = await apiResult(match.id, hostResponse, { profile, addLinks });
      const response = await withCookies(call, result.response, binding);
      if (known !== null) response.headers.append('Set-Cookie', known);
      return { ...result, response };
    } catch (error) {
      await drainBody(call.request, call.match.endpoint.limit);
      throw withClearedCookie(call, error, binding);
    }
  };
}

/** Of the token and of the response's type, whatever the client's own headers say, and of single calls. */
function callHeaders({ request, match: { id, endpoint } }: Call): Record<string, string> {
  const token = endpoint.access === 'token' ? bearerToken(request) : null;
  return {
    Accept: SEALED_READS.includes(id) ? 'application/octet-stream, application/json' : 'application/json',
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...knownBrowserHeader(id, request),
    ...parcelHeaders(id, request),
  };
}

/** The binding cookie of the browser that receives a record; after a sign-in, the one it sets. */
async function browserOf({ match, request }: Call, body: Record<string, unknown>, binding: TokenBinding) {
  if (match.id === 'login') return isTokenShaped(body.token) ? binding.valueFor(body.token) : null;
  return match.endpoint.access === 'token' ? binding.valueIn(request.headers.get('cookie') ?? undefined) : null;
}

/** Sets the binding cookie at sign-in; clears it at sign-out and when the host rejects the token. */
async function withCookies({ match }: Call, response: Response, binding: TokenBinding): Promise<Response> {
  if (match.id === 'login' && response.status === 200) {
    const { token, response: whole } = await readLogin(response);
    whole.headers.append('Set-Cookie', await binding.bind(token));
    return whole;
  }
  const rejected = match.endpoint.access === 'token' && response.status === 403;
  if (match.id === 'logout' || rejected) response.headers.append('Set-Cookie', binding.cleared);
  return response;
}

function withClearedCookie({ match }: Call, error: unknown, binding: TokenBinding): unknown {
  if (!(error instanceof Refusal) || match.endpoint.access !== 'token') return error;
  // A sign-out takes effect in this browser even when the host cannot be reached.
  const leaving = match.id === 'logout' && error.code !== 'token_required' && error.code !== 'cross_site';
  if (error.code !== 'token_rejected' && !leaving) return error;
  return new Refusal(error.code, error.message, { ...error.headers, 'Set-Cookie': binding.cleared }, error.words);
}

/** Handles a file link; the host checks its signature, the gateway its own seal. */
export function createFiles({ forward, binding, otherHost }: Omit<ApiOptions, 'steps' | 'profile'>) {
  return async ({ request, requestId, address, pathname }: IncomingRequest): Promise<GatewayResult> => {
    if (!isCanonicalFilePath(pathname)) throw new Refusal('not_found', 'There is no such file');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', 'A file can only be read', { Allow: 'GET, HEAD' });
    }
    // Without the client's token: a host that lists a folder gives its files to the gateway.
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
