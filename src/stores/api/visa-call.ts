/** Apart from the other calls, and from what they share: the page of a visa loads this one only, on a poor line. */
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import { type EmployeeVisa, readEmployeeVisa } from '../../domain/application/visa.ts';
import type { Locale } from '../../domain/i18n/locales.ts';

/** In place of a visa: there is none of this code, too many were asked for, or no answer could be read. */
export type NoVisa = 'missing' | 'busy' | 'failed';

/** Of the error codes of the contract; a status alone may be of anybody on the way. */
const MEANINGS: Record<string, NoVisa> = { not_found: 'missing', slow_down: 'busy' };

/** Looks a visa up. @param path built into the page, in place of the endpoint table */
export async function callEmployeeVisa(path: string, locale: Locale): Promise<EmployeeVisa | NoVisa> {
  try {
    const response = await fetch(path, {
      headers: { Accept: 'application/json', 'Accept-Language': locale },
      // A redirect is not in the contract.
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    if (response.ok) return readEmployeeVisa(body) ?? 'failed';
    return MEANINGS[String((body as { code?: unknown } | null)?.code)] ?? 'failed';
  } catch {
    return 'failed';
  }
}
