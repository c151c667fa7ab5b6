/** The calls about an account: sign-in, record, password, sessions, password reset. Wire bodies stay here. */
import { readSessions, type SessionEntry } from '../../domain/api/answers.ts';
import { type ApplicantRecord, readLogin, readUser } from '../../domain/application/record.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type Answer, type CallOptions, callEndpoint } from './client.ts';
import type { ApiError } from './request.ts';

/** A value of the contract, or why there is none. */
export type Result<Value> = { value: Value; error?: undefined } | { value?: undefined; error: ApiError };

function resultOf<Value>(answer: Answer, read: (body: unknown) => Value | null): Result<Value> {
  if (!answer.ok) return { error: answer.error };
  const value = read(answer.body);
  return value === null ? { error: { code: 'unreadable' } } : { value };
}

const errorOf = (answer: Answer): ApiError | null => (answer.ok ? null : answer.error);

/** Exchanges address and password for a token and the record. */
export async function callLogin(
  email: string,
  password: string,
  locale: Locale,
): Promise<Result<{ token: string; record: ApplicantRecord }>> {
  return resultOf(await callEndpoint('login', { json: { email, password }, locale }), readLogin);
}

/** Makes the host forget a token. The page may be left while the call is under way. */
export async function callLogout(token: string): Promise<ApiError | null> {
  return errorOf(await callEndpoint('logout', { lastToken: token }));
}

/** The record of whoever is signed in; 404 from a host that lacks the call. */
export async function callCurrentUser(
  options: Pick<CallOptions, 'locale' | 'signal'>,
): Promise<Result<ApplicantRecord>> {
  return resultOf(await callEndpoint('currentUser', options), readUser);
}

/** Sets a new password; every other token of the applicant is dead afterwards. */
export async function callChangePassword(
  who: { type: ApplicationType; id: string },
  passwords: { current: string; next: string },
  locale: Locale,
): Promise<ApiError | null> {
  const json = { new_password: passwords.next, current_password: passwords.current };
  return errorOf(await callEndpoint('changePassword', { params: who, json, locale }));
}

/** Where the applicant is signed in; 404 from a host that lacks the call. */
export async function callListSessions(): Promise<Result<SessionEntry[]>> {
  return resultOf(await callEndpoint('listSessions'), readSessions);
}

/** Ends every session but this one. */
export async function callEndOtherSessions(): Promise<ApiError | null> {
  return errorOf(await callEndpoint('endOtherSessions'));
}

/** Has a code sent to an address; the same answer whether the address is known or not. */
export async function callRequestCode(email: string, locale: Locale): Promise<ApiError | null> {
  return errorOf(await callEndpoint('requestResetCode', { json: { email }, locale }));
}

/** Checks a code without using it up. */
export async function callCheckCode(email: string, code: string, locale: Locale): Promise<ApiError | null> {
  return errorOf(await callEndpoint('checkResetCode', { json: { email, code }, locale }));
}

/** Sets a new password by code; every token of the applicant is dead afterwards. */
export async function callResetPassword(
  known: { email: string; code: string },
  password: string,
  locale: Locale,
): Promise<ApiError | null> {
  return errorOf(await callEndpoint('resetPassword', { json: { ...known, password }, locale }));
}

/** Takes an address back; every token and the password of the applicant are dead afterwards. */
export async function callRestoreEmail(token: string, locale: Locale): Promise<ApiError | null> {
  return errorOf(await callEndpoint('restoreEmail', { json: { token }, locale }));
}
