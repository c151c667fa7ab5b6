import { describe, expect, it } from 'vitest';
import {
  FIELDS,
  type FieldDefinition,
  field,
  fieldsOf,
  LISTS,
  PARTS,
  type Part,
  partOf,
  partsOf,
} from '../../../../src/domain/application/fields.ts';
import {
  APPLICATION_TYPES,
  type ApplicationType,
  readApplicationType,
} from '../../../../src/domain/application/types.ts';

/** The questions of step 1 for all types, in the order of the parts. */
const PERSON: Partial<Record<Part, string[]>> = {
  passport: ['file4', 'passport_number', 'passport_date', 'passport_expire', 'citizenship'],
  name: ['surname', 'name', 'middlename', 'gender', 'date_birth'],
  contact: ['email', 'phone', 'additional_phone'],
  photo: ['file5', 'resume_file'],
};
const STAY = ['validity_time', 'planned_length_stay_from', 'planned_length_stay_to', 'formatted_address'];
const REPRESENTATIVE = ['applicant_fio', 'applicant_position', 'applicant_phone_number'];
const PETITIONER = ['petitioner_surname', 'petitioner_name', 'petitioner_middlename'];
const LAST: Partial<Record<Part, string[]>> = {
  family: ['relatives_check', 'formatted_relatives'],
  travel: ['previos_trips_check', 'formatted_previos_trips', 'previos_trips', 'last_trips_check', 'last_trips'],
  check: ['read_check'],
};

/**
 * The parts of each type in order with their questions (requirements: fields); repeated answers are not asked.
 */
const ASKED: Record<ApplicationType, Partial<Record<Part, string[]>>> = {
  specialist: {
    ...PERSON,
    stay: STAY,
    employer: ['company_name', 'employer_address', 'phone_specialist', 'period_from', 'period_to'],
    'contact-person': REPRESENTATIVE,
    petitioner: [...PETITIONER, 'petitioner_position', 'petitioner_number'],
    documents: ['file', 'file2', 'file3'],
    ...LAST,
  },
  founder: { ...PERSON, stay: STAY, company: ['petitioner_name', 'file2'], ...LAST },
  investor: {
    ...PERSON,
    stay: STAY,
    project: ['project', 'activity'],
    company: ['company_name', 'phone_specialist'],
    'contact-person': REPRESENTATIVE,
    petitioner: PETITIONER,
    documents: ['file', 'file2', 'file3'],
    ...LAST,
  },
};

const SPECIFIED = new Set(Object.values(ASKED).flatMap((parts) => Object.values(parts).flat()));

const names = (fields: { name: string }[]) => fields.map(({ name }) => name);
/** Keeps the required fields, so that the portal may ask more without a change here. */
const specified = (fields: { name: string }[]) => names(fields).filter((name) => SPECIFIED.has(name));

describe.each(APPLICATION_TYPES)('the fields of a %s', (type) => {
  it(`a ${type}'s parts have the specified order and questions`, () => {
    const asked = partsOf(type).map((part) => [part, specified(fieldsOf(type, { part }))]);
    expect(asked.filter(([, questions = []]) => questions.length > 0)).toEqual(Object.entries(ASKED[type]));
  });

  it(`each field of a ${type} is in one part, in the order of the parts`, () => {
    const inParts = partsOf(type).flatMap((part) => names(fieldsOf(type, { part })));
    expect(inParts).toEqual(names(fieldsOf(type)));
    expect(new Set(inParts).size).toBe(inParts.length);
  });

  it(`step 1 of a ${type} has the fields about the person, equal for all types, and step 2 the rest`, () => {
    expect(partsOf(type, 1)).toEqual(Object.keys(PERSON));
    expect([...partsOf(type, 1), ...partsOf(type, 2)]).toEqual(partsOf(type));
    for (const { name, part, step } of fieldsOf(type)) expect(PARTS[part].step, name).toBe(step);
  });

  it(`each part of a ${type} has at most eight controls, with four for an address and without lists`, () => {
    const opened = ['formatted_relatives', 'formatted_previos_trips', 'previos_trips', 'last_trips'];
    for (const part of partsOf(type)) {
      const controls = fieldsOf(type, { part }).filter(({ name }) => !opened.includes(name));
      const count = controls.reduce((sum, { kind }) => sum + (kind === 'address' ? 4 : 1), 0);
      expect(count, part).toBeLessThanOrEqual(8);
    }
  });

  it('partOf returns the part of a field and of a path in it', () => {
    for (const { name, part } of fieldsOf(type)) {
      expect(partOf(type, name)).toBe(part);
      expect(partOf(type, `${name}.0.surname`)).toBe(part);
    }
    for (const path of ['', 'password', 'toString']) expect(partOf(type, path)).toBeNull();
  });
});

describe('without a type', () => {
  it('without a type, fields and parts are those of step 1', () => {
    expect(specified(fieldsOf(null))).toEqual(Object.values(PERSON).flat());
    expect(partsOf(null)).toEqual(Object.keys(PERSON));
    for (const type of APPLICATION_TYPES) expect(fieldsOf(null)).toEqual(fieldsOf(type, { step: 1 }));
    expect(fieldsOf(null, { step: 2 })).toEqual([]);
    expect(fieldsOf(null, { part: 'contact' })).toEqual(fieldsOf('investor', { part: 'contact' }));
  });

  it('without a type, a field of step 2 is in no part', () => {
    expect(partOf(null, 'email')).toBe('contact');
    expect(partOf(null, 'file2')).toBeNull();
    expect(partOf(null, 'formatted_address.region')).toBeNull();
  });
});

describe('the field table', () => {
  it('the field table has a part for each type that asks a field, and for no other', () => {
    for (const [name, { part, types }] of Object.entries(FIELDS) as [string, FieldDefinition][]) {
      if (typeof part === 'object') expect(Object.keys(part).toSorted(), name).toEqual([...types].toSorted());
      for (const type of APPLICATION_TYPES) expect(partOf(type, name) !== null, name).toBe(types.includes(type));
    }
  });

  it('a field of step 1 for one type does not compile', () => {
    // @ts-expect-error: step 1 is the same for all types
    field('contact', { kind: 'text', types: ['founder'] });
    // @ts-expect-error: a part per type is one of step 2
    field({ specialist: 'contact' }, { kind: 'text', types: ['specialist'] });
    // @ts-expect-error: one of the parts is of step 1
    field({ specialist: 'contact', founder: 'company' }, { kind: 'text', types: ['specialist', 'founder'] });
    expect(field({ specialist: 'stay' }, { kind: 'text', types: ['specialist'] }).types).toEqual(['specialist']);
    expect(field('contact', { kind: 'text' }).types).toEqual(APPLICATION_TYPES);
  });

  it('the field table requires every field but four', () => {
    const optional = Object.entries(FIELDS).flatMap(([name, { required }]) =>
      required || name in LISTS ? [] : [{ name }],
    );
    expect(specified(optional)).toEqual(['middlename', 'additional_phone', 'petitioner_middlename', 'previos_trips']);
  });
});

describe('readApplicationType', () => {
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
  ])('readApplicationType reads %j as %j', (value, type) => {
    expect(readApplicationType(value)).toBe(type);
  });
});
