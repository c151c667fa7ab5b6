/** Everything that must not be guessed. */
import { randomBytes, randomInt } from 'node:crypto';
import { RESET_CODE_DIGITS } from '../../../src/domain/account/reset.ts';

/** Crockford's base 32: no I, L, O, U, so that it can be read aloud and written down. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A session token: 256 bits. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Id of a file, of an object in R2, of a claim: 128 bits. */
export const newKey = () => randomBytes(16).toString('base64url');

/** The public code of a visa: 120 bits in 24 characters that can be typed from paper. */
export const newVisaCode = () => crockford(24);

/** An applicant's number, such as `ITV-7Q2M9XK4TB`: 50 bits. */
export const newApplicantId = () => `ITV-${crockford(10)}`;

/** A reset code: decimal digits. */
export const newResetCode = () => String(randomInt(10 ** RESET_CODE_DIGITS)).padStart(RESET_CODE_DIGITS, '0');

function crockford(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD.charAt(byte & 31)).join('');
}
