/** Calls that most visits of the account do not make; loaded with the first of them. */
import { type ApplicantRecord, readUser } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { Result } from './account-calls.ts';
import { callEndpoint } from './client.ts';

/** A call whose response is the updated record. */
export async function callForRecord(
  id: 'withdraw' | 'askForDeletion' | 'endDeletionRequest' | 'sendConfirmation',
  locale: Locale,
): Promise<Result<ApplicantRecord>> {
  const response = await callEndpoint(id, { locale });
  if (!response.ok) return { error: response.error };
  const value = readUser(response.body);
  return value ? { value } : { error: { code: 'unreadable' } };
}
