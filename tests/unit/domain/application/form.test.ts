import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../../src/domain/application/fields.ts';
import { emptyForm, emptyItem, formPath, formToValues, valuesToForm } from '../../../../src/domain/application/form.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { KINDS, RELATIVE_FIELDS } from '../../../../src/domain/kinds/index.ts';
import { BERLIN, CONFERENCE, FILLED, WITH_LISTS } from './filled-values.ts';

const EMPTY = { day: '', month: '', year: '' };

describe('the form of an application', () => {
  it.each(APPLICATION_TYPES)('a form of a %s returns the values it was made of', (type) => {
    const own = Object.fromEntries(fieldsOf(type).map(({ name }) => [name, WITH_LISTS[name]]));
    expect(formToValues(type, valuesToForm(type, WITH_LISTS))).toEqual(own);
  });

  it('a form has three boxes for a date', () => {
    expect(valuesToForm('founder', FILLED).date_birth).toEqual({ day: '17', month: '05', year: '1990' });
    expect(formToValues('founder', { date_birth: { day: '7', month: '5', year: '1990' } })).toEqual({
      date_birth: '1990-05-07',
    });
  });

  it('a form has the dates of trips one level deeper, under the names of hosts', () => {
    const form = valuesToForm('founder', WITH_LISTS);
    const from = { day: '01', month: '01', year: '2025' };
    expect(form.last_trips).toMatchObject([{ trip_country: 'DE', trim_date: { date_from: from } }]);
    expect(form.formatted_previos_trips).toMatchObject([
      { previos_trip_aim: 'Conference', previos_trip_date: { date_to: { day: '05' } } },
    ]);
    expect(formToValues('founder', form)).toMatchObject({
      last_trips: [BERLIN],
      formatted_previos_trips: [CONFERENCE],
    });
  });

  it('formToValues leaves out missing fields and those of another type', () => {
    expect(formToValues('founder', { surname: 'Ivanova', project: 'x', password: 'y' })).toEqual({
      surname: 'Ivanova',
    });
  });

  it.each(APPLICATION_TYPES)('emptyForm of a %s has empty values', (type) => {
    const values = formToValues(type, emptyForm(type));
    expect(values).toEqual(Object.fromEntries(fieldsOf(type).map(({ name, kind }) => [name, KINDS[kind].empty()])));
    for (const only of [{ step: 1 }, { part: 'stay' }] as const)
      expect(Object.keys(emptyForm(type, only))).toEqual(fieldsOf(type, only).map(({ name }) => name));
  });

  it('emptyForm and emptyItem return new objects each time', () => {
    const form = emptyForm('founder', { part: 'name' });
    (form.date_birth as { day: string }).day = '1';
    expect(emptyForm('founder', { part: 'name' }).date_birth).toEqual(EMPTY);
    expect(emptyItem('last_trips')).toEqual({
      trip_country: '',
      trip_aim: '',
      trim_date: { date_from: EMPTY, date_to: EMPTY },
    });
    expect(emptyItem('formatted_relatives')).toMatchObject({ kinship: '', birth_of_date: EMPTY, file6: null });
    expect(Object.keys(emptyItem('formatted_relatives'))).toEqual(Object.keys(RELATIVE_FIELDS));
  });
});

describe('formPath', () => {
  it.each([
    ['surname', 'surname'],
    ['formatted_address.region', 'formatted_address.region'],
    ['formatted_relatives.0.birth_of_date', 'formatted_relatives.0.birth_of_date'],
    ['last_trips', 'last_trips'],
    ['last_trips.2.trip_country', 'last_trips.2.trip_country'],
    ['last_trips.2.date_to', 'last_trips.2.trim_date.date_to'],
    ['formatted_previos_trips.0.date_from', 'formatted_previos_trips.0.previos_trip_date.date_from'],
  ])('formPath of %s is %s', (path, inForm) => {
    expect(formPath(path)).toBe(inForm);
  });
});
