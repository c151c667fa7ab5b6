/**
 * Secrets and the digests stored of them. Rule: tokens (many bits) are stored as SHA-256; what could be guessed from a hash
 * (six-digit codes, addresses, bodies with a password) as HMAC under the worker's secret, with a key per purpose.
 */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { RESET_CODE_DIGITS } from '../../../src/domain/account/reset.ts';
import type { AdminEnv } from '../runtime/env.ts';

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
 * @param isBare also accepts it without its prefix
 */
export function readApplicantId(text: string, isBare = false): string | null {
  const [, prefix, signs] = WRITTEN_NUMBER.exec(compact(text)) ?? [];
  if (!signs || (!prefix && !isBare)) return null;
  return `${NUMBER_PREFIX}-${withoutLookAlikes(signs)}`;
}

const compact = (text: string) => text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
const withoutLookAlikes = (signs: string) => signs.replaceAll('O', '0').replace(/[IL]/g, '1');

/** Reads a part of a number without its prefix, written like {@link readApplicantId}; null for any other text. */
export function readNumberPart(text: string): string | null {
  const [, signs] = PART_OF_NUMBER.exec(compact(text)) ?? [];
  return signs === undefined ? null : withoutLookAlikes(signs);
}

/** Id of a mail, such as `M-7Q2M9XK4TB`, for operators. */
export const newMailId = () => `M-${randomCrockford(10)}`;

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
