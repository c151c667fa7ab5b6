/**
 * What was sent a moment ago, for the confirmation: answers, address and password. Rule: in the memory of this page alone,
 * never in a storage; it goes with the page, and the password as soon as it was used.
 */
import type { ApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';

export interface Sent {
  id: string;
  type: ApplicationType;
  /** ISO 8601, UTC. */
  at: string;
  values: ApplicationValues;
  password: string;
}

let sent: Sent | null = null;

/** Takes note of an application that has arrived; the next one takes its place. */
export function keepSent(arrived: Sent): void {
  sent = arrived;
}

/** The application that this page has sent; null on a page that was opened later. */
export const sentHere = (): Sent | null => sent;
