/** The account's calls that read a record or a list. */
import { type ApplicantRecord, readLogin, readUser } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type CallOptions, callEndpoint } from './client.ts';
import { offers } from './offers.ts';
import { type ApiResponse, type CallRefusal, failedResponse } from './request.ts';

type Result<Value> = { value: Value; refusal?: undefined } | { value?: undefined; refusal: CallRefusal };

/** The value of a response; `unreadable` if it is missing. */
export function resultOf<Value>(response: ApiResponse, read: (body: unknown) => Value | null): Result<Value> {
  if (!response.ok) return { refusal: response.refusal };
  const value = read(response.body);
  return value === null ? { refusal: { code: 'unreadable' } } : { value };
}

function withOffers(response: ApiResponse): ApiResponse {
  if (response.ok) offers.addFrom(response.body);
  return response;
}

export async function callLogin(
  email: string,
  password: string,
  locale: Locale,
): Promise<Result<{ token: string; record: ApplicantRecord }>> {
  return resultOf(withOffers(await callEndpoint('login', { json: { email, password }, locale })), readLogin);
}

/** The record of the session; `not_found` where this read is not offered. */
export async function callCurrentUser(locale: Locale): Promise<Result<ApplicantRecord>> {
  return resultOf(withOffers(await callOptional('currentUser', { locale })), readUser);
}

/** An optional read, requested until a response shows that it is not offered. */
export async function callOptional(id: 'currentUser' | 'listSessions', options: CallOptions): Promise<ApiResponse> {
  if (!offers.hasRead(id)) return failedResponse('not_found');
  const response = await callEndpoint(id, options);
  return offers.recordRead(id, response) ? response : failedResponse('not_found');
}
