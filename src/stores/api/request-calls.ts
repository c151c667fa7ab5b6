/** Calls that most visits of the account do without; loaded with the first of them. */
import { type ApplicantRecord, readUser } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Result } from './account-calls.ts';
import { callEndpoint } from './client.ts';
import type { ApiError } from './request.ts';

/** A call that is answered with the record as it is afterwards. */
export async function callForRecord(
  id: 'withdraw' | 'askForDeletion' | 'endDeletionRequest' | 'sendConfirmation',
  locale: Locale,
): Promise<Result<ApplicantRecord>> {
  const answer = await callEndpoint(id, { locale });
  if (!answer.ok) return { error: answer.error };
  const value = readUser(answer.body);
  return value ? { value } : { error: { code: 'unreadable' } };
}

/** Confirms the e-mail address that a link went to. */
export async function callConfirmEmail(token: string, locale: Locale): Promise<ApiError | null> {
  const answer = await callEndpoint('confirmEmail', { json: { token }, locale });
  return answer.ok ? null : answer.error;
}
