/** Calls of public and guarded endpoints (specification §7). Every expected failure is a value; nothing is thrown. */
import {
  callTraits,
  ENDPOINTS,
  type EndpointId,
  type EndpointParams,
  endpointPath,
} from '../../domain/api/endpoints.ts';
import { readHostWords } from '../../domain/api/host-words.ts';
import { codeOfStatus } from '../../domain/api/status-codes.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type Answer, type AnsweredCall, failed, send } from './request.ts';
import { $session, loseSession, noteUse } from './token.ts';

export type { Answer, ApiError } from './request.ts';

export interface CallOptions<Id extends EndpointId = EndpointId> {
  params?: EndpointParams<Id>;
  json?: unknown;
  signal?: AbortSignal;
  locale?: Locale;
  /** Used instead of the session's token, for a request that outlives the page. */
  lastToken?: string;
}

/** Calls an endpoint, with the token where its `access` requires it. A rejected token ends the session. */
export async function callEndpoint<Id extends EndpointId>(id: Id, options: CallOptions<Id> = {}): Promise<Answer> {
  const { method, access, body } = ENDPOINTS[id];
  const path = pathOf(id, options.params);
  if (path === null) return failed('not_found');
  const token = access === 'token' ? (options.lastToken ?? $session.get().token) : null;
  if (access === 'token' && !token) return failed('token_required');

  const headers = new Headers({ Accept: 'application/json' });
  if (options.locale) headers.set('Accept-Language', options.locale);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body === 'json') headers.set('Content-Type', 'application/json');

  const request = {
    method,
    headers,
    body: body === 'json' ? JSON.stringify(options.json ?? {}) : null,
    signal: options.signal ?? null,
    keepalive: options.lastToken !== undefined,
  };
  const answer = await send(path, request, answeredCall(id));
  if (token) noteTokenAnswer(token, answer);
  return answer;
}

export const answeredCall = (id: EndpointId): AnsweredCall => ({
  codeOf: (status) => codeOfStatus(status, callTraits(id)),
  readWords: readHostWords,
});

/** Applies what a response says about the token that was sent. */
export function noteTokenAnswer(token: string, answer: Answer): void {
  // A late response to an older token.
  if ($session.get().token !== token) return;
  if (answer.ok) noteUse();
  else if (answer.status === 403 && answer.error.code !== 'cross_site') loseSession('ended');
  else if (answer.status === 401) loseSession('missing');
}

function pathOf<Id extends EndpointId>(id: Id, params: EndpointParams<Id> | undefined): string | null {
  try {
    return endpointPath(id, params ?? ({} as EndpointParams<Id>));
  } catch {
    return null;
  }
}
