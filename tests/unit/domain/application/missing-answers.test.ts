import { describe, expect, it } from 'vitest';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import { answerText } from '../../../../src/domain/application/answers.ts';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import { formToValues, valuesToForm } from '../../../../src/domain/application/form.ts';
import { fromBodyParts, toBodyParts, toStoredFields } from '../../../../src/domain/application/multipart.ts';
import { type ApplicantRecord, fromRecord } from '../../../../src/domain/application/record.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { fillMissingAnswers } from '../../../../src/domain/input/missing-answers.ts';
import { passportDifferences, planFill } from '../../../../src/domain/passport/filling-in.ts';
import { NOTHING_READ } from '../../../../src/domain/passport/reading.ts';
import { FILLED, HUSBAND, SON } from './filled-values.ts';

const TODAY = '2026-11-23';
const check = (values: Partial<ApplicationValues>) => checkApplication('founder', values, { today: TODAY });
const filled = (changes: Partial<ApplicationValues>) => valuesToForm('founder', { ...FILLED, ...changes });

/** The values of a form with only these names. */
const valuesOf = (names: { surname?: string; name?: string; one_name?: 'yes' | 'no' }) =>
  ({ ...FILLED, ...formToValues('founder', filled({ surname: '', name: '', ...names })) }) as ApplicationValues;

const sent = (values: ApplicationValues) =>
  Object.fromEntries(toBodyParts('founder', values).map(({ name, value }) => [name, value]));

describe('a passport with one name only', () => {
  it.each([
    ['no surname', { name: 'Sukarno', one_name: 'yes' as const }, '-', 'Sukarno', {}],
    ['no given name', { surname: 'Sukarno', one_name: 'yes' as const }, 'Sukarno', '-', {}],
    ['a hyphen in place of a name', { surname: '-', name: 'Sukarno' }, '-', 'Sukarno', {}],
    ['no name at all', { one_name: 'yes' as const }, '', '', { surname: ['required'], name: ['required'] }],
    ['hyphens in place of both', { surname: '-', name: '-' }, '', '', { surname: ['required'], name: ['required'] }],
    ['no surname, and no box ticked', { name: 'Sukarno' }, '', 'Sukarno', { surname: ['required'] }],
    [
      'a box ticked beside two names',
      { surname: 'Suharto', name: 'Sukarno', one_name: 'yes' as const },
      'Suharto',
      'Sukarno',
      { one_name: ['one_name_two'] },
    ],
  ])(
    'a passport with one name has the expected values and errors when filled in with %s',
    (_, names, surname, name, errors) => {
      const values = valuesOf(names);
      expect([values.surname, values.name]).toEqual([surname, name]);
      expect(check(values)).toEqual(errors);
    },
  );

  it('a single name is sent as a hyphen with the flag one_name, stored empty with the flag, and restored', () => {
    const values = valuesOf({ name: 'Sukarno', one_name: 'yes' });
    expect(sent(values)).toMatchObject({ surname: '-', name: 'Sukarno', one_name: 'yes', fio: 'Sukarno Petrovna' });
    const received = fromBodyParts('founder', toBodyParts('founder', values));
    expect(check(received)).toEqual({});
    const stored = toStoredFields('founder', received);
    expect(stored).toMatchObject({ surname: '', name: 'Sukarno', one_name: 'yes', fio: 'Sukarno Petrovna' });
    const record = readHostRecord({ id: 'ITV-1', ...stored }) as ApplicantRecord;
    const again = fromRecord('founder', record);
    expect([again.surname, again.name, again.one_name]).toEqual(['-', 'Sukarno', 'yes']);
    expect(valuesToForm('founder', again)).toMatchObject({ surname: '', name: 'Sukarno', one_name: 'yes' });
  });

  it('a record with a hyphen and without the flag one_name has a single name', () => {
    const record = readHostRecord({ id: 1, surname: 'Sukarno', name: '-' }) as ApplicantRecord;
    expect(record.one_name).toBe('yes');
    expect(valuesToForm('founder', fromRecord('founder', record))).toMatchObject({ name: '', one_name: 'yes' });
  });

  it('an update can remove the flag one_name', () => {
    const record = readHostRecord({ id: 1, surname: 'Sukarno', name: '-', one_name: 'yes' }) as ApplicantRecord;
    const values = { ...valuesOf({ surname: 'Sukarno', name: 'Achmed', one_name: 'no' }) };
    const parts = toBodyParts('founder', values, { record, changed: new Set(['name', 'one_name']) });
    expect(parts).toContainEqual({ name: 'one_name', value: 'no' });
    expect(parts).toContainEqual({ name: 'name', value: 'Achmed' });
  });

  it('a relative can have a single name', () => {
    const relative = { ...HUSBAND, surname: '', name: 'Sukarno', one_name: 'yes' as const };
    const form = filled({ relatives_check: 'yes', formatted_relatives: [relative, SON] });
    const values = { ...FILLED, ...formToValues('founder', form) } as ApplicationValues;
    expect(values.formatted_relatives[0]).toMatchObject({ surname: '-', name: 'Sukarno' });
    expect(check(values)).toEqual({});
    const received = fromBodyParts('founder', toBodyParts('founder', values));
    expect(check(received)).toEqual({});
    expect(sent(values).reletion_fio).toBe('["Sukarno","Ivanov Pavel"]');
    const stored = toStoredFields('founder', received);
    expect(stored.formatted_relatives).toMatchObject([{ surname: '', name: 'Sukarno', one_name: 'yes' }, {}]);
    const back = valuesToForm(
      'founder',
      fromRecord('founder', readHostRecord({ id: 1, ...stored }) as ApplicantRecord),
    );
    expect(back.formatted_relatives).toMatchObject([{ surname: '', one_name: 'yes' }, { one_name: 'no' }]);
  });
});

