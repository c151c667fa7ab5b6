import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatedAnswers } from '../../../../src/domain/application/copied-answers.ts';
import { COPIED_FROM } from '../../../../src/domain/application/copy-sources.ts';
import { PARTS, type Part, partOf, partsOf } from '../../../../src/domain/application/fields.ts';
import { emptyForm, type FormState } from '../../../../src/domain/application/form.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { splitDate } from '../../../../src/domain/input/date.ts';

const FROM = splitDate('2027-01-10');
const TO = splitDate('2027-06-10');
const ANSWERS = {
  planned_length_stay_from: FROM,
  planned_length_stay_to: TO,
  applicant_fio: 'Karimov Aziz Rustamovich',
  applicant_phone_number: '+998 90 765 43 21',
};
const NAME = { petitioner_surname: 'Karimov', petitioner_name: 'Aziz', petitioner_middlename: 'Rustamovich' };
const copied = (part: Part, form: FormState = {}, answers: FormState = ANSWERS) =>
  repeatedAnswers.copy(part, { ...emptyForm('specialist', { part }), ...form }, answers);

describe('copied answers', () => {
  it('copied answers are the term of the stay, and name and phone of the contact person', () => {
    expect(copied('employer')).toEqual({ period_from: FROM, period_to: TO });
    expect(copied('petitioner')).toEqual({ ...NAME, petitioner_number: '+998 90 765 43 21' });
  });

  it('copied answers fill empty fields only: a date with one filled box is not empty', () => {
    const begun = { day: '1', month: '', year: '' };
    expect(copied('employer', { period_from: begun })).toEqual({ period_to: TO });
    expect(copied('petitioner', { petitioner_number: '+998 90 111 22 33' })).toEqual(NAME);
    expect(copied('petitioner', { petitioner_number: '  ' })).toHaveProperty('petitioner_number');
  });

  it('copied answers do not change a name of which a part is filled', () => {
    for (const name of Object.keys(NAME))
      expect(copied('petitioner', { [name]: 'Olga' })).toEqual({ petitioner_number: '+998 90 765 43 21' });
  });

  it.each([
    ['  karimov   Aziz ', { petitioner_surname: 'Karimov', petitioner_name: 'Aziz' }],
    ['Karimov', { petitioner_surname: 'Karimov' }],
    ['Ibn Sina Abu Ali', { petitioner_surname: 'Ibn', petitioner_name: 'Sina', petitioner_middlename: 'Abu Ali' }],
    [' Ibn Sina Abu ', { petitioner_surname: 'Ibn', petitioner_name: 'Sina', petitioner_middlename: 'Abu' }],
    ['(12)', {}],
    ['', {}],
  ])('copied answers split %j into surname, name and the rest', (applicant_fio, names) => {
    expect(copied('petitioner', {}, { applicant_fio })).toEqual(names);
  });

  it.each([
    ['Dilnoza Karimova', { petitioner_surname: 'Karimova', petitioner_name: 'Dilnoza' }],
    ['Дилноза Каримова', { petitioner_surname: 'Каримова', petitioner_name: 'Дилноза' }],
    [
      'Anvar Rustamovich Karimov',
      { petitioner_surname: 'Karimov', petitioner_name: 'Anvar', petitioner_middlename: 'Rustamovich' },
    ],
  ])('copied answers take the last word of %j for the surname', (applicant_fio, names) => {
    expect(copied('petitioner', {}, { applicant_fio })).toEqual(names);
  });

  it('a swap exchanges surname and first name, leaves the patronymic, and loses nothing that was typed', () => {
    const form = { ...NAME, petitioner_surname: 'Typed since' };
    expect({ ...form, ...repeatedAnswers.swappedNames(form) }).toEqual({
      ...NAME,
      petitioner_surname: 'Aziz',
      petitioner_name: 'Typed since',
    });
    expect(repeatedAnswers.swappedNames(repeatedAnswers.swappedNames(form))).toEqual({
      petitioner_surname: 'Typed since',
      petitioner_name: 'Aziz',
    });
  });

  it.each([
    ['both names', NAME, true],
    ['both names the other way round', { petitioner_surname: 'Aziz', petitioner_name: 'Karimov' }, true],
    ['one name changed since', { petitioner_surname: 'Typed', petitioner_name: 'Aziz' }, true],
    ["another person's", { petitioner_surname: 'Kim', petitioner_name: 'Olga' }, false],
    ['a single name', { petitioner_surname: 'Karimov', petitioner_name: '' }, false],
    ['no name', {}, false],
  ])('a swap is offered for names of the contact person: %s', (_case, form, isOffered) => {
    expect(repeatedAnswers.canSwapNames(form, ANSWERS)).toBe(isOffered);
  });

  it('copied answers are empty without answers, and null in another part', () => {
    expect(copied('employer', {}, {})).toStrictEqual({});
    expect(copied('petitioner', {}, {})).toStrictEqual({});
    expect(copied('petitioner', {}, { applicant_fio: null, applicant_phone_number: null })).toStrictEqual({});
    expect(copied('employer', {}, emptyForm('specialist', { step: 2 }))).toStrictEqual({});
    expect(copied('documents')).toStrictEqual({});
  });

  it('copied answers are those of the given part only', () => {
    const form = emptyForm('specialist', { step: 2 });
    expect(repeatedAnswers.copy('employer', form, ANSWERS)).toEqual({ period_from: FROM, period_to: TO });
  });

  it('copied answers are for fields of the type only', () => {
    expect(repeatedAnswers.copy('petitioner', emptyForm('investor', { part: 'petitioner' }), ANSWERS)).toEqual(NAME);
  });

  it('copied answers never replace anything', () => {
    const text = fc.oneof(fc.constant(''), fc.string());
    const date = fc.record({ day: text, month: text, year: text });
    const named = (names: string[], value: fc.Arbitrary<unknown>) =>
      fc.record(Object.fromEntries(names.map((name) => [name, value])));
    fc.assert(
      fc.property(
        named(['period_from', 'period_to'], date),
        named(['planned_length_stay_from', 'planned_length_stay_to'], date),
        (form, answers) => {
          const filled = copied('employer', form, answers);
          for (const name of Object.keys(filled)) {
            expect(
              Object.values(form[name] as object)
                .join('')
                .trim(),
            ).toBe('');
            expect(
              Object.values(filled[name] as object)
                .join('')
                .trim(),
            ).not.toBe('');
          }
        },
      ),
    );
  });

  it.each(APPLICATION_TYPES)('copied answers come from an earlier part (%s)', (type) => {
    const order = Object.keys(PARTS);
    for (const part of partsOf(type)) {
      const from = COPIED_FROM[part];
      if (!from) continue;
      expect(partOf(type, from.before)).toBe(part);
      expect(order.indexOf(from.source)).toBeLessThan(order.indexOf(part));
      const sourceNames = Object.keys(ANSWERS).filter((name) => partOf(type, name) === from.source);
      const answers = Object.fromEntries(Object.entries(ANSWERS).filter(([name]) => sourceNames.includes(name)));
      expect(Object.keys(repeatedAnswers.copy(part, emptyForm(type, { part }), answers))).toContain(from.before);
    }
  });
});
