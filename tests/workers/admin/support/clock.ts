/**
 * The clock of the admin host's tests (a set-up file): it stands still until a test moves it, so that tests do not depend on
 * the day or a midnight. The storage keeps the real clock.
 */
import { afterEach, vi } from 'vitest';

export const MINUTE = 60_000;
/** The time at which each test begins. */
export const NOW = Date.parse('2026-11-21T09:00:00Z');

/** Sets the clock to the given milliseconds after {@link NOW}. */
export function setClock(ms: number): void {
  vi.setSystemTime(NOW + ms);
}

setClock(0);
afterEach(() => setClock(0));
