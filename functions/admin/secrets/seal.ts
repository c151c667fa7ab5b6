/**
 * Seals secrets that wait in the database: AES-GCM under a key derived from FILES_SECRET by HKDF (RFC 5869). Rule: bound to the
 * id of the row, so that it opens in no other.
 */
import { ConfigurationError } from '../../platform/configuration-error.ts';
import type { OfficeEnv } from '../runtime/env.ts';

/** 96 bits, random for each text (NIST SP 800-38D §8.2.2). */
const NONCE_BYTES = 12;

const bytes = (text: string) => new TextEncoder().encode(text);

type Secret = Pick<OfficeEnv, 'FILES_SECRET'>;

async function keyFor({ FILES_SECRET }: Secret): Promise<CryptoKey> {
  if (!FILES_SECRET)
    throw new ConfigurationError('only the admin host seals and opens secrets: it alone has FILES_SECRET');
  const secret = await crypto.subtle.importKey('raw', bytes(FILES_SECRET), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes('outbox') };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** @param id of the row @returns base64url */
export async function seal(env: Secret, id: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(id) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyFor(env), bytes(text));
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url');
}

/** @throws Error for the text of another row or another secret */
export async function unseal(env: Secret, id: string, sealed: string): Promise<string> {
  const all = Buffer.from(sealed, 'base64url');
  const algorithm = { name: 'AES-GCM', iv: all.subarray(0, NONCE_BYTES), additionalData: bytes(id) };
  const opened = await crypto.subtle.decrypt(algorithm, await keyFor(env), all.subarray(NONCE_BYTES));
  return new TextDecoder().decode(opened);
}
