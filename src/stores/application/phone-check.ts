/**
 * Checks a phone number while it is typed. The numbering plans are loaded after a form opens; until then only the shape is
 * checked.
 */
import { cleanPhone, digitCount, isDialled, isPhoneShape, MAX_PHONE_DIGITS } from '../../domain/input/phone.ts';
import { normalizeNumber } from '../../domain/input/text.ts';

type Numbers = typeof import('./phone-numbers.ts').phoneNumbers;

let numbers: Numbers | undefined;
let loading: Promise<void> | undefined;

/** Loads the plans; never fails. After a failed attempt the next call tries again. */
export function loadPhoneCheck(): Promise<void> {
  loading ??= import('./phone-numbers.ts').then(
    ({ phoneNumbers }) => {
      numbers = phoneNumbers;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** True for a number of a known plan; before the plans are loaded, for any number of the right shape. */
export function isPhone(value: string): boolean {
  return isPhoneShape(value) && (!numbers || isDialled(value, numbers.parsePhoneNumber(value)));
}

interface FormattedPhone {
  value: string;
  caret: number;
  /** ISO 3166-1 alpha-2 of the country that has the calling code. */
  country: string | null;
  /** Removed digits that are dialled only inside the country; null if none. */
  trunk: string | null;
}

/**
 * `too_long` for its country; `over_limit`: valid, but longer than the wire allows; `no_code`: unknown calling code;
 * `no_number`: complete, but not a number of its country.
 */
type PhoneIssue = 'too_long' | 'over_limit' | 'no_code' | 'no_number';

/**
 * Null for a valid number, for one that more digits may complete, and for one without plus. Rules of countries apply once they
 * are loaded.
 */
function phoneIssue(value: string): PhoneIssue | null {
  if (digitCount(value) > MAX_PHONE_DIGITS) return isOfPlan(value) ? 'over_limit' : 'too_long';
  if (!numbers || !/^\+\d/.test(value)) return null;
  if (value.startsWith('+0')) return 'no_code';
  const length = numbers.validatePhoneNumberLength(value);
  if (length === 'INVALID_COUNTRY') return 'no_code';
  if (length === 'TOO_SHORT' || numbers.canGrow(value)) return null;
  if (length === 'TOO_LONG' || length === 'INVALID_LENGTH') return 'too_long';
  return numbers.isValidPhoneNumber(value) ? null : 'no_number';
}

const isOfPlan = (value: string) =>
  numbers !== undefined && value.startsWith('+') && numbers.validatePhoneNumberLength(value) === undefined;

interface PhoneEdit extends FormattedPhone {
  issue: PhoneIssue | null;
  /** The typed digit was dropped, so that the value is unchanged. */
  isRefused: boolean;
}

/** The offset in `text` before the last `behind` digits, right after a digit where there is one. */
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

export const phoneTyping = {
  /** Formats an international number while it is typed. @param caret stays behind the same digit */
  format(value: string, caret: number): FormattedPhone {
    const behind = digitCount(normalizeNumber(value.slice(caret)));
    const dialled = numbers?.withoutTrunk(value);
    const cleaned = dialled?.number ?? cleanPhone(value);
    const typing = numbers && cleaned.startsWith('+') ? numbers.groupDigits(cleaned.replaceAll(' ', '')) : null;
    const formatted = typing?.text ?? cleaned;
    return {
      value: formatted,
      caret: caret === 0 ? 0 : caretBefore(formatted, behind),
      country: typing?.country ?? null,
      trunk: dialled?.trunk || null,
    };
  },
  /**
   * Drops a typed digit that no number can have (requirements: phone-input); pasted text stays, and its issue is shown.
   * @param before the previous value
   * @param isTyped one key press made the change
   */
  edit(before: string, value: string, caret: number, isTyped: boolean): PhoneEdit {
    const formatted = phoneTyping.format(value, caret);
    const issue = phoneIssue(formatted.value);
    if (issue === null || !isTyped) return { ...formatted, issue, isRefused: false };
    const unchanged = phoneTyping.format(before, before.length);
    return {
      ...unchanged,
      caret: caretBefore(unchanged.value, digitCount(value.slice(caret))),
      issue,
      isRefused: true,
    };
  },
  /** When Backspace or Delete removed a space, also deletes the digit beside it: the space alone would come back. */
  deleteThroughSpace(
    before: string,
    value: string,
    caret: number,
    inputType: string,
  ): { value: string; caret: number } {
    const digits = (text: string) => text.replace(/\D/g, '');
    const isDeletion = inputType === 'deleteContentBackward' || inputType === 'deleteContentForward';
    if (!isDeletion || value.length >= before.length || digits(before) !== digits(value)) return { value, caret };
    const backward = inputType === 'deleteContentBackward';
    const at = backward ? value.slice(0, caret).search(/\d\D*$/) : value.slice(caret).search(/\d/) + caret;
    if (at < 0 || !/\d/.test(value[at] ?? '')) return { value, caret };
    return { value: value.slice(0, at) + value.slice(at + 1), caret: backward ? at : caret };
  },
  /** Valid international numbers that may be meant by a number without plus. @param countries ISO 3166-1 alpha-2 */
  suggest(value: string, countries: readonly string[]): string[] {
    if (!numbers || value.trim().startsWith('+') || !/\d/.test(value)) return [];
    return numbers.meantNumbers(value, countries).filter(isPhoneShape);
  },
};
