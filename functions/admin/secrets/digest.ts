/**
 * Digests. Rule: what has many bits by itself (a token) is stored as SHA-256; what could be guessed from its hash (a code
 * of six digits, an address, a body with a password in it) as HMAC under the worker's secret, apart for each purpose.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AdminEnv } from '../runtime/env.ts';

export type Purpose = 'reset-code' | 'address' | 'fingerprint' | 'file-link' | 'known-browser';

/** SHA-256, hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** HMAC-SHA-256 under FILES_SECRET, base64url. */
export function keyedHash(env: Pick<AdminEnv, 'FILES_SECRET'>, purpose: Purpose, text: string): string {
  return createHmac('sha256', env.FILES_SECRET).update(`${purpose}\0${text}`).digest('base64url');
}

/** Compares two digests in constant time. */
export function sameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
