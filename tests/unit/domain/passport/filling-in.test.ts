import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../../src/domain/kinds/index.ts';
import {
  endsBeforeStay,
  matchesReading,
  type PassportAnswers,
  passportDifferences,
  planFill,
} from '../../../../src/domain/passport/filling-in.ts';
import { APPLICANT, linesOfOthers, relativeHolder } from '../../../../src/domain/passport/holders.ts';
import { photoMarks } from '../../../../src/domain/passport/photo-marks.ts';
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
    expect(planFill(READ, { surname: ' ' }, [])).toEqual({ fill: ANSWERS, differing: [], unfilled: [] });
  });

  it('planFill never replaces typed answers and lists differing ones', () => {
    const { fill, differing } = planFill(READ, { ...ANSWERS, surname: 'Petrova', passport_number: 'fa 123-4567' }, []);
    expect(fill).toEqual({});
    expect(differing).toEqual([{ field: 'surname', typed: 'Petrova', read: 'KARIMOVA' }]);
  });

  it('planFill lists a partly typed date as differing', () => {
    expect(planFill(READ, { date_birth: '1990--' }, []).differing).toEqual([
      { field: 'date_birth', typed: '1990--', read: '1990-01-15' },
    ]);
  });

  it('planFill replaces unchanged values of an earlier photo', () => {
    const answers = { ...ANSWERS, surname: 'PETROVA', name: 'OLGA' };
    const { fill, differing } = planFill(READ, answers, ['surname']);
    expect(fill).toEqual({ surname: 'KARIMOVA' });
    expect(differing.map(({ field }) => field)).toEqual(['name']);
  });

  it('planFill clears values of an earlier photo that this one lacks', () => {
    const { fill, unfilled } = planFill({ ...READ, surname: { unsure: 'truncated' } }, ANSWERS, ['surname']);
    expect(fill).toEqual({ surname: '' });
    expect(unfilled).toEqual([{ field: 'surname', reason: 'truncated' }]);
  });

  it('planFill returns why a field stays empty', () => {
    const reading: PassportReading = { ...READ, surname: { unsure: 'unclear' }, citizenship: { unsure: 'specimen' } };
    const { fill, unfilled } = planFill(reading, { surname: 'Petrova' }, []);
    expect(fill).not.toHaveProperty('citizenship');
    expect(unfilled).toEqual([{ field: 'citizenship', reason: 'specimen' }]);
  });
});

describe('planFill and the day of issue', () => {
  const { passport_expire = '', date_birth = '', ...others } = ANSWERS;

  it.each(['2031-04-15', '2031-04-16'])(
    'planFill leaves out an expiry that is not after the day of issue %s',
    (passport_date) => {
      const { fill, unfilled } = planFill(READ, { ...others, date_birth, passport_date }, []);
      expect(fill).toEqual({});
      expect(unfilled).toEqual([{ field: 'passport_expire', reason: 'notAfterIssue' }]);
    },
  );

  it('planFill leaves out a birth after the day of issue', () => {
    const { fill, unfilled } = planFill(READ, { ...others, passport_expire, passport_date: '1990-01-14' }, []);
    expect(fill).toEqual({});
    expect(unfilled).toEqual([{ field: 'date_birth', reason: 'bornAfterIssue' }]);
  });

  it.each(['2031-04-14', '1990-01-15', '2031--', '2031-02-30', ''])(
    'planFill ignores the day of issue %s, which contradicts nothing',
    (day) => {
      const { fill, unfilled } = planFill(READ, { ...others, passport_date: day }, []);
      expect(fill).toEqual({ passport_expire, date_birth });
      expect(unfilled).toEqual([]);
    },
  );

  it('planFill clears a contradicting value of an earlier photo', () => {
    const { fill } = planFill(READ, { ...ANSWERS, passport_date: '2031-04-15' }, ['passport_expire']);
    expect(fill).toEqual({ passport_expire: '' });
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

  /** The lines that are stored, and what a page that was reloaded compares with. */
  const stored = (text: string, answers: PassportAnswers, confirmed = {}) =>
    photoMarks.withReading(text, APPLICANT, {
      reading: READ,
      marks: photoMarks.ofReading({ reading: READ, confirmed }, answers, APPLICANT),
    });
  const afterReload = (text: string, answers: PassportAnswers, holder = APPLICANT) =>
    photoMarks
      .ofReading(photoMarks.stored(text, holder), answers, holder)
      .map(({ path, typed, read, isKept }) => [path, typed, read, ...(isKept ? ['kept'] : [])].join('|'));

  it('an answer that is edited after a reload is compared with the photo again, also one that was the same or kept', () => {
    const text = stored('', { ...ANSWERS, passport_number: 'FA1234568', surname: 'Petrova' }, { surname: 'Petrova' });
    expect(afterReload(text, { ...ANSWERS, passport_number: 'FA1234568', surname: 'Petrova' })).toEqual([
      'passport_number|FA1234568|FA1234567',
      'surname|Petrova|KARIMOVA|kept',
    ]);
    expect(afterReload(text, ANSWERS)).toEqual([]);
    expect(afterReload(text, { ...ANSWERS, passport_expire: '2032-04-15', surname: 'Ivanova' })).toEqual([
      'passport_expire|2032-04-15|2031-04-15',
      'surname|Ivanova|KARIMOVA',
    ]);
  });

  it('only answers that differ are sent', () => {
    const text = stored('', { ...ANSWERS, surname: 'Petrova' });
    expect(text.split('\n')).toHaveLength(7);
    expect(KINDS.photoMarks.fromForm(text)).toBe('surname|Petrova|KARIMOVA|');
    expect(KINDS.photoMarks.fromForm(stored('', ANSWERS))).toBe('');
  });

  it("a relative's lines stay beside the applicant's, and text that is no line is left out", () => {
    const son = relativeHolder(1);
    const mark = { path: son.pathOf('name'), field: 'name', typed: 'Max', read: 'MAKS', isKept: true } as const;
    const reading = { ...NOTHING_READ, name: { value: 'MAKS' } };
    const before = 'surname|Petrova|KARIMOVA|\nyes\nunknown|a|b|kept';
    const text = photoMarks.withReading(before, son, { reading, marks: [mark] });
    expect(afterReload(text, { name: 'Max' }, son)).toEqual(['formatted_relatives.1.name|Max|MAKS|kept']);
    expect(afterReload(text, { surname: 'Ivanova' })).toEqual(['surname|Ivanova|KARIMOVA']);
    expect(photoMarks.withReading('', son, { reading, marks: [{ ...mark, typed: 'M|x' }] })).toBe('');
    expect(linesOfOthers(text, APPLICANT)).toEqual(['formatted_relatives.1.name|Max|MAKS|kept']);
  });

  it('lines that do not fit are left out, marks last', () => {
    const others = Array.from({ length: 60 }, (_, at) => `formatted_relatives.${at}.surname||${'A'.repeat(50)}|`);
    const text = stored(others.join('\n'), { ...ANSWERS, surname: 'Petrova' });
    expect(text.length).toBeLessThanOrEqual(KINDS.photoMarks.max);
    expect(KINDS.photoMarks.fromForm(text)).toBe('surname|Petrova|KARIMOVA|');
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
