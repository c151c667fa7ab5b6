import { describe, expect, it } from 'vitest';
import { FIELD_CODES } from '../../../../src/domain/api/field-codes.ts';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import {
  FIELDS,
  type FieldName,
  fieldsOf,
  LISTS,
  type ListName,
  partsOf,
} from '../../../../src/domain/application/fields.ts';
import { emptyForm, formToValues } from '../../../../src/domain/application/form.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { MAX_FILE_BYTES } from '../../../../src/domain/input/files.ts';
import { KINDS, MAX_ITEMS } from '../../../../src/domain/kinds/index.ts';
import type { SingleKind } from '../../../../src/domain/kinds/single.ts';
import { BERLIN, CONFERENCE, FILLED, HUSBAND, pdf, SON, TODAY, WITH_LISTS } from './filled-values.ts';

function check(change: Partial<ApplicationValues>, type: ApplicationType = 'specialist', base = FILLED) {
  return checkApplication(type, { ...base, ...change }, { today: TODAY });
}
const ofField = (name: FieldName, value: unknown) => check({ [name]: value } as Partial<ApplicationValues>)[name] ?? [];

describe('checkApplication', () => {
  it('a complete step 1 without a type has no error', () => {
    expect(checkApplication(null, { ...FILLED, surname: '', project: '' }, { today: TODAY })).toEqual({
      surname: ['required'],
    });
    const form = emptyForm(null);
    expect(form).toEqual(emptyForm('investor', { step: 1 }));
    expect(formToValues(null, { ...form, project: 'of step 2' })).not.toHaveProperty('project');
  });

  it.each(APPLICATION_TYPES)('a complete application of a %s has no error, with and without lists', (type) => {
    expect(check({}, type)).toEqual({});
    expect(check({}, type, WITH_LISTS)).toEqual({});
  });

  it.each(APPLICATION_TYPES)('an empty application of a %s lacks exactly the required fields', (type) => {
    const empty = Object.fromEntries(fieldsOf(type).map(({ name, kind }) => [name, KINDS[kind].empty()]));
    const errors = checkApplication(type, empty, { today: TODAY });
    const top = new Set(Object.keys(errors).map((path) => path.split('.')[0]));
    const expected = fieldsOf(type)
      .filter(({ required, kind }) => required && kind !== 'flag')
      .map(({ name }) => name);
    expect([...top]).toEqual(expected);
    expect(errors.read_check).toEqual(['consent_required']);
    expect(errors.formatted_address).toBeUndefined();
    for (const line of ['region', 'district', 'street'])
      expect(errors[`formatted_address.${line}`]).toEqual(['required']);
    expect(errors['formatted_address.flat']).toBeUndefined();
  });

  it.each([{ step: 1 }, { part: 'contact' }] as const)(
    'checkApplication returns the errors of a part in form order: %j',
    (only) => {
      const empty = Object.fromEntries(fieldsOf('founder').map(({ name, kind }) => [name, KINDS[kind].empty()]));
      const errors = checkApplication('founder', empty, { today: TODAY, ...only });
      expect(Object.keys(errors)).toEqual(
        fieldsOf('founder', only).flatMap(({ name, required }) => (required ? [name] : [])),
      );
      expect(checkApplication('founder', FILLED, { today: TODAY, ...only })).toEqual({});
    },
  );

  it('a contradiction between two parts is reported in one of them', () => {
    const values = { ...FILLED, passport_expire: FILLED.planned_length_stay_from };
    const parts = partsOf('founder').map((part) => checkApplication('founder', values, { today: TODAY, part }));
    expect(parts[0]).toEqual({ passport_expire: ['expires_before_stay_ends'] });
    for (const errors of parts.slice(1)) expect(errors).toEqual({});
    expect(Object.assign({}, ...parts)).toEqual(checkApplication('founder', values, { today: TODAY }));
  });

  it('fields of other types are not required', () => {
    expect(check({ project: '', activity: '' }, 'founder')).toEqual({});
    expect(check({ project: '' }, 'investor')).toEqual({ project: ['required'] });
    expect(check({ period_from: '' }, 'investor')).toEqual({});
    expect(check({ period_from: '' }, 'specialist')).toEqual({ period_from: ['required'] });
  });

  it('checkApplication counts a value of another type than text as missing', () => {
    expect(ofField('surname', undefined)).toEqual(['required']);
    expect(ofField('surname', 7)).toEqual(['required']);
    for (const address of ['x', null, undefined])
      expect(check({ formatted_address: address as never })).toEqual({ formatted_address: ['required'] });
    expect(ofField('file4', 'passport.pdf')).toEqual(['required']);
  });
});

