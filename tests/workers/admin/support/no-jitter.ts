/** A set-up file of the admin host's tests: `Retry-After` has no jitter unless a test sets some. */
import { beforeEach, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
