/**
 * Secrets, and the digests of them that are stored. Tokens, which have many bits, are stored as SHA-256. What could be guessed
 * from a hash (six-digit codes, addresses, bodies with a password) is stored as HMAC under the worker's secret, with a key for
 * each purpose.
 */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { RESET_CODE_DIGITS } from '../../../src/domain/account/reset.ts';
import { Fault } from '../../platform/fault.ts';
import type { AdminEnv, OfficeEnv } from '../runtime/env.ts';

/** Crockford's Base32: no I, L, O, U, easy to read aloud and write down. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A session token: 256 bits. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Id of a file, an R2 object or a claim: 128 bits. */
export const newKey = () => randomBytes(16).toString('base64url');

/** The public code of a visa: 120 bits in 24 characters, to type from paper. */
export const newVisaCode = () => randomCrockford(24);

const NUMBER_PREFIX = 'ITV';
const NUMBER_SIGNS = 10;

/** An applicant's number, such as `ITV-7Q2M9XK4TB`: 50 bits. */
export const newApplicantId = () => `${NUMBER_PREFIX}-${randomCrockford(NUMBER_SIGNS)}`;

const WRITTEN_NUMBER = new RegExp(`^(${NUMBER_PREFIX})?([0-9A-Z]{${NUMBER_SIGNS}})$`);

const PART_OF_NUMBER = new RegExp(`^(?:${NUMBER_PREFIX})?([0-9A-Z]{1,${NUMBER_SIGNS}})$`);

/**
 * Reads an applicant number as people write it: any case, spaces, no dash, Crockford's look-alikes. Null for any other text.
 * @param acceptsBare also accepts a number without its prefix
 */
export function readApplicantId(text: string, acceptsBare = false): string | null {
  const [, prefix, signs] = WRITTEN_NUMBER.exec(compact(text)) ?? [];
  if (!signs || (!prefix && !acceptsBare)) return null;
  return `${NUMBER_PREFIX}-${withoutLookAlikes(signs)}`;
}

const compact = (text: string) => text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
const withoutLookAlikes = (signs: string) => signs.replaceAll('O', '0').replace(/[IL]/g, '1');

/** Reads a part of a number without its prefix, in the notations of {@link readApplicantId}; null for any other text. */
export function readNumberFragment(text: string): string | null {
  const [, signs] = PART_OF_NUMBER.exec(compact(text)) ?? [];
  return signs === undefined ? null : withoutLookAlikes(signs);
}

export const MAIL_ID_PREFIX = 'M-';

/** Id of a mail, such as `M-7Q2M9XK4TB`, for operators. */
export const newMailId = () => `${MAIL_ID_PREFIX}${randomCrockford(10)}`;

/** Id of a message, such as `Q-7Q2M9XK4TB`, for operators. */
export const newMessageId = () => `Q-${randomCrockford(10)}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => UUID.test(text);

export const newResetCode = () => String(randomInt(10 ** RESET_CODE_DIGITS)).padStart(RESET_CODE_DIGITS, '0');

function randomCrockford(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD.charAt(byte & 31)).join('');
}

type Purpose = 'reset-code' | 'reset-link' | 'address' | 'fingerprint' | 'file-link' | 'known-browser' | 'network';

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** HMAC-SHA-256 under FILES_SECRET, base64url. */
export function keyedHash(env: Pick<AdminEnv, 'FILES_SECRET'>, purpose: Purpose, text: string): string {
  return createHmac('sha256', env.FILES_SECRET).update(`${purpose}\0${text}`).digest('base64url');
}

export function sameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** 96 bits, random for each text (NIST SP 800-38D, section 8.2.2). */
const NONCE_BYTES = 12;

const bytes = (text: string) => new TextEncoder().encode(text);

type Secret = Pick<OfficeEnv, 'FILES_SECRET'>;

async function keyFor({ FILES_SECRET }: Secret): Promise<CryptoKey> {
  if (!FILES_SECRET) throw new Fault('only the admin host seals and opens secrets: it alone has FILES_SECRET');
  const secret = await crypto.subtle.importKey('raw', bytes(FILES_SECRET), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes('outbox') };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/**
 * Seals a secret that waits in the database: AES-GCM under a key derived from FILES_SECRET by HKDF (RFC 5869). It is bound to the
 * id of its row, so that it opens in no other row.
 * @param id of the row
 * @returns base64url
 */
export async function seal(env: Secret, id: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytes(id) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyFor(env), bytes(text));
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url');
}

/** @throws Error for the text of another row, or with another secret */
export async function unseal(env: Secret, id: string, sealed: string): Promise<string> {
  const all = Buffer.from(sealed, 'base64url');
  const algorithm = { name: 'AES-GCM', iv: all.subarray(0, NONCE_BYTES), additionalData: bytes(id) };
  const opened = await crypto.subtle.decrypt(algorithm, await keyFor(env), all.subarray(NONCE_BYTES));
  return new TextDecoder().decode(opened);
}
