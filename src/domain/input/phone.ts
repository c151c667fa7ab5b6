/**
 * Phone numbers in international form. Rule (specification §5, decisions.md): digits, spaces and a leading plus, under 14
 * digits. Knowledge of each country's numbers comes from libphonenumber-js, which the browser loads only when needed.
 */

/** "Under 14", counted in digits. */
export const MAX_PHONE_DIGITS = 13;
/** The shortest international numbers in use (Niue, Saint Helena): country code and four digits. */
export const MIN_PHONE_DIGITS = 7;

/** An extension: whatever follows a letter or one of the signs that dial one (RFC 3966 §3, and what people write). */
const EXTENSION = /(?<=\d(?:\D*\d){6}\D*)[\p{L}#;,*].*$/su;

/** True when an extension stands behind a number: "+998 71 200 00 00 ext 12". */
export function hasExtension(typed: string): boolean {
  return EXTENSION.test(typed);
}

/** Drops whatever can't stand in a phone number: an extension, other characters, and digits over the limit. */
export function cleanPhone(typed: string): string {
  const plus = /^[^\d+]*(\+|00)/.test(typed) ? '+' : '';
  const rest = typed
    .replace(EXTENSION, '')
    .replace(/^[^\d+]*(\+|00)/, '')
    .replace(/[^\d ]/g, '')
    .replace(/ {2,}/g, ' ');
  let digits = 0;
  let kept = '';
  for (const character of rest) {
    if (character !== ' ' && ++digits > MAX_PHONE_DIGITS) break;
    kept += character;
  }
  return plus + kept.trimStart();
}

/** True for a number that could be dialled from abroad: a plus, 7 to 13 digits, single spaces. */
export function isPhoneShape(value: string): boolean {
  if (!/^\+\d[\d ]*\d$/.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  return digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS;
}
