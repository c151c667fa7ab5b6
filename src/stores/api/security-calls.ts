/** Calls of the security page: password and sessions. Wire bodies stay here. */
import { readSessions, type SessionEntry } from '../../domain/api/responses.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callOptional, errorOf, passwordResult, type Result, resultOf } from './account-calls.ts';
import { callEndpoint } from './client.ts';
import type { ApiError } from './request.ts';

export async function callChangePassword(
  who: { type: ApplicationType; id: string },
  passwords: { current: string; next: string },
  locale: Locale,
): Promise<Result<{ sessionsEnded: boolean }>> {
  const json = { new_password: passwords.next, current_password: passwords.current };
  return passwordResult(await callEndpoint('changePassword', { params: who, json, locale }));
}

/** The applicant's sessions; `not_found` on a host without the call. */
export async function callListSessions(): Promise<Result<SessionEntry[]>> {
  return resultOf(await callOptional('listSessions', {}), readSessions);
}

/** Ends every session except this one. */
export async function callEndOtherSessions(): Promise<ApiError | null> {
  return errorOf(await callEndpoint('endOtherSessions'));
}