describe('checkApplication of a field', () => {
  it.each<[FieldName, unknown, string[]]>([
    ['surname', "O'Neil-Иванова", []],
    ['surname', '   ', ['required']],
    ['surname', 'R2D2', ['name_characters']],
    ['middlename', '-', ['name_characters']],
    ['surname', 'a'.repeat(80), []],
    ['surname', 'a'.repeat(81), ['too_long']],
    ['applicant_fio', 'a'.repeat(160), []],
    ['applicant_fio', 'a'.repeat(161), ['too_long']],
    ['company_name', 'a'.repeat(200), []],
    ['company_name', 'a'.repeat(201), ['too_long']],
    ['middlename', '', []],
    ['middlename', 'R2', ['name_characters']],
    ['gender', 'male', []],
    ['gender', 'man', ['not_in_list']],
    ['date_birth', '2000-02-29', []],
    ['date_birth', '2001-02-29', ['date_unreal']],
    ['date_birth', '1990-05', []],
    ['date_birth', '1990', []],
    ['date_birth', '2021', []],
    ['date_birth', '2022', ['born_after_issue']],
    ['date_birth', '2027', ['date_in_future']],
    ['date_birth', '1899', ['date_years']],
    ['date_birth', '1900', []],
    ['passport_date', '1399-07-25', ['date_years']],
    ['passport_expire', '2100-12-31', []],
    ['passport_expire', '2101-01-01', ['date_years']],
    ['passport_expire', '2563-10-25', ['date_years']],
    ['date_birth', '1990-13', ['date_unreal']],
    ['date_birth', '1990--17', ['date_incomplete']],
    ['passport_date', '2020-05', ['date_incomplete']],
    ['passport_date', '2020-05-', ['date_incomplete']],
    ['date_birth', '17.05.1990', ['date_unreal']],
    ['citizenship', 'UZ', []],
    ['citizenship', 'uz', ['not_in_list']],
    ['citizenship', 'XX', ['not_in_list']],
    ['passport_number', 'AB123', []],
    ['passport_number', 'ab 12-34', []],
    ['passport_number', 'A'.repeat(20), []],
    ['passport_number', 'A'.repeat(21), ['passport_format']],
    ['passport_number', 'AB12', ['passport_format']],
    ['passport_number', 'АВ1234567', ['passport_format']],
    ['email', 'anna@example.org', []],
    ['email', ' anna@example.org ', []],
    ['email', 'anna@example', ['email_format']],
    ['phone', '+7 916 123 45 67', []],
    ['phone', '916 123 45 67', ['phone_format']],
    ['additional_phone', '', []],
    ['additional_phone', '1', ['phone_format']],
    ['validity_time', '3', []],
    ['validity_time', '36', []],
    ['validity_time', '2', ['not_in_list']],
    ['validity_time', '37', ['not_in_list']],
    ['read_check', 'no', ['consent_required']],
    ['relatives_check', 'maybe', ['not_in_list']],
    ['file4', null, ['required']],
    ['file4', { path: '/files/a/passport.pdf' }, []],
    ['file4', { ...pdf('a'), size: MAX_FILE_BYTES }, []],
    ['file4', { ...pdf('a'), size: MAX_FILE_BYTES + 1 }, ['file_too_large']],
    ['file4', { ...pdf('a'), size: 0 }, ['file_empty']],
    ['file4', { ...pdf('a'), type: null }, ['file_type']],
    ['file5', pdf('a'), ['file_type']],
    ['file5', { name: 'a', size: 1, type: 'image/webp' }, []],
  ])('the field %s with %j has the codes %j', (name, value, codes) => {
    expect(ofField(name, value)).toEqual(codes);
  });

  it.each<[FieldName, unknown, string]>([
    ['company_name', 'a\u001b[2Jb', 'hidden_characters'],
    ['company_name', 'a\nb', 'hidden_characters'],
    ['company_name', 'a\tb', 'hidden_characters'],
    ['company_name', 'a\u202eb', 'hidden_characters'],
    ['company_name', 'a\u200bb', 'hidden_characters'],
    ['company_name', 'a\ud83d', 'hidden_characters'],
    ['petitioner_position', '\u009b31m', 'hidden_characters'],
    ['surname', 'A\u200bb', 'name_characters'],
    ['email', 'an\u200bna@example.org', 'email_format'],
    ['passport_number', 'AB\u200b123', 'passport_format'],
  ])(
    'the field %s with %j is checked without hidden characters in the form, and is %s as sent',
    (name, value, code) => {
      expect(ofField(name, value)).toEqual([]);
      const sent = { ...FILLED, [name]: value } as ApplicationValues;
      expect(checkApplication('specialist', sent, { today: TODAY, asSent: true })).toEqual({ [name]: [code] });
    },
  );

  it('long texts may have line feeds and tabs, and every text the joiners of Persian', () => {
    const check = (change: Partial<ApplicationValues>) =>
      checkApplication('investor', { ...FILLED, ...change }, { today: TODAY, asSent: true });
    expect(check({ activity: 'one\n\ttwo', project: 'علی\u200cرضا', surname: 'علی\u200cرضا' })).toEqual({});
    expect(check({ activity: 'one\r\ntwo' })).toEqual({ activity: ['hidden_characters'] });
    expect(check({ activity: 'one\u001btwo' })).toEqual({ activity: ['hidden_characters'] });
    const formatted_address = { ...FILLED.formatted_address, street: 'Navoi\u00071' };
    expect(check({ formatted_address })).toEqual({ 'formatted_address.street': ['hidden_characters'] });
  });

  it('a text of several lines has at most 2000 characters', () => {
    expect(check({ activity: 'a'.repeat(2000) }, 'investor')).toEqual({});
    expect(check({ activity: 'a'.repeat(2001) }, 'investor')).toEqual({ activity: ['too_long'] });
  });

  it('checkApplication checks a phone number by the given isPhone', () => {
    const errors = checkApplication('founder', FILLED, { today: TODAY, isPhone: () => false });
    expect(errors).toEqual({ phone: ['phone_format'] });
  });

  it('an address requires a district that belongs to its region', () => {
    const address = FILLED.formatted_address;
    expect(check({ formatted_address: { ...address, region: '3' } })).toEqual({
      'formatted_address.district': ['not_in_list'],
    });
    expect(check({ formatted_address: { ...address, region: '15' } })).toEqual({
      'formatted_address.region': ['not_in_list'],
    });
    expect(check({ formatted_address: { ...address, region: '' } })).toEqual({
      'formatted_address.region': ['required'],
    });
    expect(check({ formatted_address: { ...address, district: '' } })).toEqual({
      'formatted_address.district': ['required'],
    });
    expect(check({ formatted_address: { ...address, street: 'a'.repeat(201) } })).toEqual({
      'formatted_address.street': ['too_long'],
    });
  });

  it('every error code of a field has a text', () => {
    const wrong = check({ ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, 'x'])) } as never);
    for (const codes of Object.values(wrong)) for (const code of codes) expect(FIELD_CODES).toContain(code);
    expect(Object.keys(wrong).length).toBeGreaterThan(10);
  });
});

