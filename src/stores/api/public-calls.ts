/** A call that anyone may make: is an address taken. */
import { readExists } from '../../domain/api/answers.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from './client.ts';
import type { ApiError } from './request.ts';

/** True when an application with this address exists. Hidden characters, which were pasted with it, are left out. */
export async function callCheckEmail(
  email: string,
  options: { locale: Locale; signal?: AbortSignal },
): Promise<boolean | ApiError> {
  const answer = await callEndpoint('checkEmail', { json: { email: email.replace(/\p{C}/gu, '') }, ...options });
  if (!answer.ok) return answer.error;
  return readExists(answer.body) ?? { code: 'unreadable' };
}
