import { describe, expect, it } from 'vitest';
import {
  differences,
  endsBeforeStay,
  type PassportAnswers,
  planFillingIn,
} from '../../../../src/domain/passport/filling-in.ts';
import type { PassportReading } from '../../../../src/domain/passport/reading.ts';
import { saysTheSame } from '../../../../src/domain/passport/same-answer.ts';

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

describe('planFillingIn', () => {
  it('planFillingIn fills all empty fields', () => {
    expect(planFillingIn(READ, { surname: ' ' }, [])).toEqual({ fill: ANSWERS, differing: [], left: [] });
  });

  it('planFillingIn never replaces typed answers and lists differing ones', () => {
    const { fill, differing } = planFillingIn(
      READ,
      { ...ANSWERS, surname: 'Petrova', passport_number: 'fa 123-4567' },
      [],
    );
    expect(fill).toEqual({});
    expect(differing).toEqual([{ field: 'surname', typed: 'Petrova', read: 'KARIMOVA' }]);
  });

  it('planFillingIn lists a partly typed date as differing', () => {
    expect(planFillingIn(READ, { date_birth: '1990--' }, []).differing).toEqual([
      { field: 'date_birth', typed: '1990--', read: '1990-01-15' },
    ]);
  });

  it('planFillingIn replaces unchanged values of an earlier photo', () => {
    const answers = { ...ANSWERS, surname: 'PETROVA', name: 'OLGA' };
    const { fill, differing } = planFillingIn(READ, answers, ['surname']);
    expect(fill).toEqual({ surname: 'KARIMOVA' });
    expect(differing.map(({ field }) => field)).toEqual(['name']);
  });

  it('planFillingIn clears values of an earlier photo that this one lacks', () => {
    const { fill, left } = planFillingIn({ ...READ, surname: { unsure: 'truncated' } }, ANSWERS, ['surname']);
    expect(fill).toEqual({ surname: '' });
    expect(left).toEqual([{ field: 'surname', reason: 'truncated' }]);
  });

  it('planFillingIn returns why a field stays empty', () => {
    const reading: PassportReading = { ...READ, surname: { unsure: 'unclear' }, citizenship: { unsure: 'specimen' } };
    const { fill, left } = planFillingIn(reading, { surname: 'Petrova' }, []);
    expect(fill).not.toHaveProperty('citizenship');
    expect(left).toEqual([{ field: 'citizenship', reason: 'specimen' }]);
  });
});

describe('planFillingIn and the day of issue', () => {
  const { passport_expire = '', date_birth = '', ...others } = ANSWERS;

  it.each(['2031-04-15', '2031-04-16'])(
    'planFillingIn leaves out an expiry that is not after the day of issue %s',
    (passport_date) => {
      const { fill, left } = planFillingIn(READ, { ...others, date_birth, passport_date }, []);
      expect(fill).toEqual({});
      expect(left).toEqual([{ field: 'passport_expire', reason: 'notAfterIssue' }]);
    },
  );

  it('planFillingIn leaves out a birth after the day of issue', () => {
    const { fill, left } = planFillingIn(READ, { ...others, passport_expire, passport_date: '1990-01-14' }, []);
    expect(fill).toEqual({});
    expect(left).toEqual([{ field: 'date_birth', reason: 'bornAfterIssue' }]);
  });

  it.each(['2031-04-14', '1990-01-15', '2031--', '2031-02-30', ''])(
    'planFillingIn ignores the day of issue %s, which contradicts nothing',
    (day) => {
      const { fill, left } = planFillingIn(READ, { ...others, passport_date: day }, []);
      expect(fill).toEqual({ passport_expire, date_birth });
      expect(left).toEqual([]);
    },
  );

  it('planFillingIn clears a contradicting value of an earlier photo', () => {
    const { fill } = planFillingIn(READ, { ...ANSWERS, passport_date: '2031-04-15' }, ['passport_expire']);
    expect(fill).toEqual({ passport_expire: '' });
  });
});

describe('comparing answers with a photo', () => {
  it('differences returns differing answers until they are changed or confirmed', () => {
    const answers = { ...ANSWERS, passport_number: 'FA1234568' };
    expect(differences(READ, answers, {})).toEqual([
      { field: 'passport_number', typed: 'FA1234568', read: 'FA1234567' },
    ]);
    expect(differences(READ, answers, { passport_number: 'FA1234568' })).toEqual([]);
    expect(differences(READ, answers, { passport_number: 'FA1234569' })).toHaveLength(1);
    expect(differences(READ, ANSWERS, {})).toEqual([]);
  });

  it('differences ignores empty, unreadable and partly typed values', () => {
    expect(differences(READ, { ...ANSWERS, date_birth: '-02-' }, {})).toEqual([]);
    expect(differences(READ, {}, {})).toEqual([]);
    expect(differences({ ...READ, surname: { unsure: 'unclear' } }, { ...ANSWERS, surname: 'Petrova' }, {})).toEqual(
      [],
    );
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
])('saysTheSame accepts the surname %s for %s', (surname, read) => {
  expect(saysTheSame('surname', { surname }, read)).toBe(true);
});

it.each([
  ['Karimov', 'KARIMOVA'],
  ['Каримова', 'KARIMOVA'],
  ['Manula', 'MANUELA'],
])('saysTheSame rejects the surname %s for %s', (surname, read) => {
  expect(saysTheSame('surname', { surname }, read)).toBe(false);
});

it('saysTheSame accepts given names split into name and middle name', () => {
  expect(saysTheSame('name', { name: 'Anna', middlename: 'Maria' }, 'ANNA MARIA')).toBe(true);
  expect(saysTheSame('name', { name: 'Anna-Maria', middlename: 'Karimovna' }, 'ANNA MARIA')).toBe(true);
  expect(saysTheSame('name', { name: 'Anna' }, 'ANNA MARIA')).toBe(false);
});