describe('the length of texts', () => {
  const ROOMY = ['name', 'text', 'longtext', 'email'];
  const filledTo = (length: number, kind: string) =>
    kind === 'email' ? `${'a'.repeat(64)}@${'b'.repeat(length - 69)}.org` : 'a'.repeat(length);
  const everywhere = APPLICATION_TYPES.flatMap((type) =>
    fieldsOf(type).flatMap(({ name, kind, max }) => (ROOMY.includes(kind) ? [[type, name, kind, max] as const] : [])),
  );

  it.each(everywhere)('in an application of a %s, %s has a maximum length', (type, name, kind, max) => {
    expect(max).toBeGreaterThan(0);
    expect(check({ [name]: filledTo(max, kind) }, type, WITH_LISTS)).toEqual({});
    expect(check({ [name]: filledTo(max + 1, kind) }, type, WITH_LISTS)).toEqual({ [name]: ['too_long'] });
  });

  const inItems = (Object.keys(LISTS) as ListName[]).flatMap((list) =>
    Object.entries(LISTS[list].item).flatMap(([name, { kind, max }]) =>
      ROOMY.includes(kind) ? [[list, name, kind, max] as const] : [],
    ),
  );
  it.each(inItems)('in an item of %s, %s has a maximum length', (list, name, kind, max) => {
    const items = (text: string) => ({ [list]: [{ ...WITH_LISTS[list][0], [name]: text }] });
    expect(max).toBeGreaterThan(0);
    expect(check(items(filledTo(max, kind)), 'founder', WITH_LISTS)).toEqual({});
    expect(check(items(filledTo(max + 1, kind)), 'founder', WITH_LISTS)).toEqual({
      [`${list}.0.${name}`]: ['too_long'],
    });
  });

  it.each(['street', 'flat', 'region', 'district'] as const)('in an address, %s has at most 200 characters', (line) => {
    const address = (text: string) => ({ formatted_address: { ...FILLED.formatted_address, [line]: text } });
    const path = `formatted_address.${line}`;
    expect(check(address('a'.repeat(200)))[path] ?? []).not.toContain('too_long');
    expect(check(address('a'.repeat(201)))[path]).toContain('too_long');
  });
});

