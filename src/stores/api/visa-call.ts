/** What a visa code says; anyone may ask. Apart from the other calls, since the page of a visa carries only this one. */
import { type EmployeeVisa, readEmployeeVisa } from '../../domain/api/visa-answer.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type ApiError, send } from './request.ts';

/**
 * What someone who checks a visa may see; `not_found` for a code that was never issued.
 * @param path of the endpoint for one code: the page was built with it, and need not carry the table of endpoints
 */
export async function callEmployeeVisa(path: string, locale: Locale): Promise<EmployeeVisa | ApiError> {
  const answer = await send(path, { headers: { Accept: 'application/json', 'Accept-Language': locale } });
  if (!answer.ok) return answer.error;
  return readEmployeeVisa(answer.body) ?? { code: 'unreadable' };
}
