/** The fingerprint of a secret shows which value a worker has, so that a rotation can be checked. */
import { createHash } from 'node:crypto';

/** Fingerprints by the name of the secret. */
export type Fingerprints = Readonly<Record<string, string>>;

/** Eight hexadecimal digits. A random value of 32 characters cannot be found from them. */
export const fingerprintOf = (name: string, value: string): string =>
  createHash('sha256').update(`fingerprint of ${name}: ${value}`).digest('hex').slice(0, 8);
