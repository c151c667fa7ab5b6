/** Apart from the other calls: the page of a visa loads only this one. */
import { type EmployeeVisa, readEmployeeVisa } from '../../domain/application/visa.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { type ApiError, send } from './request.ts';

/** Looks a visa up; `not_found` for an unknown code. @param path built into the page, in place of the endpoint table */
export async function callEmployeeVisa(path: string, locale: Locale): Promise<EmployeeVisa | ApiError> {
  const headers = { Accept: 'application/json', 'Accept-Language': locale };
  const answer = await send(path, { headers });
  if (!answer.ok) return answer.error;
  return readEmployeeVisa(answer.body) ?? { code: 'unreadable' };
}
