/** The account's calls: sign-in, record, password reset. Wire bodies stay here. */
import { readSessionsEnded } from '../../domain/api/responses.ts';
import { type ApplicantRecord, readLogin, readUser } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type CallOptions, callEndpoint } from './client.ts';
import { isCallLacking, recordLack, recordOffers } from './host-offers.ts';
import { type ApiError, type ApiResponse, failedResponse } from './request.ts';

export type Result<Value> = { value: Value; error?: undefined } | { value?: undefined; error: ApiError };

/** The value of a response; `unreadable` if it is missing. */
export function resultOf<Value>(response: ApiResponse, read: (body: unknown) => Value | null): Result<Value> {
  if (!response.ok) return { error: response.error };
  const value = read(response.body);
  return value === null ? { error: { code: 'unreadable' } } : { value };
}

function withOffers(response: ApiResponse): ApiResponse {
  if (response.ok) recordOffers(response.body);
  return response;
}

/** `sessionsEnded`: the host says that it ended the other sessions. */
export const passwordResult = (response: ApiResponse): Result<{ sessionsEnded: boolean }> =>
  resultOf(response, (body) => ({ sessionsEnded: readSessionsEnded(body) }));

export const errorOf = (response: ApiResponse): ApiError | null => (response.ok ? null : response.error);

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
export async function callOptional(id: 'currentUser' | 'listSessions', options: CallOptions): Promise<ApiResponse> {
  if (isCallLacking(id)) return failedResponse('not_found');
  const response = await callEndpoint(id, options);
  return recordLack(id, response) ? failedResponse('not_found') : response;
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
  return passwordResult(await callEndpoint('resetPassword', { json: { ...known, password }, locale }));
}
