import { readExists } from '../../domain/api/responses.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from './client.ts';
import { offers } from './offers.ts';
import type { CallRefusal } from './request.ts';

/** True when an application with this address exists. Pasted control characters are removed. */
export async function callCheckEmail(
  email: string,
  options: { locale: Locale; signal?: AbortSignal },
): Promise<boolean | CallRefusal> {
  const response = await callEndpoint('checkEmail', { json: { email: email.replace(/\p{C}/gu, '') }, ...options });
  if (!response.ok) return response.refusal;
  offers.addFrom(response.body);
  return readExists(response.body) ?? { code: 'unreadable' };
}
