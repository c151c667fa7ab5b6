/**
 * What the success page shows of an application that arrived. Rule: number, type and time, nothing else of it; kept on the
 * device for 30 days, so that the page opens again in any tab, or until somebody signs out.
 */
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { ports } from '../browser/ports.ts';
import { jsonStorage } from '../browser/storage.ts';

export interface Submitted {
  /** The applicant number. */
  id: string;
  type: ApplicationType;
  /** ISO 8601, UTC. */
  at: string;
}

const KEY = 'submitted';
/** How long they are kept. */
export const SUBMITTED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const { read, write } = jsonStorage(() => globalThis.localStorage);

/** Keeps the reference for the success page. */
export function rememberSubmitted({ id, type, at }: Submitted): void {
  write(KEY, { id, type, at });
}

/** Takes the reference off this device. */
export function forgetSubmitted(): void {
  write(KEY, null);
}

/** The application that this device sent last; null when it sent none, or too long ago. */
export function readSubmitted(): Submitted | null {
  const stored = read(KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, type, at } = stored as Record<string, unknown>;
  const known = readApplicationType(type);
  if (typeof id !== 'string' || !known || typeof at !== 'string') return null;
  if (ports.now() < Date.parse(at) + SUBMITTED_LIFE_MS) return { id, type: known, at };
  forgetSubmitted();
  return null;
}

/**
 * What was sent a moment ago, for the confirmation: answers, address and password. Rule: in the memory of this page alone,
 * never in a storage; it goes with the page, and the password as soon as it was used.
 */
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