describe('checkApplication of a list', () => {
  it('a list after a "yes" requires an item', () => {
    expect(check({ relatives_check: 'yes', previos_trips_check: 'yes', last_trips_check: 'yes' })).toEqual({
      formatted_relatives: ['required'],
      formatted_previos_trips: ['required'],
      last_trips: ['required'],
    });
  });

  it('a list after a "no" is not checked', () => {
    const broken = { formatted_relatives: [{ ...SON, surname: '' }], last_trips: [{ ...BERLIN, date_to: 'x' }] };
    expect(check(broken)).toEqual({});
  });

  it(`a list has at most ${MAX_ITEMS} items`, () => {
    const trips = (count: number) => ({ last_trips_check: 'yes' as const, last_trips: Array(count).fill(BERLIN) });
    expect(check(trips(MAX_ITEMS))).toEqual({});
    expect(check(trips(MAX_ITEMS + 1))).toEqual({ last_trips: ['too_many'] });
  });

  it('a missing list is required, and so is an item that is not an object', () => {
    const trips = (last_trips: unknown) => check({ last_trips_check: 'yes', last_trips: last_trips as never });
    expect(trips(undefined)).toEqual({ last_trips: ['required'] });
    expect(trips([BERLIN, 7])).toEqual({ 'last_trips.1': ['required'] });
  });

  it('errors of a list include contradictions in and between items, and all errors of one answer', () => {
    const last_trips = [BERLIN, { ...BERLIN, date_from: '2025-02-01', date_to: '2025-01-31' }];
    expect(check({ last_trips_check: 'yes', last_trips })).toEqual({
      'last_trips.1.date_to': ['trip_ends_before_start'],
    });
    const formatted_relatives = [SON, { ...SON, relativePassport: '' }];
    expect(check({ relatives_check: 'yes', formatted_relatives })).toEqual({
      'formatted_relatives.1.relativePassport': ['required', 'relative_twice'],
    });
  });

  it('an error of a list has the index of the item and the field', () => {
    const relatives = [HUSBAND, { ...SON, kinship: 'uncle', file6: null, relativeInn: '1'.repeat(21) }];
    expect(check({ relatives_check: 'yes', formatted_relatives: relatives })).toEqual({
      'formatted_relatives.1.kinship': ['not_in_list'],
      'formatted_relatives.1.relativeInn': ['too_long'],
      'formatted_relatives.1.file6': ['required'],
    });
  });

  it.each(Object.entries(LISTS))('an item of %s requires its required fields', (list, { flag, item }) => {
    const empty = Object.fromEntries(
      Object.entries<{ kind: SingleKind }>(item).map(([name, { kind }]) => [name, KINDS[kind].empty()]),
    );
    const errors = check({ [flag]: 'yes', [list]: [empty] } as Partial<ApplicationValues>);
    const required = Object.entries(item).flatMap(([name, field]) => (field.required ? [`${list}.0.${name}`] : []));
    expect(Object.keys(errors)).toEqual(required);
  });

  it.each([
    ['2024-05', '2024-05', {}],
    ['2024-05', '2024-05-20', {}],
    ['2024-05-20', '2024-05', {}],
    ['2026-11', '2026-11', {}],
    ['2024-05', '2024-04', { 'last_trips.0.date_to': ['trip_ends_before_start'] }],
    ['2024-05', '2024-04-30', { 'last_trips.0.date_to': ['trip_ends_before_start'] }],
    ['2027-01', '2027-01', { 'last_trips.0.date_from': ['date_in_future'] }],
    ['2024-05', '2027-01', { 'last_trips.0.date_to': ['date_in_future'] }],
    ['2024', '2024', { 'last_trips.0.date_from': ['date_incomplete'], 'last_trips.0.date_to': ['date_incomplete'] }],
  ])('trips may have dates without a day: from %s to %s', (date_from, date_to, errors) => {
    expect(check({ last_trips_check: 'yes', last_trips: [{ ...BERLIN, date_from, date_to }] })).toEqual(errors);
  });

  it('the summary of trips is optional', () => {
    const trips = { previos_trips_check: 'yes' as const, formatted_previos_trips: [CONFERENCE] };
    expect(check({ ...trips, previos_trips: '' })).toEqual({});
    expect(check({ ...trips, previos_trips: 'a'.repeat(2001) })).toEqual({ previos_trips: ['too_long'] });
  });
});
