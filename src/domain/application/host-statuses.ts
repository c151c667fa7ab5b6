/** The owner's list of another host's statuses (docs/owner.md). An unlisted one has its own name and closes nothing. */
import type { Locale } from '../i18n/locales.ts';
import type { Stage } from './stages.ts';

export interface HostStatus {
  title: Readonly<Record<Locale, string>>;
  tone: Stage['tone'];
  closed: boolean;
}

/**
 * By the host's `status_type`, in lower case. For example:
 *
 * 'visa granted': { title: { ru: 'Виза выдана', en: 'Visa granted' }, tone: 'success', closed: true },
 */
const HOST_STATUSES: Readonly<Record<string, HostStatus>> = {};

/** Null for an unlisted status. */
export function hostStatus(status: string, listed = HOST_STATUSES): HostStatus | null {
  const code = status.trim().toLowerCase();
  return Object.hasOwn(listed, code) ? (listed[code] ?? null) : null;
}
