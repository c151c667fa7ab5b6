/** The instant from which the rules for an application's dates count. */
import { currentStatus, isStatus, STAGES, type StatusEntry } from './status.ts';

/**
 * When an application counts as sent: a day that has passed since then is not a day in the past.
 * @param history oldest first
 * @returns ISO 8601; null where it is about to be sent, for the first time or after a refusal
 */
export function sentAt(history: readonly StatusEntry[]): string | null {
  const status = currentStatus(history)?.status_type ?? '';
  if (isStatus(status) && STAGES[status].afterChange === 'submitted') return null;
  const sent = history.findLast(({ status_type }) => status_type === 'submitted') ?? history[0];
  return sent?.created_at ?? null;
}
