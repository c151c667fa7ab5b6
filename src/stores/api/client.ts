/** Calls of public and guarded endpoints. They return every expected refusal as a value, and never throw. */
import type { CallParams, JsonCall, RequestBody } from '../../domain/api/contract/calls.ts';
import { callTraits, ENDPOINTS, type EndpointId, endpointPath } from '../../domain/api/endpoints.ts';
import { requestOf } from '../../domain/api/request.ts';
import { codeOfStatus } from '../../domain/api/status-codes.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../browser/ports.ts';
import { type ApiResponse, failedResponse, type ResponseOptions, send } from './request.ts';
import { $session, endSessionForSignIn, sessionToken } from './session-token.ts';

export type { ApiResponse, CallRefusal } from './request.ts';

export interface CallOptions<Id extends EndpointId = EndpointId> {
  params?: CallParams<Id>;
  json?: Id extends JsonCall ? RequestBody<Id> : never;
  signal?: AbortSignal;
  locale?: Locale;
  /** Used instead of the session's token, for a request that outlives the page. */
  lastToken?: string;
}

/** Calls an endpoint, with the token where its `access` requires it. A rejected token ends the session. */
export async function callEndpoint<Id extends EndpointId>(id: Id, options: CallOptions<Id> = {}): Promise<ApiResponse> {
  const { access } = ENDPOINTS[id];
  const path = pathOf(id, options.params);
  if (path === null) return failedResponse('not_found');
  const token = access === 'token' ? (options.lastToken ?? $session.get().token) : null;
  if (access === 'token' && !token) return failedResponse('token_required');
  const { signal = null, lastToken, locale = ports.pageLocale() } = options;
  const request = { ...requestOf(id, { ...options, token, locale }), signal, keepalive: lastToken !== undefined };
  const response = await send(path, request, responseOptions(id));
  if (token) applyTokenResponse(token, response);
  return response;
}

export const responseOptions = (id: EndpointId): ResponseOptions => ({
  codeOf: (status) => codeOfStatus(status, callTraits(id)),
});

export function applyTokenResponse(token: string, response: ApiResponse): void {
  // This is a late response to an older token.
  if ($session.get().token !== token) return;
  if (response.ok) {
    sessionToken.storeUse();
    return;
  }
  const { code } = response.refusal;
  const isTokenRejected = code === 'token_rejected' || (response.status === 403 && code !== 'cross_site');
  if (isTokenRejected) endSessionForSignIn('ended');
  else if (response.status === 401) endSessionForSignIn('missing');
}

function pathOf(id: EndpointId, params: Record<string, string> | undefined): string | null {
  try {
    return endpointPath(id, params);
  } catch {
    return null;
  }
}
