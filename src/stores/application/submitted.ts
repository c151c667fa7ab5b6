/** What the success page shows of an application that arrived: kept in this tab only, and nothing personal in it. */
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import { readTab, writeTab } from '../browser/tab-storage.ts';

export interface Submitted {
  /** The applicant number. */
  id: string;
  type: ApplicationType;
  /** ISO 8601, UTC. */
  at: string;
}

const KEY = 'submitted';

/** Keeps the reference for the success page. */
export function rememberSubmitted({ id, type, at }: Submitted): void {
  writeTab(KEY, { id, type, at });
}

/** The application that this tab sent last; null when it sent none. */
export function readSubmitted(): Submitted | null {
  const stored = readTab(KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, type, at } = stored as Record<string, unknown>;
  const known = readApplicationType(type);
  return typeof id === 'string' && known && typeof at === 'string' ? { id, type: known, at } : null;
}
