/**
 * A set-up file of the admin host's tests: passwords are hashed by the real scrypt with an eightieth of the cost, since
 * nearly every test creates an applicant. password-hash.test.ts uses the full cost.
 */
import { afterAll, beforeAll, vi } from 'vitest';
import { keyDerivation } from '../../../../functions/admin/secrets/password-hash.ts';

const { derive } = keyDerivation;

beforeAll(() => {
  keyDerivation.derive = (password, salt, cost) =>
    derive(password, salt, { ...cost, N: Math.min(cost.N, 2 ** 10), p: 1 });
});
afterAll(() => {
  // Restored later, a spy would bring back what it replaced.
  vi.restoreAllMocks();
  hashAtFullCost();
});

/** Hashes with the full cost for the rest of the test file. */
export function hashAtFullCost(): void {
  keyDerivation.derive = derive;
}
