/** Rules of all countries' phone numbers (libphonenumber-js, min). Loaded when needed: the numbering plans have 27 KB. */
import {
  AsYouType,
  type CountryCode,
  isValidPhoneNumber,
  default as parsePhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min/es6';
import { cleanPhone, digitCount, MAX_PHONE_DIGITS } from '../../domain/input/phone.ts';

/** A Mexican mobile number with the 1 that is no longer dialled after the country code (IFT, since August 2019). */
const OLD_MEXICAN = /^\+521(\d{10})$/;

/** Removes the national prefix, as in `+49 (0) 151 …` and `+7 8 912 …`. Italy has none: its zero is part of the number. */
function withoutTrunk(typed: string): { number: string; trunk: string } | null {
  const plain = (text: string) => cleanPhone(text).replaceAll(' ', '');
  const number = plain(typed);
  const readings = [number, plain(typed.replace(/\(0\)/, '')), number.replace(OLD_MEXICAN, '+52$1')];
  for (const reading of readings) {
    const parsed = parsePhoneNumber(reading);
    if (!parsed?.isValid()) continue;
    const { countryCallingCode, nationalNumber } = parsed;
    if (parsed.number === number) return null;
    const trunk = number.slice(countryCallingCode.length + 1, number.length - nationalNumber.length);
    return { number: parsed.number, trunk };
  }
  return null;
}

/** True if the country has longer numbers, within the limit of the field. */
function canGrow(value: string): boolean {
  const left = MAX_PHONE_DIGITS - digitCount(value);
  const longer = Array.from({ length: left }, (_, index) => value + '0'.repeat(index + 1));
  return longer.some((number) => validatePhoneNumberLength(number) === undefined);
}

/** Length from which a number, plus included, is hard to read without groups. */
const LONG_NUMBER = 9;

/** Groups of three for a number without a plan; the last digit is never alone. */
const groupInThrees = (digits: string) => digits.replace(/\d{3}(?=\d{2})/g, '$& ');

/** Also groups a number with too many digits or without a plan, which the library writes without spaces. */
function groupDigits(number: string): { text: string; country: string | null } {
  const typing = new AsYouType();
  const text = typing.input(number);
  const country = typing.getCountry() ?? null;
  if (isGrouped(text) || number.length < LONG_NUMBER) return { text, country };
  for (let length = number.length - 1; length >= LONG_NUMBER - 1; length -= 1) {
    const shorter = new AsYouType().input(number.slice(0, length));
    if (isGrouped(shorter)) return { text: shorter + number.slice(length), country };
  }
  return { text: text.replace(/ \d+$/, groupInThrees), country };
}

const isGrouped = (text: string) => (text.match(/ /g)?.length ?? 0) > 1;

/**
 * The international numbers that a national number may mean in these countries, each once.
 * @param countries ISO 3166-1 alpha-2
 */
function meantNumbers(value: string, countries: readonly string[]): string[] {
  const meant = countries.flatMap((country) => {
    const number = parsePhoneNumber(value, country as CountryCode);
    return number?.isValid() ? [groupDigits(number.number).text] : [];
  });
  return [...new Set(meant)];
}

export const phoneNumbers = {
  parsePhoneNumber,
  isValidPhoneNumber,
  validatePhoneNumberLength,
  withoutTrunk,
  canGrow,
  groupDigits,
  meantNumbers,
};
