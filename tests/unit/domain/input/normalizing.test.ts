import { describe, expect, it } from 'vitest';
import { emailIssue, emailKey, normalizeEmail } from '../../../../src/domain/input/email.ts';
import { cleanName, isNonLatin } from '../../../../src/domain/input/name.ts';
import { cleanPhone } from '../../../../src/domain/input/phone.ts';
import { shownEmail } from '../../../../src/domain/input/shown-email.ts';
import { latinLookAlikes, normalizeName, normalizeNumber, normalizeText } from '../../../../src/domain/input/text.ts';
import { KINDS } from '../../../../src/domain/kinds/index.ts';

const RULE = { required: true, max: 0 };

describe('cleaning a name', () => {
  it.each([
    ['van\u00a0Dyck', 'Van Dyck'],
    ['van\u2009\u3000Dyck', 'Van Dyck'],
    ['Anne\u2011Marie', 'Anne-Marie'],
    ['Anne\u2010Marie', 'Anne-Marie'],
    ['Տեր\u058aՊետրոսյան', 'Տեր-Պետրոսյան'],
    ['בן\u05beגוריון', 'בן-גוריון'],
    ['צ\u05f3רלי', "צ'רלי"],
    ['O\u201bNeil', "O'Neil"],
    ['Anne–Marie', 'Anne-Marie'],
    ['Anne−Marie', 'Anne-Marie'],
    ['G`aniyev', "G'aniyev"],
    ['G´aniyev', "G'aniyev"],
    ['O′Neill', "O'Neill"],
    ['Oʻktam', 'Oʻktam'],
    ['O’Neill', 'O’Neill'],
    ['Ｉｖａｎｏｖ', 'Ivanov'],
    ['ivanov', 'Ivanov'],
    ['éric', 'Éric'],
    ['გიორგი', 'გიორგი'],
    ['ßander', 'ßander'],
    ['ilker', 'Ilker'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
  ])('the name %j becomes %j, and nothing is dropped', (typed, written) => {
    expect(cleanName(typed)).toEqual({ value: written, dropped: [] });
    expect(KINDS.name.check(typed, RULE, {})).toEqual([]);
  });

  it.each([
    ['ivan0v7', 'Ivanv', ['0', '7']],
    ['Ivan @#! Petrov', 'Ivan Petrov', ['@', '#', '!']],
    ['Иванов_2', 'Иванов ', ['_', '2']],
    ['Ivan😀', 'Ivan', ['😀']],
  ])('the name %j becomes %j, and dropped characters are listed', (typed, written, dropped) => {
    expect(cleanName(typed)).toEqual({ value: written, dropped });
  });

  it.each(['\u3164', '\u3164\u115f', '\u0301', '\u0301\u0308 ', '\u034f', ' \u00a0 ', '\ufe0f'])(
    'the name %j is empty',
    (typed) => {
      expect(normalizeName(typed)).toBe('');
      expect(KINDS.name.check(typed, RULE, {})).toEqual([{ path: '', code: 'required' }]);
    },
  );

  it.each([
    ['Иванов', true],
    ['王小明', true],
    ['محمد', true],
    ['გიორგი', true],
    ['Müller', false],
    ['O‘ktam', false],
    ["D'Angelo", false],
    ['', false],
  ])('the name %j has letters that no passport has: %s', (name, isNoted) => {
    expect(isNonLatin(name)).toBe(isNoted);
  });
});

describe('cleaning a number', () => {
  it.each([
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['𝟘𝟙𝟚𝟿', '0129'],
    ['ＡＢ１２３４５６７', 'AB1234567'],
    ['AB\u00a01234567', 'AB 1234567'],
    ['AB–123–4567', 'AB-123-4567'],
    ['AB\u200b1234567', 'AB1234567'],
  ])('the number %j becomes %j', (typed, written) => {
    expect(normalizeNumber(typed)).toBe(written);
  });

  it.each(['AB\u00a01234567', 'ＡＢ１２３４５６７', 'AB–123–4567', '٣١٢٣٤٥٦٧'])(
    'the number %j is a passport number',
    (typed) => {
      expect(KINDS.passport.check(typed, RULE, {})).toEqual([]);
    },
  );

  it.each([
    ['АВ1234567', 'AB1234567'],
    ['ав1234567', 'AB1234567'],
    ['МР 1234567', 'MP 1234567'],
    ['ІХ1234567', 'IX1234567'],
  ])('the number %j is suggested as %j', (typed, offered) => {
    expect(latinLookAlikes(typed)).toBe(offered);
    expect(KINDS.passport.check(typed, RULE, {})).toEqual([{ path: '', code: 'passport_format' }]);
  });

  it.each(['AB1234567', 'ЖЩ1234567', ''])('the number %j has no look-alikes to suggest', (typed) => {
    expect(latinLookAlikes(typed)).toBeNull();
  });

  it.each([
    ['＋９９８ ７１ ２００ ００ ００', '+998 71 200 00 00'],
    ['+٩٩٨\u00a0٧١ ٢٠٠ ٠٠ ٠٠', '+998 71 200 00 00'],
  ])('the phone number %j becomes %j', (typed, written) => {
    expect(cleanPhone(typed)).toBe(written);
  });

  it('a date may have digits of any script', () => {
    expect(KINDS.date.fromForm({ day: '٥', month: '۰۷', year: '२०३५' })).toBe('2035-07-05');
  });
});

describe('cleaning a text', () => {
  it.each([
    ['Navoi\u00a01\u202f000', 'Navoi 1 000'],
    ['a\u00adb\u200bc', 'abc'],
  ])('the text %j becomes %j', (typed, written) => {
    expect(normalizeText(typed)).toBe(written);
  });

  it('a long text keeps its lines', () => {
    expect(normalizeText('one\n\ttwo\u00a0three', true)).toBe('one\n\ttwo three');
  });
});

describe('cleaning an email address', () => {
  it.each([
    ['anna@example.org.', 'anna@example.org'],
    ['anna@example.org,', 'anna@example.org'],
    [' anna@example.org ;', 'anna@example.org'],
    ['Anna Ivanova <anna@example.org>', 'anna@example.org'],
    ['"Ivanova, Anna" <anna@example.org>,', 'anna@example.org'],
    ['mailto:anna@example.org', 'anna@example.org'],
    ['MAILTO: anna@example.org', 'anna@example.org'],
    ['anna\u200b@example.org', 'anna@example.org'],
    ['ａｎｎａ＠example.org', 'anna@example.org'],
  ])('the email address %j becomes %j', (typed, written) => {
    expect(normalizeEmail(typed)).toBe(written);
    expect(KINDS.email.check(typed, RULE, {})).toEqual([]);
  });

  it.each([
    ['a..b@example.org', 'email_dots'],
    ['.anna@example.org', 'email_dots'],
    ['anna.@example.org', 'email_dots'],
    ['anna❤@example.org', 'email_characters'],
    ['😀@example.org', 'email_characters'],
    ['anna–ivanova@example.org', 'email_characters'],
    ['anna@-x.org', 'email_domain'],
    ['anna@x-.org', 'email_domain'],
    ['anna@example..org', 'email_domain'],
    ['anna@gmаil.com', 'email_scripts'],
    ['аnna@example.org', 'email_scripts'],
    ['anna.ивaнова@example.org', 'email_scripts'],
    ['anna@127.0.0.1', 'email_domain'],
    ['anna@0x7f.1', 'email_domain'],
    ['anna@example', 'email_format'],
    ['anna example.org', 'email_format'],
    ['anna@почта-пример.рф', null],
    ['anna.ivanova+visa@mail.example.org', null],
    ['анна@почта-пример.рф', null],
    ['анна.ivanova@почта-пример.рф', null],
    ['anna@1.example.org', null],
  ])('the email address %j has the issue %s', (address, issue) => {
    expect(emailIssue(address)).toBe(issue);
  });

  it.each([
    ['Anna@почта-пример.рф', 'anna@xn----7sbqluigdjdo3d.xn--p1ai'],
    ['anna@XN----7SBQLUIGDJDO3D.XN--P1AI', 'anna@xn----7sbqluigdjdo3d.xn--p1ai'],
    ['ANNA@Example.ORG', 'anna@example.org'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ])('the email address %j has the same key in any browser', (address, key) => {
    expect(emailKey(address)).toBe(emailKey(key));
    expect(emailKey(address)).toMatch(/^[ -~]+$/);
  });
});

describe('cleaning a date', () => {
  it.each(['90-01-01', '990-01-01', '9-01-01'])('the year %j must have four digits', (date) => {
    expect(KINDS.date.check(date, RULE, {})).toEqual([{ path: '', code: 'date_year' }]);
  });
});

it.each([
  ['anna@xn----7sbqluigdjdo3d.xn--p1ai', 'anna@почта-пример.рф'],
  ['ANNA@XN----7SBQLUIGDJDO3D.XN--P1AI', 'ANNA@почта-пример.рф'],
  ['anna@xn--bcher-kva.example', 'anna@bücher.example'],
  // Cyrillic among Latin letters, and invalid IDNA.
  ['anna@xn--pypal-4ve.com', 'anna@xn--pypal-4ve.com'],
  ['anna@xn--999999999.com', 'anna@xn--999999999.com'],
  ['xn--anna@example.org', 'xn--anna@example.org'],
  ['anna@example.org', 'anna@example.org'],
])('the email address %s is shown as %s', (address, shown) => {
  expect(shownEmail(address)).toBe(shown);
});
