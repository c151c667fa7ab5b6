/**
 * Knowledge of each country's phone numbers (libphonenumber-js, smallest metadata), fetched when a form opens and never
 * waited for: until it is there, a number is checked by its shape alone.
 */
import { cleanPhone, isPhoneShape } from '../../domain/input/phone.ts';

type Numbers = typeof import('./phone-numbers.ts');

let numbers: Numbers | undefined;
let loading: Promise<void> | undefined;

/** Fetches the knowledge; resolves when it is there or could not be fetched. A failure is tried again at the next call. */
export function loadPhoneCheck(): Promise<void> {
  loading ??= import('./phone-numbers.ts').then(
    (loaded) => {
      numbers = loaded;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** True for a number that exists in its country's plan, as far as is known yet. */
export function isPhone(value: string): boolean {
  return isPhoneShape(value) && (numbers?.isValidPhoneNumber(value) ?? true);
}

export interface FormattedPhone {
  value: string;
  caret: number;
  /** ISO 3166-1 alpha-2 of the calling code's country, when it is known. */
  country: string | null;
}

/**
 * Formats a number while it is typed: international form, at most 13 digits.
 * @param caret the caret's place in `value`; it stays behind the same digit
 */
export function formatPhone(value: string, caret: number): FormattedPhone {
  const behind = value.slice(caret).replace(/\D/g, '').length;
  const cleaned = international(cleanPhone(value));
  const typing = numbers && cleaned.startsWith('+') ? new numbers.AsYouType() : null;
  const formatted = typing ? typing.input(cleaned.replaceAll(' ', '')) : cleaned;
  return {
    value: formatted,
    caret: caret === 0 ? 0 : caretBefore(formatted, behind),
    country: typing?.getCountry() ?? null,
  };
}

/**
 * A number that begins with its calling code gets its plus. Calling codes never begin with 0, and 89 is none: that is how
 * a Russian mobile number is dialled at home.
 */
function international(cleaned: string): string {
  const digits = cleaned.replace(/\D/g, '');
  if (digits.startsWith('89')) return cleaned.replace(/^\+?8/, '+7');
  return /^[1-9]/.test(digits) && !cleaned.startsWith('+') ? `+${cleaned}` : cleaned;
}

/** The place in `text` that has `behind` digits after it, right after a digit where there is one. */
function caretBefore(text: string, behind: number): number {
  let left = behind;
  let place = text.length;
  while (left > 0 && place > 0) {
    place -= 1;
    if (/\d/.test(text[place] ?? '')) left -= 1;
  }
  while (behind > 0 && text[place - 1] === ' ') place -= 1;
  return place;
}
