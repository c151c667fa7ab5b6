/** Shares no module with other calls: the page of a visa loads only this one, on a slow connection. */
import { HTTP_TIMEOUT_MS } from '../../domain/api/timeout.ts';
import { type EmployeeVisa, readEmployeeVisa } from '../../domain/application/visa.ts';
import type { Locale } from '../../domain/i18n/locales.ts';

/** Why there is no visa: unknown code, rate limit, or no readable response. */
export type NoVisa = 'missing' | 'busy' | 'failed';

/** By error codes of the contract; a bare status may come from any proxy. */
const MEANINGS: Record<string, NoVisa> = { not_found: 'missing', slow_down: 'busy', busy: 'busy' };

/** Looks up a visa. @param path set at build, in place of the endpoint table */
export async function callEmployeeVisa(path: string, locale: Locale): Promise<EmployeeVisa | NoVisa> {
  try {
    const response = await fetch(path, {
      headers: { Accept: 'application/json', 'Accept-Language': locale },
      // The contract has no redirects.
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
