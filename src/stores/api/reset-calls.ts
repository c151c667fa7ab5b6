/** The calls that open an account again: a password reset (api.md), and the way back to an address. Wire bodies stay here. */
import type { Locale } from '../../domain/i18n/locales.ts';
import type { ApiError } from './answer.ts';
import { type Answer, callEndpoint } from './client.ts';

const errorOf = (answer: Answer): ApiError | null => (answer.ok ? null : answer.error);

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