describe('a passport without an expiry date', () => {
  const valuesWith = (answers: { date?: string; box?: 'yes' | 'no' }) => {
    const form = filled({ passport_expire: answers.date ?? '', no_expiry: answers.box ?? 'no' });
    return { ...FILLED, ...formToValues('founder', form) } as ApplicationValues;
  };

  it.each([
    ['a ticked box', { box: 'yes' as const }, {}],
    ['neither', {}, { passport_expire: ['required'] }],
    ['both', { box: 'yes' as const, date: '2031-03-01' }, { no_expiry: ['no_expiry_dated'] }],
  ])('has the expected errors with %s', (_, answers, errors) => {
    expect(check(valuesWith(answers))).toEqual(errors);
  });

  it('is sent as an empty date with the flag no_expiry, stored so, restored, and shown as missing', () => {
    const values = valuesWith({ box: 'yes' });
    expect(sent(values)).toMatchObject({ passport_expire: '', no_expiry: 'yes' });
    const received = fromBodyParts('founder', toBodyParts('founder', values));
    expect(check(received)).toEqual({});
    expect(check(fromBodyParts('founder', toBodyParts('founder', valuesWith({}))))).toEqual({
      passport_expire: ['required'],
    });
    const stored = toStoredFields('founder', received);
    expect(stored).toMatchObject({ passport_expire: '', no_expiry: 'yes' });
    const again = fromRecord('founder', readHostRecord({ id: 'ITV-1', ...stored }) as ApplicantRecord);
    expect(valuesToForm('founder', again)).toMatchObject({ passport_expire: { year: '' }, no_expiry: 'yes' });
    expect(answerText('date', again.passport_expire, { locale: 'en', t: String })).toBe('name.missing');
  });

  it('is missing in a form of all answers, as the check page shows it, with empty boxes only', () => {
    const form = filled({ passport_expire: '', no_expiry: 'yes' });
    const shown = fillMissingAnswers(form);
    expect(shown.passport_expire).toBe('-');
    expect(formToValues('founder', shown).passport_expire).toBe('-');
    const half = fillMissingAnswers({ ...form, passport_expire: { day: '1', month: '', year: '' } });
    expect(check({ ...FILLED, ...formToValues('founder', half) })).toMatchObject({ no_expiry: ['no_expiry_dated'] });
  });

  it('is asked about where the photo shows a date, and never filled in silently', () => {
    const reading = { ...NOTHING_READ, passport_expire: { value: '2031-03-01' } };
    const { fill, differing } = planFill(reading, valuesWith({ box: 'yes' }));
    expect(fill).toEqual({});
    expect(differing).toEqual([{ field: 'passport_expire', typed: '-', read: '2031-03-01' }]);
    expect(passportDifferences(reading, valuesWith({ box: 'yes' }))).toEqual(differing);
  });

  it('an update can add the date', () => {
    const record = readHostRecord({ id: 1, passport_expire: '', no_expiry: 'yes' }) as ApplicantRecord;
    const changed = new Set(['passport_expire', 'no_expiry'] as const);
    const parts = toBodyParts('founder', valuesWith({ date: '2031-03-01' }), { record, changed });
    expect(parts).toContainEqual({ name: 'no_expiry', value: 'no' });
    expect(parts).toContainEqual({ name: 'passport_expire', value: '2031-03-01' });
  });
});
