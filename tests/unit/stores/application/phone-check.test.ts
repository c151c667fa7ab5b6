import { beforeAll, describe, expect, it } from 'vitest';
import {
  deleteThroughSpace,
  formatPhone,
  isPhone,
  loadPhoneCheck,
  meantPhones,
} from '../../../../src/stores/application/phone-check.ts';

/** What Backspace or Delete leaves when it is pressed at `|`. */
function deleted(text: string, key: 'Backspace' | 'Delete'): string {
  const caret = text.indexOf('|');
  const before = text.replace('|', '');
  const from = key === 'Backspace' ? caret - 1 : caret;
  const inputType = key === 'Backspace' ? 'deleteContentBackward' : 'deleteContentForward';
  const meant = deleteThroughSpace(before, before.slice(0, from) + before.slice(from + 1), from, inputType);
  const { value, caret: after } = formatPhone(meant.value, meant.caret);
  return `${value.slice(0, after)}|${value.slice(after)}`;
}

/** The caret is `|`. */
function typed(text: string): string {
  const caret = text.indexOf('|');
  const { value, caret: after } = formatPhone(text.replace('|', ''), caret);
  return `${value.slice(0, after)}|${value.slice(after)}`;
}

describe('before the knowledge of countries is there', () => {
  it('checks the shape alone, and cleans what is typed', () => {
    expect(isPhone('+998 00 000 00 00')).toBe(true);
    expect(isPhone('+998')).toBe(false);
    expect(typed('+998x90|')).toBe('+99890|');
    expect(formatPhone('+99890', 6).country).toBeNull();
  });
});

describe('a phone number', () => {
  beforeAll(() => loadPhoneCheck());

  it.each(['+998 90 123 45 67', '+7 916 123 45 67', '+49 1512 3456789', '+44 20 7946 0018', '+1 202 555 0123'])(
    'is accepted when its country has such numbers: %s',
    (value) => expect(isPhone(value)).toBe(true),
  );

  it.each(['+998 90 123 45 6', '+998 90 123 45 678', '+999 123 45 67', '998901234567', '+7 000 000 00 00', ''])(
    'is refused otherwise: "%s"',
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
    ['+998 90 123 45 67 89|', '+998 90 123 45 678|'],
    ['+998 1234567|', '+998 123 4567|'],
    ['+998 12345678|', '+998 123 456 78|'],
    ['+1 202555012345|', '+1 202 555 012345|'],
  ])('is formatted while it is typed, with at most 13 digits: %s becomes %s', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  it.each([
    ['+998 915|0 123 45', '+998 91 5|01 23 45'],
    ['+998 9|123 45 67', '+998 9|1 234 56 7'],
    ['+1 202555|0123', '+1 202 555| 0123'],
    ['|+998 90', '|+998 90'],
    ['+|998', '+|998'],
  ])('keeps the caret behind the same digit when it is changed in the middle: %s becomes %s', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  it('lets a space be deleted over: the caret moves on to the digit before it', () => {
    expect(typed('+998|90 123 45 67')).toBe('+998| 90 123 45 67');
  });

  it.each([
    ['+48 |512 345', 'Backspace', '+4|5 12345'],
    ['+998 90 |123', 'Backspace', '+998 9|1 23'],
    ['+48 512| 345 678', 'Delete', '+48 512| 456 78'],
    ['+998 90 123 4|', 'Backspace', '+998 90 123|'],
    ['+998 90 1|', 'Backspace', '+998 90|'],
    ['+|', 'Backspace', '|'],
  ] as const)('loses a digit with every press, across spaces too: %s and %s give %s', (text, key, left) => {
    expect(deleted(text, key)).toBe(left);
  });

  it('can be deleted to the end with one press a digit', () => {
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
  ])('without its plus may have meant %s in %j: %j', (value, countries, meant) => {
    expect(meantPhones(value, countries)).toEqual(meant);
  });

  it('is the same when it is formatted again', () => {
    const { value } = formatPhone('+998901234567', 13);
    expect(formatPhone(value, value.length).value).toBe(value);
  });

  it('tells the country of its calling code', () => {
    expect(formatPhone('+998 90', 7).country).toBe('UZ');
    expect(formatPhone('+7 916 123 45 67', 16).country).toBe('RU');
    expect(formatPhone('', 0).country).toBeNull();
  });
});
