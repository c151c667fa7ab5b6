/** Calls for links in mails; only the pages of these links load them. */
import type { Locale } from '../../domain/i18n/locales.ts';
import { callEndpoint } from './client.ts';
import type { ApiError } from './request.ts';

/** Sends the token of a link. */
export async function callWithToken(
  id: 'restoreEmail' | 'confirmEmail',
  token: string,
  locale: Locale,
): Promise<ApiError | null> {
  const response = await callEndpoint(id, { json: { token }, locale });
  return response.ok ? null : response.error;
}
