import { describe, expect, it } from 'vitest';
import { emailKey, isEmail, normalizeEmail } from '../../../../src/domain/input/email.ts';
import { cleanName, isName } from '../../../../src/domain/input/name.ts';
import { cleanPhone, hasExtension, isPhoneShape } from '../../../../src/domain/input/phone.ts';
import { cleanText } from '../../../../src/domain/input/text.ts';

describe('a text', () => {
  it.each([
    ['plain', 'plain'],
    ['a\u001b[31mb', 'a[31mb'],
    ['a\u0000b\u007fc\u009bd', 'abcd'],
    ['a\tb\nc\u000bd\u2028e', 'a b c d e'],
    ['a\u202ab\u202ec\u2066d\u2069e\u200ef\u061cg', 'abcdefg'],
    ['a\u200bb\u2060c\ufffed\u00ade', 'abc\ufffede'],
    ['a\ud83db', 'ab'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['👩\u200d💻 😀', '👩\u200d💻 😀'],
  ])('the text %j is sent without hidden characters as %j', (typed, sent) => {
    expect(cleanText(typed)).toBe(sent);
    expect(cleanText(sent)).toBe(sent);
  });

  it('a text of several lines keeps its line feeds and tabs', () => {
    expect(cleanText('a\n\tb\u001b\u000b', true)).toBe('a\n\tb ');
  });
});

describe('a name', () => {
  it.each([
    'Anna',
    'Анна',
    "O'Neil",
    'O’Neil',
    'Gʻofur',
    'Jean-Luc',
    'Де Голль',
    '李',
    'Ægir',
    'José',
    'Ñ',
    'محمد',
    'علی\u200cرضا',
  ])('the name %s is accepted', (name) => {
    expect(isName(name)).toBe(true);
    expect(cleanName(name)).toEqual({ value: name, dropped: [] });
  });

  it.each([
    '',
    '-',
    '--',
    "'",
    'R2D2',
    '1Anna',
    'Anna!',
    'a_b',
    'Anna\t',
    '😀',
    'Anna\u001b',
    'Anna\u200b',
    'An\u202ena',
    '\u200c',
  ])('the text %j is not a name', (name) => {
    expect(isName(name)).toBe(false);
  });

  it.each([
    ['anna', 'Anna', ''],
    ['анна', 'Анна', ''],
    ['éric', 'Éric', ''],
    ['an1na2', 'Anna', '1 2'],
    ['a11!', 'A ', '1 !'],
    ['  anna   maria ', 'Anna maria ', ''],
    ['1anna', 'Anna', '1'],
    ['', '', ''],
    ['42', '', '4 2'],
    ['an\u200bna\u001b', 'Anna', ''],
    ['an\u200bna1', 'Anna', '1'],
    ['ivanova-petrova', 'Ivanova-petrova', ''],
  ])('the name %j becomes %j, and %j is reported as dropped', (typed, value, dropped) => {
    expect(cleanName(typed)).toEqual({ value, dropped: dropped.split(' ').filter(Boolean) });
  });

  it('a name composed of letter and accent stays whole', () => {
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
    ['+998712000000#12', '+998712000000'],
    ['8 (800) 200', '8 800 200'],
    ['9980012345', '9980012345'],
    ['+1234567890123', '+1234567890123'],
    ['+12345678901234', '+12345678901234'],
    ['', ''],
  ])('the phone number %j becomes %j', (typed, kept) => {
    expect(cleanPhone(typed)).toBe(kept);
  });

  it('a pasted phone number of a megabyte keeps its beginning', () => {
    expect(cleanPhone(`+998 ${'1 '.repeat(500_000)}`)).toMatch(/^\+998 (?:1 ?){1,100}$/);
    expect(cleanPhone(`${'x'.repeat(1_000_000)}+998`)).toBe('');
    expect(hasExtension('1'.repeat(1_000_000))).toBe(false);
  });

  it.each([
    ['+998 90 123 45 67', true],
    ['+1234567', true],
    ['+123456', false],
    ['+1234567890123', true],
    ['+12345678901234', false],
    ['998901234567', false],
    ['x+998901234567', false],
    ['+998 90 123 45 6x', false],
    ['+ 998901234567', false],
    ['+998901234567 ', false],
  ])('the phone number %j can be dialled from abroad: %j', (value, possible) => {
    expect(isPhoneShape(value)).toBe(possible);
  });

  it.each([
    ['+998 71 200 00 00 ext 12', true],
    ['+998712000000,,12', true],
    ['+998 71 200 00 00', false],
    ['tel. +998', false],
  ])('the phone number %j has an extension: %j', (typed, has) => {
    expect(hasExtension(typed)).toBe(has);
  });
});

describe('an e-mail address', () => {
  const local = (length: number) => `${'a'.repeat(length)}@example.org`;

  it.each(['anna@example.org', 'a.b+c@sub.example.co.uk', 'анна@пример.рф', local(64), "o'neil@example.org"])(
    'the email address %s is accepted',
    (address) => {
      expect(isEmail(address)).toBe(true);
    },
  );

  it.each([
    ...['', 'anna', '@example.org', 'anna@', 'anna@example', 'anna@example.', 'anna@.org', 'an na@example.org'],
    ...['anna@@example.org', '"anna"@example.org', 'Anna <anna@example.org>', 'a@b.c,d@e.f', local(65)],
    `a@${'b'.repeat(250)}.org`,
    'anna@example.org\nBcc: other@example.org',
    ...['anna@example.org>', 'anna@exam<ple.org', 'anna@example.org,b', 'anna@example,org', 'anna@example.org;b'],
    ...['an\u0000na@example.org', 'anna@exa\u0000mple.org', 'anna@example.org\u0000', 'anna\u001b@example.org'],
    ...['an\u200bna@example.org', 'anna@exa\u200dmple.org', 'anna@example\u200c.org', 'anna\ufeff@example.org'],
    ...['an\u202ena@example.org', 'anna@\u2066example.org', 'an\u00adna@example.org', 'an\u3164na@example.org'],
    ...['anna@exa\u034fmple.org', 'anna@exa\ufe0fmple.org', 'anna@exa_mple.org', 'anna@[127.0.0.1]', 'anna@\ud83d.org'],
  ])('the email address %j is refused', (address) => {
    expect(isEmail(address)).toBe(false);
  });

  it('an email address is compared without case and surrounding spaces', () => {
    expect(emailKey(' Anna@Example.ORG ')).toBe('anna@example.org');
    expect(normalizeEmail('\u202aAnna@Exam\u200bple.ORG\u202c\r\n')).toBe('Anna@Example.ORG');
    expect(emailKey('jose\u0301@example.org')).toBe(emailKey('jos\u00e9@example.org'));
  });
});
