/**
 * A set-up file of the admin host's tests: passwords are hashed by the real scrypt with a thousandth of the cost, since
 * nearly every test creates an applicant. secrets.test.ts uses the full cost.
 */
import { afterAll, beforeAll, vi } from 'vitest';
import { keyDerivation } from '../../../../functions/admin/secrets/password-hash.ts';

const { derive } = keyDerivation;

beforeAll(() => {
  keyDerivation.derive = (password, salt, cost) =>
    derive(password, salt, { ...cost, N: Math.min(cost.N, 2 ** 6), p: 1 });
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

/**
 * Records each password hash in `efforts` with its cost when it starts.
 * @returns a function that ends the recording
 */
export function recordHashing(efforts: string[]): () => void {
  const { derive: present } = keyDerivation;
  const spy = vi.spyOn(keyDerivation, 'derive').mockImplementation((password, salt, cost) => {
    efforts.push(`scrypt ${cost.N} ${cost.r} ${cost.p}`);
    return present(password, salt, cost);
  });
  return () => spy.mockRestore();
}
