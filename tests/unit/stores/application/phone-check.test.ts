import { beforeAll, describe, expect, it } from 'vitest';
import { isPhone, loadPhoneCheck, phoneTyping } from '../../../../src/stores/application/phone-check.ts';

/** Returns the text after Backspace or Delete at `|`. */
function deleted(text: string, key: 'Backspace' | 'Delete'): string {
  const caret = text.indexOf('|');
  const before = text.replace('|', '');
  const from = key === 'Backspace' ? caret - 1 : caret;
  const inputType = key === 'Backspace' ? 'deleteContentBackward' : 'deleteContentForward';
  const meant = phoneTyping.deleteThroughSpace(before, before.slice(0, from) + before.slice(from + 1), from, inputType);
  const { value, caret: after } = phoneTyping.format(meant.value, meant.caret);
  return `${value.slice(0, after)}|${value.slice(after)}`;
}

/** Returns the formatted text with its caret `|`. */
function typed(text: string): string {
  const caret = text.indexOf('|');
  const { value, caret: after } = phoneTyping.format(text.replace('|', ''), caret);
  return `${value.slice(0, after)}|${value.slice(after)}`;
}

describe('isPhone and format before the country data are loaded', () => {
  it('isPhone and format check only the shape of a number before the country data are loaded', () => {
    expect(isPhone('+998 00 000 00 00')).toBe(true);
    expect(isPhone('+998')).toBe(false);
    expect(typed('+998x90|')).toBe('+99890|');
    expect(phoneTyping.format('+99890', 6).country).toBeNull();
  });
});

