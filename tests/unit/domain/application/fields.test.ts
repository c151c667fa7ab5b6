import { describe, expect, it } from 'vitest';
import { FIELDS, fieldsOf, LISTS, sectionsOf } from '../../../../src/domain/application/fields.ts';
import { obstacleTo, visitRoute } from '../../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES, readApplicationType } from '../../../../src/domain/application/types.ts';

const PERSON = [
  ...['surname', 'name', 'middlename', 'gender', 'date_birth', 'citizenship'],
  ...['passport_number', 'passport_date', 'passport_expire', 'file4'],
  ...['email', 'phone', 'additional_phone', 'file5', 'resume_file'],
];
const STAY = ['validity_time', 'planned_length_stay_from', 'planned_length_stay_to', 'formatted_address'];
const QUESTIONS = [
  ...['relatives_check', 'formatted_relatives', 'previos_trips_check', 'formatted_previos_trips', 'previos_trips'],
  ...['last_trips_check', 'last_trips', 'read_check'],
];
const REPRESENTATIVE = ['applicant_fio', 'applicant_position', 'applicant_phone_number'];

/** Specification §3, "Founder", "Investor", "Specialist"; what is derived from other fields is not asked. */
const VISIT = {
  founder: [...STAY, 'petitioner_name', 'file2', ...QUESTIONS],
  investor: [
    ...STAY,
    ...['project', 'activity', 'company_name', 'phone_specialist', ...REPRESENTATIVE],
    ...['petitioner_surname', 'petitioner_name', 'petitioner_middlename', 'file', 'file2', 'file3'],
    ...QUESTIONS,
  ],
  specialist: [
    ...STAY,
    ...['company_name', 'employer_address', 'phone_specialist', 'period_from', 'period_to', ...REPRESENTATIVE],
    ...['petitioner_surname', 'petitioner_name', 'petitioner_middlename', 'petitioner_position', 'petitioner_number'],
    ...['file', 'file2', 'file3'],
    ...QUESTIONS,
  ],
};

const names = (fields: { name: string }[]) => fields.map(({ name }) => name);

describe('what is asked', () => {
  it.each(APPLICATION_TYPES)('of a %s in step 1 is the person, the same for all', (type) => {
    expect(names(fieldsOf(type, 1))).toEqual(PERSON);
  });

  it.each(APPLICATION_TYPES)('of a %s in step 2 is what the specification lists for it', (type) => {
    expect(names(fieldsOf(type, 2))).toEqual(VISIT[type]);
  });

  it.each(APPLICATION_TYPES)('of a %s stands in one section each, in the order asked', (type) => {
    for (const step of [1, 2] as const)
      expect(names(sectionsOf(type, step).flatMap(({ fields }) => fields))).toEqual(names(fieldsOf(type, step)));
  });

  it('is required but for what the decisions name', () => {
    const optional = Object.entries(FIELDS).filter(([name, { required }]) => !required && !(name in LISTS));
    expect(optional.map(([name]) => name)).toEqual([
      'middlename',
      'additional_phone',
      'petitioner_middlename',
      'previos_trips',
    ]);
  });
});

describe('the type', () => {
  it.each([
    ['specialist', 'specialist'],
    ['specialist_visa', 'specialist'],
    ['founder', 'founder'],
    ['investor', 'investor'],
    ['Founder', null],
    ['', null],
    [undefined, null],
    [['founder'], null],
    ['toString', null],
    ['__proto__', null],
  ])('%j is read as %j', (value, type) => {
    expect(readApplicationType(value)).toBe(type);
  });
});

describe('opening step 2', () => {
  it('needs step 1', () => {
    expect(obstacleTo('founder', { type: 'founder', stepStatus: 0 })).toBe('person_missing');
    expect(obstacleTo('founder', { type: 'founder', stepStatus: 1 })).toBeNull();
  });

  it('needs the type that was chosen, when one was', () => {
    expect(obstacleTo('founder', { type: 'investor', stepStatus: 3 })).toBe('other_type');
    expect(obstacleTo('founder', { type: null, stepStatus: 1 })).toBeNull();
  });

  it('happens at the route of the type', () => {
    expect(visitRoute('investor')).toBe('/application/investor');
  });
});
