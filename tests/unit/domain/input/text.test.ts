import { describe, expect, it } from 'vitest';
import { emailKey, isEmail } from '../../../../src/domain/input/email.ts';
import { cleanName, isName } from '../../../../src/domain/input/name.ts';
import { cleanPhone, isPhoneShape } from '../../../../src/domain/input/phone.ts';

describe('a name', () => {
  it.each(['Anna', 'Анна', "O'Neil", 'O’Neil', 'Gʻofur', 'Jean-Luc', 'Де Голль', '李', 'Ægir', 'José', 'Ñ', 'محمد'])(
    'may be written in any script: %s',
    (name) => {
      expect(isName(name)).toBe(true);
      expect(cleanName(name)).toEqual({ value: name, dropped: '' });
    },
  );

  it.each(['', '-', "'", 'R2D2', 'Anna!', 'a_b', 'Anna\t', '😀'])('is not %j', (name) => {
    expect(isName(name)).toBe(false);
  });

  it.each([
    ['anna', 'Anna', ''],
    ['анна', 'Анна', ''],
    ['éric', 'Éric', ''],
    ['an1na2', 'Anna', '1 2'],
    ['a11!', 'A', '1 !'],
    ['  anna   maria ', 'Anna maria ', ''],
    ['1anna', 'Anna', '1'],
    ['', '', ''],
    ['42', '', '4 2'],
    ['ivanova-petrova', 'Ivanova-petrova', ''],
  ])('typed as %j becomes %j, and %j is told as dropped', (typed, value, dropped) => {
    expect(cleanName(typed)).toEqual({ value, dropped });
  });

  it('composed of letter and accent stays whole', () => {
    const decomposed = 'José';
    expect(cleanName(decomposed).value).toBe(decomposed);
  });
});

describe('a phone number', () => {
  it.each([
    ['+998901234567', '+998901234567'],
    ['+998 (90) 123-45-67', '+998 90 1234567'],
    ['00998901234567', '+998901234567'],
    ['998 90', '998 90'],
    ['  +7  916', '+7 916'],
    ['+7+916', '+7916'],
    ['ext. 12', '12'],
    ['+1234567890123', '+1234567890123'],
    ['+12345678901234', '+1234567890123'],
    ['', ''],
  ])('typed as %j is kept as %j', (typed, kept) => {
    expect(cleanPhone(typed)).toBe(kept);
  });

  it.each([
    ['+998 90 123 45 67', true],
    ['+1234567', true],
    ['+123456', false],
    ['+1234567890123', true],
    ['+12345678901234', false],
    ['998901234567', false],
    ['+998 90 123 45 6x', false],
    ['+ 998901234567', false],
    ['+998901234567 ', false],
  ])('%j could be dialled from abroad: %j', (value, possible) => {
    expect(isPhoneShape(value)).toBe(possible);
  });
});

describe('an e-mail address', () => {
  const local = (length: number) => `${'a'.repeat(length)}@example.org`;

  it.each(['anna@example.org', 'a.b+c@sub.example.co.uk', 'анна@пример.рф', local(64), "o'neil@example.org"])(
    'is accepted: %s',
    (address) => {
      expect(isEmail(address)).toBe(true);
    },
  );

  it.each([
    ...['', 'anna', '@example.org', 'anna@', 'anna@example', 'anna@example.', 'anna@.org', 'an na@example.org'],
    ...['anna@@example.org', '"anna"@example.org', 'Anna <anna@example.org>', 'a@b.c,d@e.f', local(65)],
    `a@${'b'.repeat(250)}.org`,
    'anna@example.org\nBcc: other@example.org',
  ])('is refused: %j', (address) => {
    expect(isEmail(address)).toBe(false);
  });

  it('is the same in any case and with spaces around it', () => {
    expect(emailKey(' Anna@Example.ORG ')).toBe('anna@example.org');
    expect(emailKey('jose\u0301@example.org')).toBe(emailKey('jos\u00e9@example.org'));
  });
});
