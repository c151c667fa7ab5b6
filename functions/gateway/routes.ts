/** API calls and file links. Rule: a call is authorised on its table entry and forwarded to the path rebuilt from that entry. */
import {
  type EndpointId,
  type EndpointMatch,
  type EndpointParams,
  endpointPath,
  matchEndpoint,
} from '../../src/domain/api/endpoints.ts';
import { type Answer, apiAnswer, fileAnswer, readLogin } from './answers.ts';
import { type Call, Refusal, type Step } from './call.ts';
import { isCanonicalFilePath } from './canonical.ts';
import { knownCookie, knownUpward, type TokenBinding } from './cookies.ts';
import type { Forward } from './forward.ts';
import { parcelUpward } from './parcels.ts';

export interface ApiOptions {
  steps: readonly Step[];
  forward: Forward;
  binding: TokenBinding;
  /** Of a host of ADMIN_HOST; null for the embedded one. */
  hostOrigin: string | null;
}

export interface Arrival extends Pick<Call, 'request' | 'requestId' | 'address'> {
  pathname: string;
}

/** The table entry, or the methods for OPTIONS. @throws Refusal 404, or 405 with `Allow` */
export function resolve({ request, pathname }: Arrival): EndpointMatch | { allow: string } {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = matchEndpoint(method, pathname);
  if (!match) throw new Refusal('not_found', 'There is no such call');
  if ('id' in match) return match;
  const allow = [...match.allow, ...(match.allow.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return { allow };
  throw new Refusal('method_not_allowed', `This call takes ${allow}`, { Allow: allow });
}

/** Handles one API call from guard to answer. */
export function createApi({ steps, forward, binding, hostOrigin }: ApiOptions) {
  if (steps.length === 0) throw new TypeError('The API needs its guard and its limits');
  return async (call: Call): Promise<Answer> => {
    try {
      for (const step of steps) await step(call);
      const { match } = call;
      const target = endpointPath(match.id, match.params as EndpointParams<EndpointId>);
      const { limit, method } = match.endpoint;
      const hostAnswer = await forward({
        ...call,
        target,
        method,
        limit,
        headers: { ...knownUpward(match.id, call.request), ...parcelUpward(match.id, call.request) },
      });
      const known = knownCookie(match.id, hostAnswer);
      const answer = await apiAnswer(match.id, hostAnswer, hostOrigin);
      const response = await withCookies(call, answer.response, binding);
      if (known !== null) response.headers.append('Set-Cookie', known);
      return { ...answer, response };
    } catch (error) {
      throw withClearedCookie(call, error, binding);
    }
  };
}

/** Sets the binding cookie at sign-in; clears it at sign-out and when the host rejects the token. */
async function withCookies({ match }: Call, answer: Response, binding: TokenBinding): Promise<Response> {
  if (match.id === 'login' && answer.status === 200) {
    const { token, answer: whole } = await readLogin(answer);
    whole.headers.append('Set-Cookie', await binding.bind(token));
    return whole;
  }
  const rejected = match.endpoint.access === 'token' && answer.status === 403;
  if (match.id === 'logout' || rejected) answer.headers.append('Set-Cookie', binding.cleared);
  return answer;
}

function withClearedCookie({ match }: Call, error: unknown, binding: TokenBinding): unknown {
  if (!(error instanceof Refusal) || match.endpoint.access !== 'token') return error;
  // A sign-out counts in this browser even when the host can't be reached.
  const leaving = match.id === 'logout' && error.code !== 'token_required' && error.code !== 'cross_site';
  if (error.code !== 'token_rejected' && !leaving) return error;
  return new Refusal(error.code, error.message, { ...error.headers, 'Set-Cookie': binding.cleared }, error.words);
}

/** Handles a file link; the host checks its signature. */
export function createFiles({ forward }: { forward: Forward }) {
  return async ({ request, requestId, address, pathname }: Arrival): Promise<Answer> => {
    if (!isCanonicalFilePath(pathname)) throw new Refusal('not_found', 'There is no such file');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', 'A file can only be read', { Allow: 'GET, HEAD' });
    }
    const target = pathname + new URL(request.url).search;
    const hostAnswer = await forward({ request, requestId, address, target, method: 'GET', limit: 0 });
    return fileAnswer(hostAnswer, pathname, request.method === 'GET');
  };
}
