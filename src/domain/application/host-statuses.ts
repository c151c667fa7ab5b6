/**
 * The owner's file of another host's statuses (docs/owner.md). A status that stands in no file is shown as the host names it,
 * and closes nothing.
 */
import type { Locale } from '../i18n/locales.ts';
import type { Stage } from './stages.ts';

export interface HostStatus {
  /** What the account calls it. */
  title: Readonly<Record<Locale, string>>;
  tone: Stage['tone'];
  /** True where the application can't be changed any more. */
  closed: boolean;
}

/**
 * By the host's `status_type`, in small letters. For example:
 *
 *     'visa granted': { title: { ru: 'Виза выдана', en: 'Visa granted' }, tone: 'success', closed: true },
 */
const HOST_STATUSES: Readonly<Record<string, HostStatus>> = {};

/** The row of a host's own status; null for one that the owner has not listed. */
export function hostStatus(status: string, listed = HOST_STATUSES): HostStatus | null {
  const code = status.trim().toLowerCase();
  return Object.hasOwn(listed, code) ? (listed[code] ?? null) : null;
}
