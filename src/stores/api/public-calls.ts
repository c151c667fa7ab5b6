import { readExists } from '../../domain/api/responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from './client.ts';
import { noteOffers } from './host-offers.ts';
import type { ApiError } from './request.ts';

/** True when an application with this address exists. Pasted control characters are removed. */
export async function callCheckEmail(
  email: string,
  options: { locale: Locale; signal?: AbortSignal },
): Promise<boolean | ApiError> {
  const answer = await callEndpoint('checkEmail', { json: { email: email.replace(/\p{C}/gu, '') }, ...options });
  if (!answer.ok) return answer.error;
  noteOffers(answer.body);
  return readExists(answer.body) ?? { code: 'unreadable' };
}
