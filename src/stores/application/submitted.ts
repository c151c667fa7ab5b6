/** What the success page knows of an application: number, type and time for 30 days, or until somebody signs out. */
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { ApplicationValues } from '../../domain/application/values.ts';
import { ports } from '../browser/ports.ts';
import { jsonStorage } from '../browser/storage.ts';

export interface Submitted {
  id: string;
  type: ApplicationType;
  /** ISO 8601, UTC. */
  at: string;
}

const KEY = 'submitted';
export const SUBMITTED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const { read, write } = jsonStorage(() => globalThis.localStorage);

export function rememberSubmitted({ id, type, at }: Submitted): void {
  write(KEY, { id, type, at });
}

export function forgetSubmitted(): void {
  write(KEY, null);
}

/** The application that this device sent last; null after 30 days. */
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

/** What was just sent, for the confirmation: in the memory of this page, never in a storage. */
export interface Sent {
  id: string;
  type: ApplicationType;
  at: string;
  values: ApplicationValues;
  password: string;
}

let sent: Sent | null = null;

export function keepSent(arrived: Sent): void {
  sent = arrived;
}

export const sentHere = (): Sent | null => sent;
