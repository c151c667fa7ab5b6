/**
 * The clock of the admin host's tests (a set-up file of their project): it stands still until a test moves it, so that
 * neither the day nor a midnight on which they run matters. Only the host's own clock: the storage keeps the real one.
 */
import { afterEach, vi } from 'vitest';

export const MINUTE = 60_000;
/** The instant at which each test begins. */
export const NOW = Date.parse('2026-11-21T09:00:00Z');

/** Moves the clock to so many milliseconds after {@link NOW}. */
export function at(ms: number): void {
  vi.setSystemTime(NOW + ms);
}

at(0);
afterEach(() => at(0));
