import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../../src/domain/kinds/index.ts';
import {
  answersFrom,
  endsBeforeStay,
  matchesReading,
  type PassportAnswers,
  passportDifferences,
  planFill,
} from '../../../../src/domain/passport/filling-in.ts';
import { APPLICANT, linesOfOthers, relativeHolder } from '../../../../src/domain/passport/holders.ts';
import { type PhotoMarks, photoMarks } from '../../../../src/domain/passport/photo-marks.ts';
import { NOTHING_READ, type PassportReading } from '../../../../src/domain/passport/reading.ts';

const READ: PassportReading = {
  passport_number: { value: 'FA1234567' },
  passport_expire: { value: '2031-04-15' },
  citizenship: { value: 'UZ' },
  surname: { value: 'KARIMOVA' },
  name: { value: 'ANNA MARIA' },
  gender: { value: 'female' },
  date_birth: { value: '1990-01-15' },
};
const ANSWERS: PassportAnswers = Object.fromEntries(
  Object.entries(READ).map(([field, { value = '' }]) => [field, value]),
);

describe('planFill', () => {
  it('planFill fills all empty fields', () => {
    expect(planFill(READ, { surname: ' ' })).toEqual({ fill: ANSWERS, differing: [], unfilled: [] });
  });

  it('planFill never replaces answers and lists differing ones', () => {
    const { fill, differing } = planFill(READ, { ...ANSWERS, surname: 'Petrova', passport_number: 'fa 123-4567' });
    expect(fill).toEqual({});
    expect(differing).toEqual([{ field: 'surname', typed: 'Petrova', read: 'KARIMOVA' }]);
  });

  it('planFill lists a partly typed date as differing', () => {
    expect(planFill(READ, { date_birth: '1990--' }).differing).toEqual([
      { field: 'date_birth', typed: '1990--', read: '1990-01-15' },
    ]);
  });

  it('planFill returns why a field stays empty: not certain, or refused by the form', () => {
    const reading: PassportReading = { ...READ, surname: { unsure: 'unclear' }, citizenship: { unsure: 'specimen' } };
    const { fill, unfilled } = planFill(reading, { surname: 'Petrova' }, { passport_expire: 'passport_expired' });
    expect(fill).not.toHaveProperty('citizenship');
    expect(fill).not.toHaveProperty('passport_expire');
    expect(unfilled).toEqual([
      { field: 'passport_expire', reason: 'passport_expired', read: '2031-04-15' },
      { field: 'citizenship', reason: 'specimen' },
    ]);
  });

  it('answersFrom returns the answers that are a photo’s', () => {
    expect(answersFrom(READ, { ...ANSWERS, surname: 'Petrova', name: '' }, APPLICANT.fields)).toEqual([
      ...['passport_number', 'passport_expire', 'citizenship', 'gender', 'date_birth'],
    ]);
  });
});

