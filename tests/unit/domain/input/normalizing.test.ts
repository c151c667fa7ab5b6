import { describe, expect, it } from 'vitest';
import { cleanName, isName, isNonLatin } from '../../../../src/domain/input/name.ts';
import { cleanPhone } from '../../../../src/domain/input/phone.ts';
import { latinLookAlikes, normalizeName, normalizeNumber, normalizeText } from '../../../../src/domain/input/text.ts';
import { KINDS } from '../../../../src/domain/kinds/index.ts';

const RULE = { required: true, max: 0 };

describe('a name', () => {
  it.each([
    ['van\u00a0Dyck', 'Van Dyck'],
    ['van\u2009\u3000Dyck', 'Van Dyck'],
    ['Anne\u2011Marie', 'Anne-Marie'],
    ['Anne\u2010Marie', 'Anne-Marie'],
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
  ])('%j is written %j, with nothing left out', (typed, written) => {
    expect(cleanName(typed)).toEqual({ value: written, dropped: [] });
    expect(KINDS.name.check(typed, RULE, {})).toEqual([]);
  });

  it.each([
    ['ivan0v7', 'Ivanv', ['0', '7']],
    ['Ivan @#! Petrov', 'Ivan Petrov', ['@', '#', '!']],
    ['Иванов_2', 'Иванов', ['_', '2']],
    ['Ivan😀', 'Ivan', ['😀']],
  ])('%j is written %j, and lists all that was left out', (typed, written, dropped) => {
    expect(cleanName(typed)).toEqual({ value: written, dropped });
  });

  it.each(['\u3164', '\u3164\u115f', '\u0301', '\u0301\u0308 ', '\u034f', ' \u00a0 ', '\ufe0f'])(
    '%j is empty',
    (typed) => {
      expect(normalizeName(typed)).toBe('');
      expect(KINDS.name.check(typed, RULE, {})).toEqual([{ path: '', code: 'required' }]);
    },
  );

  it.each(["'", '-', '--'])('%j is not a name', (typed) => {
    expect(isName(typed)).toBe(false);
  });

  it.each([
    ['Иванов', true],
    ['王小明', true],
    ['محمد', true],
    ['გიორგი', true],
    ['Müller', false],
    ['O‘ktam', false],
    ["D'Angelo", false],
    ['', false],
  ])('%j has letters that a passport does not have: %s', (name, isNoted) => {
    expect(isNonLatin(name)).toBe(isNoted);
  });
});

describe('a number', () => {
  it.each([
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['𝟘𝟙𝟚𝟿', '0129'],
    ['ＡＢ１２３４５６７', 'AB1234567'],
    ['AB\u00a01234567', 'AB 1234567'],
    ['AB–123–4567', 'AB-123-4567'],
    ['AB\u200b1234567', 'AB1234567'],
  ])('%j is written %j', (typed, written) => {
    expect(normalizeNumber(typed)).toBe(written);
  });

  it.each(['AB\u00a01234567', 'ＡＢ１２３４５６７', 'AB–123–4567', '٣١٢٣٤٥٦٧'])('%j is a passport number', (typed) => {
    expect(KINDS.passport.check(typed, RULE, {})).toEqual([]);
  });

  it.each([
    ['АВ1234567', 'AB1234567'],
    ['ав1234567', 'AB1234567'],
    ['МР 1234567', 'MP 1234567'],
    ['ІХ1234567', 'IX1234567'],
  ])('%j is offered as %j', (typed, offered) => {
    expect(latinLookAlikes(typed)).toBe(offered);
    expect(KINDS.passport.check(typed, RULE, {})).toEqual([{ path: '', code: 'passport_format' }]);
  });

  it.each(['AB1234567', 'ЖЩ1234567', ''])('%j has no look-alikes to offer', (typed) => {
    expect(latinLookAlikes(typed)).toBeNull();
  });

  it.each([
    ['＋９９８ ７１ ２００ ００ ００', '+998 71 200 00 00'],
    ['+٩٩٨\u00a0٧١ ٢٠٠ ٠٠ ٠٠', '+998 71 200 00 00'],
  ])('a phone number %j is written %j', (typed, written) => {
    expect(cleanPhone(typed)).toBe(written);
  });

  it('a date may have digits of any script', () => {
    expect(KINDS.date.fromForm({ day: '٥', month: '۰۷', year: '२०३५' })).toBe('2035-07-05');
  });
});

describe('a text', () => {
  it.each([
    ['Navoi\u00a01\u202f000', 'Navoi 1 000'],
    ['a\u00adb\u200bc', 'abc'],
  ])('%j is written %j', (typed, written) => {
    expect(normalizeText(typed)).toBe(written);
  });

  it('keeps its lines where it has several', () => {
    expect(normalizeText('one\n\ttwo\u00a0three', true)).toBe('one\n\ttwo three');
  });
});
