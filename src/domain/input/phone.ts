/**
 * International phone numbers (requirements: phone-input). libphonenumber-js, loaded when needed, knows the rules of countries.
 */
import { normalizeNumber } from './text.ts';

/** Most digits, not counting plus and spaces (requirements: phone-input). */
export const MAX_PHONE_DIGITS = 13;
/** Fewest digits: country code and four digits, as in Niue and Saint Helena. */
const MIN_PHONE_DIGITS = 7;

/** The text from the first letter or extension sign on (RFC 3966, section 3, and common usage). */
const EXTENSION = /(?<=\d(?:\D*\d){6}\D*)[\p{L}#;,*].*$/su;

/** Most characters that are read: {@link EXTENSION} takes quadratic time. */
const MAX_EXAMINED = 200;

/** True for "+998 71 200 00 00 ext 12". */
export function hasExtension(typed: string): boolean {
  return EXTENSION.test(typed.slice(0, MAX_EXAMINED));
}

/** Removes extensions and foreign characters; keeps all digits. */
export function cleanPhone(typed: string): string {
  const start = normalizeNumber(typed.slice(0, MAX_EXAMINED));
  const plus = /^[^\d+]*(\+|00)/.test(start) ? '+' : '';
  const rest = start
    .replace(EXTENSION, '')
    .replace(/^[^\d+]*(\+|00)/, '')
    .replace(/[^\d ]/g, '')
    .replace(/ {2,}/g, ' ');
  return plus + rest.trimStart();
}

export const digitCount = (text: string) => text.replace(/\D/g, '').length;

/** True for a valid number as dialled from abroad: the parser also accepts a trunk prefix after the country code. */
export function isDialled(value: string, parsed: { number: string; isValid(): boolean } | undefined): boolean {
  return parsed?.isValid() === true && parsed.number === `+${value.replace(/\D/g, '')}`;
}

/** A plus, 7 to 13 digits, single spaces. */
export function isPhoneShape(value: string): boolean {
  if (!/^\+\d[\d ]*\d$/.test(value)) return false;
  const digits = digitCount(value);
  return digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS;
}
