/**
 * A set-up file of the admin host's tests: passwords are hashed by the real scrypt with an eightieth of the work, since
 * nearly every test has an applicant with one. What is asked of it stays as it is; password-hash.test.ts does all of it.
 */
import { keyDerivation } from '../../../../functions/admin/secrets/password-hash.ts';

const { derive } = keyDerivation;

keyDerivation.derive = (password, salt, cost) =>
  derive(password, salt, { ...cost, N: Math.min(cost.N, 2 ** 10), p: 1 });

/** Hashes with all the work from now on, for the rest of a test file. */
export function hashInFull(): void {
  keyDerivation.derive = derive;
}
