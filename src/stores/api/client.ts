/**
 * The two HTTP clients of specification §7: plain for public endpoints, authenticated for the others. Every outcome is a
 * value; nothing is thrown for a failure that can be expected.
 */
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../domain/api/endpoints.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type Answer, failed, send } from './request.ts';
import { $session, loseSession, noteUse } from './token.ts';

export type { Answer, ApiError } from './request.ts';

export interface CallOptions<Id extends EndpointId = EndpointId> {
  params?: EndpointParams<Id>;
  /** Body of the endpoints that take JSON. */
  json?: unknown;
  /** Calls the request off. */
  signal?: AbortSignal;
  /** Language of mail and labels that the host makes. */
  locale?: Locale;
  /** A token other than the session's, for a call that outlives it. The page may leave meanwhile. */
  lastToken?: string;
}

/**
 * Makes one call of the endpoint table. The table's access decides whether the token goes along; a guarded call without
 * a token is refused here. A token that the host refuses ends the session.
 */
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

  const answer = await send(path, {
    method,
    headers,
    body: body === 'json' ? JSON.stringify(options.json ?? {}) : null,
    signal: options.signal ?? null,
    keepalive: options.lastToken !== undefined,
  });
  if (token) noteTokenAnswer(token, answer);
  return answer;
}

/** What an answer to a guarded call says about the token that was sent with it. */
export function noteTokenAnswer(token: string, answer: Answer): void {
  // A late answer to an older token says nothing about the one in use.
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
