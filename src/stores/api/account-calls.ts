/** The account's calls: sign-in, record, password reset. Wire bodies stay here. */
import { readSessionsEnded } from '../../domain/api/responses.ts';
import { type ApplicantRecord, readLogin, readUser } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type CallOptions, callEndpoint } from './client.ts';
import { isLacking, noteLack, noteOffers } from './host-offers.ts';
import { type Answer, type ApiError, failed } from './request.ts';

export type Result<Value> = { value: Value; error?: undefined } | { value?: undefined; error: ApiError };

/** The value of a response; `unreadable` if it is missing. */
export function resultOf<Value>(answer: Answer, read: (body: unknown) => Value | null): Result<Value> {
  if (!answer.ok) return { error: answer.error };
  const value = read(answer.body);
  return value === null ? { error: { code: 'unreadable' } } : { value };
}

function withOffers(answer: Answer): Answer {
  if (answer.ok) noteOffers(answer.body);
  return answer;
}

/** `sessionsEnded`: the host says that it ended the other sessions. */
export const passwordSet = (answer: Answer): Result<{ sessionsEnded: boolean }> =>
  resultOf(answer, (body) => ({ sessionsEnded: readSessionsEnded(body) }));

export const errorOf = (answer: Answer): ApiError | null => (answer.ok ? null : answer.error);

export async function callLogin(
  email: string,
  password: string,
  locale: Locale,
): Promise<Result<{ token: string; record: ApplicantRecord }>> {
  return resultOf(withOffers(await callEndpoint('login', { json: { email, password }, locale })), readLogin);
}

/** Revokes a token; the request outlives the page. */
export async function callLogout(token: string): Promise<ApiError | null> {
  return errorOf(await callEndpoint('logout', { lastToken: token }));
}

/** The record of the session; `not_found` on a host without the call. */
export async function callCurrentUser(
  options: Pick<CallOptions, 'locale' | 'signal'>,
): Promise<Result<ApplicantRecord>> {
  return resultOf(withOffers(await callOptional('currentUser', options)), readUser);
}

/** A read that the host may lack: requested until the host has said so. */
export async function callOptional(id: 'currentUser' | 'listSessions', options: CallOptions): Promise<Answer> {
  if (isLacking(id)) return failed('not_found');
  const answer = await callEndpoint(id, options);
  return noteLack(id, answer) ? failed('not_found') : answer;
}

/** Sends a code; the response is the same for unknown addresses. */
export async function callRequestCode(email: string, locale: Locale): Promise<ApiError | null> {
  return errorOf(await callEndpoint('requestResetCode', { json: { email }, locale }));
}

export async function callCheckCode(email: string, code: string, locale: Locale): Promise<ApiError | null> {
  return errorOf(await callEndpoint('checkResetCode', { json: { email, code }, locale }));
}

export async function callResetPassword(
  known: { email: string; code: string },
  password: string,
  locale: Locale,
): Promise<Result<{ sessionsEnded: boolean }>> {
  return passwordSet(await callEndpoint('resetPassword', { json: { ...known, password }, locale }));
}