describe('phone numbers', () => {
  beforeAll(() => loadPhoneCheck());

  it.each(['+998 90 123 45 67', '+7 916 123 45 67', '+49 1512 3456789', '+44 20 7946 0018', '+1 202 555 0123'])(
    'isPhone accepts a number that its country has: %s',
    (value) => expect(isPhone(value)).toBe(true),
  );

  it.each(['+998 90 123 45 6', '+998 90 123 45 678', '+999 123 45 67', '998901234567', '+7 000 000 00 00', ''])(
    'isPhone rejects "%s"',
    (value) => expect(isPhone(value)).toBe(false),
  );

  it.each([
    ['+998901234567|', '+998 90 123 45 67|'],
    ['+99890|', '+998 90|'],
    ['998901|', '998901|'],
    ['00998901|', '+998 90 1|'],
    ['90 123 45 67|', '90 123 45 67|'],
    ['тел. +998901|', '+998 90 1|'],
    ['+998 71 200 00 00 ext. 12|', '+998 71 200 00 00|'],
    ['+998 71 200 00 00, доб. 12|', '+998 71 200 00 00|'],
    ['0901|', '0901|'],
    ['|', '|'],
    ['+|', '+|'],
    ['abc|', '|'],
    ['+998 (90) 123-45-67|', '+998 90 123 45 67|'],
    ['+998 90 123 45 67 89|', '+998 90 123 45 6789|'],
    ['+998 90 123 45 67 89 01 23|', '+998 90 123 45 67890123|'],
    ['+998 1234567|', '+998 123 4567|'],
    ['+998 12345678|', '+998 123 456 78|'],
    ['+1 202555012345|', '+1 202 555 012345|'],
  ])('format keeps every digit: %s becomes %s', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  it.each([
    ['+998 915|0 123 45', '+998 91 5|01 23 45'],
    ['+998 9|123 45 67', '+998 9|1 234 56 7'],
    ['+1 202555|0123', '+1 202 555| 0123'],
    ['|+998 90', '|+998 90'],
    ['+|998', '+|998'],
  ])('format keeps the caret behind its digit: %s becomes %s', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  it('format keeps the caret when a space was deleted', () => {
    expect(typed('+998|90 123 45 67')).toBe('+998| 90 123 45 67');
  });

  it.each([
    ['+48 |512 345', 'Backspace', '+4|5 12345'],
    ['+998 90 |123', 'Backspace', '+998 9|1 23'],
    ['+48 512| 345 678', 'Delete', '+48 512| 456 78'],
    ['+998 90 123 4|', 'Backspace', '+998 90 123|'],
    ['+998 90 1|', 'Backspace', '+998 90|'],
    ['+|', 'Backspace', '|'],
  ] as const)(
    'deleteThroughSpace deletes a digit with each press, across spaces too: %s and %s give %s',
    (text, key, left) => {
      expect(deleted(text, key)).toBe(left);
    },
  );

  it('deleteThroughSpace deletes a phone number with one press per digit', () => {
    let text = '+998 90 123 45 67|';
    for (let presses = 0; presses < 12; presses += 1) text = deleted(text, 'Backspace');
    expect(text).toBe('+|');
  });

  it.each([
    ['90 123 45 67', ['UZ', 'IN'], ['+998 90 123 45 67']],
    ['90 123 45 67', ['UZ', 'PL'], ['+998 90 123 45 67', '+48 901 234 567']],
    ['998901234567', ['UZ', 'PL'], ['+998 90 123 45 67']],
    ['0151 23456789', ['UZ', 'DE'], ['+49 1512 3456789']],
    ['8 916 123-45-67', ['UZ', 'RU'], ['+7 916 123 45 67']],
    ['123', ['UZ', 'PL'], []],
    ['', ['UZ', 'PL'], []],
    ['+48 512 345 678', ['UZ', 'PL'], []],
    ['90 123 45 67', ['', 'UZ', 'UZ'], ['+998 90 123 45 67']],
  ])('suggest suggests for %s in %j: %j', (value, countries, meant) => {
    expect(phoneTyping.suggest(value, countries)).toEqual(meant);
  });

  /** Types a text key by key from `|` in `before`. @returns the value with its caret, and the issues reported */
  function keys(before: string, text: string): [string, ...(string | null)[]] {
    let caret = before.indexOf('|');
    let value = before.replace('|', '');
    const issues: (string | null)[] = [];
    for (const key of text) {
      const edit = phoneTyping.edit(value, value.slice(0, caret) + key + value.slice(caret), caret + 1, true);
      ({ value, caret } = edit);
      issues.push(edit.issue);
      expect(edit.isRefused).toBe(edit.issue !== null);
    }
    return [`${value.slice(0, caret)}|${value.slice(caret)}`, ...new Set(issues.filter(Boolean))];
  }

  it.each([
    ['|', '+998901234567', '+998 90 123 45 67|'],
    ['|', '+9989012345678901', '+998 90 123 45 67|', 'too_long'],
    ['|', '+999', '+99|', 'no_code'],
    ['|', '+0', '+|', 'no_code'],
    ['|', '+2101', '+211|', 'no_code'],
    ['|', '+70001234567', '+7 000 123 456|', 'no_number'],
    ['|', '+1345', '+1 345|'],
    ['|', '+13459498888', '+1 345 949 8888|'],
    ['|', '90123456789012345', '9012345678901|', 'too_long'],
    ['+998 90 1|23 45 67', '9', '+998 90 1|23 45 67', 'too_long'],
    ['+99|', '98', '+998|', 'no_code'],
    ['|', '+4915123456789', '+49 1512 3456789|'],
  ] as const)(
    'edit of %s with the typed keys %s accepts what a number can have: %s %s',
    (before, typed, after, ...issues) => {
      expect(keys(before, typed)).toEqual([after, ...issues]);
    },
  );

  it.each([
    ['+998 90 123 45 67 8', 'too_long'],
    ['+12 345 678 901 234 567', 'too_long'],
    ['998 90 123 45 67 89 01', 'too_long'],
    ['+999 90 123 45 67', 'no_code'],
    ['+7 000 123 45 67', 'no_number'],
    ['+998 90 123 45 67', null],
    ['+1345', null],
    ['90 123 45 67', null],
    ['', null],
  ])('edit keeps every digit of the pasted "%s" and reports: %s', (pasted, issue) => {
    const edit = phoneTyping.edit('', pasted, pasted.length, false);
    expect(edit).toMatchObject({ issue, isRefused: false, caret: edit.value.length });
    expect(edit.value.replace(/\D/g, '')).toBe(pasted.replace(/\D/g, ''));
  });

  it.each(['+1345', '+1 345', '+998', '+99890'])('isPhone rejects a number without all its digits: %s', (value) => {
    expect(isPhone(value)).toBe(false);
  });

  it('format is idempotent', () => {
    const { value } = phoneTyping.format('+998901234567', 13);
    expect(phoneTyping.format(value, value.length).value).toBe(value);
  });

  it('format returns the country of the calling code', () => {
    expect(phoneTyping.format('+998 90', 7).country).toBe('UZ');
    expect(phoneTyping.format('+7 916 123 45 67', 16).country).toBe('RU');
    expect(phoneTyping.format('', 0).country).toBeNull();
  });
});
