import { describe, expect, it } from 'vitest';
import { DEFAULT_HOST_PROFILE } from '../../../../functions/gateway/host/profile.ts';
import { OWN_BODY_FORM } from '../../../../src/domain/application/body-form.ts';
import { fieldsOf } from '../../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../../src/domain/application/types.ts';
import { EMPTY_DATE } from '../../../../src/domain/input/date.ts';
import { KINDS } from '../../../../src/domain/kinds/index.ts';
import { applicationBody } from '../../../../src/stores/application/body.ts';
import { valuesOf } from '../../../../src/stores/application/check-forms.ts';
import { filledForm, withLists } from './filled-forms.ts';

/** The names of the wire, for all types and for each (requirements: wire-names). */
const ALL = [
  ...['application_type', 'fio', 'name', 'surname', 'middlename', 'gender', 'sex', 'citizenship', 'citizen', 'email'],
  ...['date_birth', 'passport_number', 'passport_date', 'passport_expire', 'file4', 'resume_file', 'file5', 'phone'],
  ...['additional_phone', 'adress', 'formatted_address', 'visa_date', 'validity_time', 'planned_length_stay_from'],
  ...['planned_length_stay_to', 'company_name', 'petitioner_name', 'applicant_fio', 'file2', 'read_check'],
  ...['relatives_check', 'previos_trips_check', 'last_trips_check'],
];
const COMPANY = ['petitioner_surname', 'petitioner_middlename', 'applicant_position', 'applicant_phone_number'];
const OWN: Record<ApplicationType, string[]> = {
  founder: [],
  investor: [...COMPANY, 'project', 'activity', 'file', 'file3', 'phone_specialist'],
  specialist: [
    ...[...COMPANY, 'employer_address', 'adress_specialist', 'phone_specialist', 'petitioner_position'],
    ...['petitioner_number', 'period_from', 'period_to', 'file', 'file3'],
  ],
};
const LISTS = [
  ...['formatted_relatives', 'reletion_level', 'reletion_fio', 'reletion_birth', 'reletion_citizen', 'file6'],
  ...['marriage_or_birth_document_file', 'formatted_previos_trips', 'previos_trips', 'last_trips'],
];

/** Further fields of the field table, sent under their own names, except empty marks. */
const added = (type: ApplicationType) =>
  fieldsOf(type).flatMap(({ name, kind }) =>
    KINDS[kind].shape === 'mark' || [...ALL, ...OWN[type], ...LISTS].includes(name) ? [] : [name],
  );

describe.each(APPLICATION_TYPES)('the request body of a %s', (type) => {
  const namesOf = (lists: boolean) => {
    // Every question is answered: what is not answered is left out.
    const answered = { additional_phone: '+998 90 765 43 21', middlename: 'Petrovna' };
    const step1Data = { ...filledForm(type, { step: 1 }), ...answered };
    const company = type === 'founder' ? {} : { petitioner_middlename: 'Petrovich' };
    const step2Data = { ...filledForm(type, { step: 2 }), ...company, ...(lists && withLists()) };
    const body = applicationBody.of(type, valuesOf(type, { type, step1Data, step2Data }), OWN_BODY_FORM);
    return [...body.toForm('seven green lanterns').keys()].sort();
  };

  it(`a ${type}'s body has the part names of the wire, the password and the version of the terms, each once`, () => {
    expect(namesOf(false)).toEqual([...ALL, ...OWN[type], ...added(type), 'password', 'terms_version'].sort());
  });

  it(`a ${type}'s body has lists and their files after a "yes"`, () => {
    expect(namesOf(true)).toEqual([...ALL, ...OWN[type], ...LISTS, ...added(type), 'password', 'terms_version'].sort());
  });
});

it('a request body has no hidden characters, which the host refuses', () => {
  const step1Data = { ...filledForm('specialist', { step: 1 }), email: 'anna\u200b@example.org', surname: 'Ivanova' };
  const step2Data = { ...filledForm('specialist', { step: 2 }), company_name: 'Example\u001b Park\u202e' };
  const form = applicationBody
    .of('specialist', valuesOf('specialist', { type: 'specialist', step1Data, step2Data }))
    .toForm();
  expect(form.get('email')).toBe('anna@example.org');
  expect(form.get('company_name')).toBe('Example Park');
});

it('a request body has marks of a relative’s passport only while the application names relatives', () => {
  const [own, relative] = [
    'surname|Ivanova|KARIMOVA|',
    'formatted_relatives.0.relativePassport|EB7654321|EB7654322|kept',
  ];
  const sent = (relatives_check: string) => {
    const step1Data = filledForm('founder', { step: 1 });
    const photo_kept = `${relative}\n${own}`;
    const step2Data = { ...filledForm('founder', { step: 2 }), ...withLists(), relatives_check, photo_kept };
    return applicationBody
      .of('founder', valuesOf('founder', { type: 'founder', step1Data, step2Data }), OWN_BODY_FORM)
      .toForm();
  };
  expect(sent('yes').get('photo_kept')).toBe(`${relative}\n${own}`);
  expect(sent('no').get('photo_kept')).toBe(own);
});

describe.each(APPLICATION_TYPES)('the request body of a %s for a host that may not know further parts', (type) => {
  const values = () => {
    const step1Data = { ...filledForm(type, { step: 1 }), additional_phone: '', middlename: '', one_name: 'yes' };
    const lists = withLists();
    const [relative] = lists.formatted_relatives as object[];
    const relatives = [{ ...relative, name: '', one_name: 'yes' }];
    const photo_kept = 'surname|Ivanova|KARIMOVA|';
    const step2Data = { ...filledForm(type, { step: 2 }), ...lists, formatted_relatives: relatives, photo_kept };
    return valuesOf(type, { type, step1Data, step2Data });
  };
  const partsOf = (form: FormData) => Object.fromEntries(form);

  it('it has no part of the contract only, and no property of a relative', () => {
    const form = applicationBody.of(type, values(), DEFAULT_HOST_PROFILE).toForm('seven green lanterns');
    for (const name of ['terms_version', 'photo_kept', 'one_name']) expect(form.has(name)).toBe(false);
    expect(String(form.get('formatted_relatives'))).not.toContain('one_name');
    const own = applicationBody.of(type, values(), OWN_BODY_FORM).toForm('seven green lanterns');
    expect(partsOf(own)).toMatchObject({
      terms_version: expect.any(String),
      photo_kept: expect.any(String),
      one_name: 'yes',
    });
    expect(String(own.get('formatted_relatives'))).toContain('one_name');
  });

  it('a creation sends a required answer that the passport does not have as an empty part', () => {
    const step1Data = { ...filledForm(type, { step: 1 }), no_expiry: 'yes', passport_expire: EMPTY_DATE };
    const noExpiry = valuesOf(type, { type, step1Data, step2Data: filledForm(type, { step: 2 }) });
    const form = applicationBody.of(type, noExpiry, OWN_BODY_FORM).toForm('seven green lanterns');
    expect(form.get('passport_expire')).toBe('');
  });

  it('a creation leaves out what is not answered, and a change empties it', () => {
    const form = applicationBody.of(type, values()).toForm('seven green lanterns');
    expect([...form.entries()].filter(([, value]) => value === '')).toEqual([]);
    expect(form.has('additional_phone')).toBe(false);
    const record = { id: '57', additional_phone: '+998 90 123 45 67' };
    const changed = new Set(['additional_phone']);
    const change = applicationBody.of(type, values(), DEFAULT_HOST_PROFILE, { record, changed }).toForm();
    expect(change.get('additional_phone')).toBe('');
  });
});
