/**
 * Password hashes: scrypt with N 2^14, r 8, p 5 (OWASP's parameters that fit a worker's memory), stored as
 * `scrypt$N$r$p$salt$hash`, so that the parameters can be raised.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { inTurn } from './hash-queue.ts';

interface Cost {
  N: number;
  r: number;
  p: number;
}

const COST: Cost = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Matches no password; a check against it takes as long as against a real hash. */
const DUMMY_HASH = format(COST, constantSalt(), Buffer.alloc(KEY_BYTES));

/** A hash that matches no password: it locks an account. */
export const lockedHash = () => format(COST, randomBytes(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** Hashes a new password. @param network of the client @throws Refusal `busy`, see {@link inTurn} */
export async function hashPassword(password: string, network = ''): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(COST, salt, await inTurn(network, () => keyDerivation.derive(password, salt, COST)));
}

/**
 * Checks a password; call it in {@link inTurn}.
 * @param stored null for no applicant: then it returns false after the same time
 */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const { cost, salt, key } = parse(stored ?? DUMMY_HASH);
  const derived = await keyDerivation.derive(password, salt, cost);
  return timingSafeEqual(derived, key) && stored !== null;
}

export function needsRehash(stored: string): boolean {
  const { cost } = parse(stored);
  return cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p;
}

/** An object, so that tests can count and measure the calls. */
export const keyDerivation = {
  derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
    // Twice what the parameters need (128 · N · r bytes).
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
      scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, done);
    });
  },
};

/** A constant, since random bytes are not available while a worker is loading. */
function constantSalt(): Buffer {
  return Buffer.alloc(SALT_BYTES, 1);
}

function format(cost: Cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function parse(stored: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [scheme, N, r, p, salt = '', key = ''] = stored.split('$');
  if (scheme !== 'scrypt') throw new Error('unknown scheme of a stored password hash');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