describe('comparing answers with a photo', () => {
  it('passportDifferences ignores empty, unreadable and partly typed values', () => {
    expect(passportDifferences(READ, ANSWERS)).toEqual([]);
    expect(passportDifferences(READ, { ...ANSWERS, date_birth: '-02-' })).toEqual([]);
    expect(passportDifferences(READ, {})).toEqual([]);
    expect(
      passportDifferences({ ...READ, surname: { unsure: 'unclear' } }, { ...ANSWERS, surname: 'Petrova' }),
    ).toEqual([]);
  });

  const marks: PhotoMarks = { file: 'ab12', reading: READ, filled: [], earlier: [], kept: {} };

  it('what a photo shows is the same after a reload, with what was doubted, filled in and kept', () => {
    const doubted: PhotoMarks = {
      ...marks,
      reading: {
        ...READ,
        citizenship: { unsure: 'specimen' },
        gender: { unsure: 'notGiven' },
        date_birth: { unsure: 'century', candidates: ['1920-02-03', '2020-02-03'] },
      },
      filled: ['passport_expire'],
      earlier: ['gender'],
      kept: { surname: 'Petrova' },
    };
    const text = photoMarks.with('', APPLICANT, doubted);
    expect(photoMarks.of(text, APPLICANT)).toEqual(doubted);
    expect(photoMarks.of(text, relativeHolder(0))).toBeNull();
    expect(photoMarks.with(text, APPLICANT, null)).toBe('');
  });

  it('only answers that are kept against the photo are sent', () => {
    const text = photoMarks.with('', APPLICANT, { ...marks, filled: ['name'], kept: { surname: 'Petrova' } });
    expect(KINDS.photoMarks.fromForm(text)).toBe('surname|Petrova|KARIMOVA|kept');
    expect(KINDS.photoMarks.fromForm(photoMarks.with('', APPLICANT, marks))).toBe('');
  });

  it("a relative's lines stay beside the applicant's, and text that is no line is left out", () => {
    const son = relativeHolder(1);
    const own: PhotoMarks = { ...marks, reading: { ...NOTHING_READ, name: { value: 'MAKS' } }, kept: { name: 'Max' } };
    const before = 'surname|Petrova|KARIMOVA|kept\nyes\nunknown|a|b|kept\nname||?nonsense|';
    const text = photoMarks.with(before, son, own);
    expect(photoMarks.of(text, son)).toEqual(own);
    expect(photoMarks.of(text, APPLICANT)).toMatchObject({
      reading: { surname: { value: 'KARIMOVA' }, name: { unsure: 'unclear' } },
      kept: { surname: 'Petrova' },
    });
    expect(photoMarks.of(photoMarks.with('', son, { ...own, kept: { name: 'M|x' } }), son)?.kept).toEqual({});
    expect(linesOfOthers(text, APPLICANT)).toHaveLength(son.fields.length + 1);
  });

  it('lines that do not fit are left out, marks last', () => {
    const others = Array.from({ length: 60 }, (_, at) => `formatted_relatives.${at}.surname||${'A'.repeat(50)}|`);
    const text = photoMarks.with(others.join('\n'), APPLICANT, { ...marks, kept: { surname: 'Petrova' } });
    expect(text.length).toBeLessThanOrEqual(KINDS.photoMarks.max);
    expect(KINDS.photoMarks.fromForm(text)).toBe('surname|Petrova|KARIMOVA|kept');
  });

  it('endsBeforeStay returns the expiry of a passport that ends before the stay', () => {
    expect(endsBeforeStay(READ, { planned_length_stay_to: '2031-04-16' })).toBe('2031-04-15');
    expect(endsBeforeStay(READ, { planned_length_stay_to: '2031-04-15' })).toBeNull();
    expect(endsBeforeStay(READ, {})).toBeNull();
    expect(
      endsBeforeStay(READ, { planned_length_stay_to: '2031-04-16', passport_expire: '2031-04-15' }),
      'the rules refuse it',
    ).toBeNull();
    expect(
      endsBeforeStay({ ...READ, passport_expire: { unsure: 'unclear' } }, { planned_length_stay_to: '2040-01-01' }),
    ).toBeNull();
  });
});

it.each([
  ['Müller', 'MUELLER'],
  ['Müller', 'MULLER'],
  ['Straße', 'STRASSE'],
  ["O'Connor", 'OCONNOR'],
  ['D’Artagnan', 'DARTAGNAN'],
  ['Nováková-Łukasz', 'NOVAKOVA LUKASZ'],
  ['Åse Bjørk', 'AASE BJOERK'],
  ['Şahin', 'SAHIN'],
  ['van der Berg', 'VAN DER BERG'],
])('matchesReading accepts the surname %s for %s', (surname, read) => {
  expect(matchesReading('surname', { surname }, read)).toBe(true);
});

it.each([
  ['Karimov', 'KARIMOVA'],
  ['Каримова', 'KARIMOVA'],
  ['Manula', 'MANUELA'],
])('matchesReading rejects the surname %s for %s', (surname, read) => {
  expect(matchesReading('surname', { surname }, read)).toBe(false);
});

it('matchesReading accepts given names split into name and middle name', () => {
  expect(matchesReading('name', { name: 'Anna', middlename: 'Maria' }, 'ANNA MARIA')).toBe(true);
  expect(matchesReading('name', { name: 'Anna-Maria', middlename: 'Karimovna' }, 'ANNA MARIA')).toBe(true);
  expect(matchesReading('name', { name: 'Anna' }, 'ANNA MARIA')).toBe(false);
});
