import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import { Refusal } from '../../../../src/domain/api/refusal.ts';
import type { BodyForm } from '../../../../src/domain/application/body-form.ts';
import { checkApplication } from '../../../../src/domain/application/check-application.ts';
import { FLAG_OF, fieldsOf, LISTS, type ListName } from '../../../../src/domain/application/fields.ts';
import { formToValues, valuesToForm } from '../../../../src/domain/application/form.ts';
import { bodyPartName } from '../../../../src/domain/application/formed-parts.ts';
import { cleanValues, fromBodyParts, toBodyParts } from '../../../../src/domain/application/multipart.ts';
import { type ApplicantRecord, fromRecord } from '../../../../src/domain/application/record.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { fillMissingAnswers } from '../../../../src/domain/input/missing-answers.ts';
import { KINDS, MAX_ITEMS } from '../../../../src/domain/kinds/index.ts';
import type { MultipartPart, NewFile } from '../../../../src/domain/kinds/kind.ts';
import { BERLIN, FILLED, HUSBAND, SON, TODAY, WITH_LISTS } from './filled-values.ts';

const PERSON = {
  surname: 'Ivanova',
  name: 'Anna',
  middlename: 'Petrovna',
  gender: 'female',
  date_birth: '1990-05-17',
  citizenship: 'KZ',
  passport_number: 'N1234567',
  passport_date: '2021-03-01',
  passport_expire: '2031-03-01',
  file4: FILLED.file4,
  email: 'anna@example.org',
  phone: '+998 90 123 45 67',
  additional_phone: '',
  file5: FILLED.file5,
  resume_file: FILLED.resume_file,
  validity_time: '12',
  planned_length_stay_from: '2027-01-10',
  planned_length_stay_to: '2027-06-10',
  formatted_address: '{"region":"2","district":"18","street":"Navoi 1","flat":"7"}',
  petitioner_name: 'Aziz',
  file2: FILLED.file2,
  relatives_check: 'no',
  previos_trips_check: 'no',
  last_trips_check: 'no',
  read_check: 'yes',
  fio: 'Ivanova Anna Petrovna',
  sex: 'female',
  citizen: 'Казахстан',
  adress: 'Андижанская область, Алтынкульский район, Navoi 1, 7',
  visa_date: '12',
};
const COMPANY = {
  company_name: 'Sample Company',
  phone_specialist: '+998 71 123 45 67',
  applicant_fio: 'Olga Karimova',
  applicant_position: 'Head of personnel',
  applicant_phone_number: '+998 90 765 43 21',
  petitioner_surname: 'Karimov',
  petitioner_middlename: '',
  file: FILLED.file,
  file3: FILLED.file3,
};
/** The names are those of the wire; a list behind a "no" is not sent (docs/api.md "Multipart bodies"). */
const EXPECTED: Record<ApplicationType, Record<string, unknown>> = {
  founder: { ...PERSON, application_type: 'founder', company_name: 'Aziz', applicant_fio: 'Aziz' },
  investor: {
    ...PERSON,
    ...COMPANY,
    application_type: 'investor',
    project: 'Sample Project',
    activity: 'What the project does',
  },
  specialist: {
    ...PERSON,
    ...COMPANY,
    application_type: 'specialist',
    employer_address: '{"region":"14","district":"200","street":"Amir Temur 5","flat":""}',
    adress_specialist: 'город Ташкент, Мирабадский район, Amir Temur 5',
    period_from: '2027-01-10',
    period_to: '2027-12-31',
    petitioner_position: 'Director',
    petitioner_number: '+998 90 111 22 33',
  },
};
const LIST_PARTS = {
  formatted_relatives: JSON.stringify(
    [HUSBAND, SON].map(({ file6: _, marriage_or_birth_document_file: __, one_name: ___, ...texts }) => texts),
  ),
  formatted_previos_trips: '[{"previos_trip_aim":"Conference","date_from":"2024-04-01","date_to":"2024-04-05"}]',
  previos_trips: 'Once, for a conference',
  last_trips: '[{"trip_country":"DE","trip_aim":"Work","date_from":"2025-01-01","date_to":"2025-01-31"}]',
  relatives_check: 'yes',
  previos_trips_check: 'yes',
  last_trips_check: 'yes',
  reletion_level: '["husband","son"]',
  reletion_fio: '["Ivanov Ivan","Ivanov Pavel"]',
  reletion_birth: '["1988-07-08","2015-02-03"]',
  reletion_citizen: '["Казахстан","Казахстан"]',
};

/** {@link EXPECTED} and further fields of the field table under their own names. */
const expectedOf = (type: ApplicationType): Record<string, unknown> => {
  // An empty mark is not sent.
  const added = fieldsOf(type).filter(
    ({ name, kind }) => !(name in EXPECTED[type]) && !FLAG_OF[name] && KINDS[kind].shape !== 'mark',
  );
  return { ...Object.fromEntries(added.map(({ name }) => [name, FILLED[name]])), ...EXPECTED[type] };
};

const named = (parts: readonly MultipartPart[]) => Object.fromEntries(parts.map(({ name, value }) => [name, value]));
const valuesOf = (parts: readonly MultipartPart[], wanted: string) =>
  parts.flatMap(({ name, value }) => (name === wanted ? [value] : []));

describe('toBodyParts', () => {
  it.each(APPLICATION_TYPES)('toBodyParts of a %s returns exactly the parts of the wire, each once', (type) => {
    const parts = toBodyParts(type, FILLED);
    expect(named(parts)).toEqual(expectedOf(type));
    expect(parts).toHaveLength(Object.keys(expectedOf(type)).length);
  });

  it.each(APPLICATION_TYPES)(
    'toBodyParts of a %s returns lists as JSON, parallel lists, and each file of a relative',
    (type) => {
      const parts = toBodyParts(type, WITH_LISTS);
      const { file6, marriage_or_birth_document_file, ...rest } = named(parts);
      expect(rest).toEqual({ ...expectedOf(type), ...LIST_PARTS });
      expect(valuesOf(parts, 'file6')).toEqual([HUSBAND.file6, SON.file6]);
      expect(valuesOf(parts, 'marriage_or_birth_document_file')).toEqual([
        HUSBAND.marriage_or_birth_document_file,
        SON.marriage_or_birth_document_file,
      ]);
      expect(file6).toBeDefined();
      expect(marriage_or_birth_document_file).toBeDefined();
    },
  );

  it.each<[BodyForm['list_files'], string[]]>([
    ['file6', ['file6', 'marriage_or_birth_document_file', 'marriage_or_birth_document_file']],
    ['file6[]', ['file6[]', 'marriage_or_birth_document_file[]', 'marriage_or_birth_document_file[]']],
    ['file6[0]', ['file6[1]', 'marriage_or_birth_document_file[0]', 'marriage_or_birth_document_file[1]']],
  ])('bodyPartName names the files of relatives as the profile says: %s', (form, names) => {
    const relatives = [{ ...HUSBAND, file6: { path: '/files/2/husband.pdf' } }, SON];
    const parts = toBodyParts('founder', { ...WITH_LISTS, formatted_relatives: relatives });
    const named = parts.map((part) => bodyPartName(part, form));
    expect(named.filter((name) => /^(?:file6|marriage)/.test(name)).sort()).toEqual(names);
    expect(named).toContain('file4');
  });

  it('toBodyParts leaves out a file that the host has and references it in its list item', () => {
    const parts = toBodyParts('founder', {
      ...WITH_LISTS,
      file4: { path: '/files/1/passport.pdf' },
      formatted_relatives: [{ ...HUSBAND, file6: { path: '/files/2/husband.pdf' } }, SON],
    });
    expect(valuesOf(parts, 'file4')).toEqual([]);
    expect(valuesOf(parts, 'file6')).toEqual([SON.file6]);
    expect(JSON.parse(String(named(parts).formatted_relatives))[0].file6).toBe('/files/2/husband.pdf');
  });

  it('toBodyParts and fromBodyParts trim texts', () => {
    const last_trips = [{ ...BERLIN, trip_aim: ' Work ' }];
    const spaced = { ...WITH_LISTS, surname: ' Ivanova ', petitioner_name: ' Aziz ', last_trips };
    expect(named(toBodyParts('founder', spaced))).toMatchObject({
      surname: 'Ivanova',
      fio: 'Ivanova Anna Petrovna',
      company_name: 'Aziz',
      applicant_fio: 'Aziz',
      last_trips: LIST_PARTS.last_trips,
    });
    expect(fromBodyParts('founder', [{ name: 'surname', value: ' Ivanova\r\n' }]).surname).toBe('Ivanova');
  });

  it('toBodyParts never returns a password', () => {
    const parts = toBodyParts('founder', { ...FILLED, password: 'secret' } as ApplicationValues);
    expect(JSON.stringify(parts)).not.toContain('secret');
  });

  it('toBodyParts writes male as "man" in sex', () => {
    expect(named(toBodyParts('founder', { ...FILLED, gender: 'male' })).sex).toBe('man');
  });
});

describe('fromBodyParts', () => {
  it.each(APPLICATION_TYPES)('fromBodyParts of a %s returns the values of toBodyParts', (type) => {
    expect(fromBodyParts(type, toBodyParts(type, WITH_LISTS))).toEqual(
      Object.fromEntries(fieldsOf(type).map(({ name }) => [name, WITH_LISTS[name]])),
    );
  });

  it("fromBodyParts returns each item's own files where the host has some of them", () => {
    const formatted_relatives = [HUSBAND, { ...SON, file6: { path: '/files/2/son.pdf' } }, { ...SON, name: 'Peter' }];
    const values = { ...WITH_LISTS, formatted_relatives };
    expect(fromBodyParts('founder', toBodyParts('founder', values)).formatted_relatives).toEqual(formatted_relatives);
  });

  it('fromBodyParts returns empty values without parts, so that the rules can report what is missing', () => {
    const values = fromBodyParts('investor', []);
    expect(values).toEqual(
      Object.fromEntries(fieldsOf('investor').map(({ name, kind }) => [name, KINDS[kind].empty()])),
    );
  });

  it.each<[string, MultipartPart]>([
    ['a list that is not JSON', { name: 'last_trips', value: '[' }],
    ['a list that is an object', { name: 'last_trips', value: '{}' }],
    ['an item that is a text', { name: 'last_trips', value: '["x"]' }],
    ['an item with a number', { name: 'last_trips', value: '[{"trip_aim":1,"trip_country":"DE"}]' }],
    ['an address that is not JSON', { name: 'formatted_address', value: '{' }],
    ['an address that is a list', { name: 'formatted_address', value: '[]' }],
    ['an address that is null', { name: 'formatted_address', value: 'null' }],
    ['a text where a file belongs', { name: 'file4', value: 'passport.pdf' }],
    ['a file where a text belongs', { name: 'surname', value: SON.file6 }],
  ])('fromBodyParts refuses and names a part: %s', (_, part) => {
    expect(() => fromBodyParts('founder', [part])).toThrow(Refusal);
    expect(() => fromBodyParts('founder', [part])).toThrow(part.name);
  });

  it('fromBodyParts fills gaps in an address, an item or its files with empty values', () => {
    const values = fromBodyParts('founder', [
      { name: 'formatted_address', value: '{"region":"2"}' },
      { name: 'last_trips', value: '[{"trip_aim":"Work"}]' },
      { name: 'formatted_relatives', value: '[{"surname":"Ivanov"},{"surname":"Ivanova"}]' },
      { name: 'file6', value: SON.file6 as NewFile },
    ]);
    expect(values.formatted_address).toEqual({ region: '2', district: '', street: '', flat: '' });
    expect(values.last_trips).toEqual([{ trip_country: '', trip_aim: 'Work', date_from: '', date_to: '' }]);
    expect(values.formatted_relatives).toMatchObject([
      { surname: 'Ivanov', kinship: '', file6: SON.file6, marriage_or_birth_document_file: null },
      { surname: 'Ivanova', kinship: '', file6: null, marriage_or_birth_document_file: null },
    ]);
  });

  it('fromBodyParts returns at most one item more than allowed, so that the rules refuse the list', () => {
    const trips = Array(MAX_ITEMS * 2).fill(BERLIN);
    const { last_trips } = fromBodyParts('founder', [{ name: 'last_trips', value: JSON.stringify(trips) }]);
    expect(last_trips).toHaveLength(MAX_ITEMS + 1);
  });

  it("fromBodyParts refuses a text in place of a relative's file", () => {
    const parts = [
      { name: 'formatted_relatives', value: '[{"surname":"Ivanov"}]' },
      { name: 'file6', value: 'text' },
    ];
    expect(() => fromBodyParts('founder', parts)).toThrow('file6');
  });

  it('fromBodyParts drops unknown properties of an item', () => {
    const [trip] = fromBodyParts('founder', [
      { name: 'last_trips', value: JSON.stringify([{ ...BERLIN, status: 'approved' }]) },
    ]).last_trips;
    expect(trip).toEqual(BERLIN);
  });

  it('fromBodyParts returns any values of toBodyParts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...APPLICATION_TYPES).chain((type) => fc.tuple(fc.constant(type), anyValues(type))),
        ([type, values]) => {
          expect(fromBodyParts(type, toBodyParts(type, values))).toEqual(asSent(type, values));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a record of the host as values', () => {
  const recordOf = (type: ApplicationType): ApplicantRecord => {
    const hostRecord: Record<string, unknown> = { id: 7 };
    for (const { name, value } of toBodyParts(type, WITH_LISTS)) {
      if (typeof value !== 'string') hostRecord[name] = `/files/x/${name}.pdf`;
      else hostRecord[name] = /^[[{]/.test(value) ? JSON.parse(value) : value;
    }
    const record = readHostRecord(hostRecord);
    if (!record) throw new Error('not a record');
    return record;
  };

  it.each(APPLICATION_TYPES)('the record of a %s becomes values with the same parts, except stored files', (type) => {
    const again = toBodyParts(type, fromRecord(type, recordOf(type)));
    const texts = (parts: MultipartPart[]) => parts.filter(({ value }) => typeof value === 'string');
    expect(again).toEqual(texts(again));
    expect(named(again)).toEqual(named(texts(toBodyParts(type, WITH_LISTS))));
  });

  it.each(APPLICATION_TYPES)('the record of a %s becomes a form with the same parts', (type) => {
    const form = valuesToForm(type, fromRecord(type, recordOf(type)));
    const values = formToValues(type, form) as ApplicationValues;
    expect(toBodyParts(type, values)).toEqual(toBodyParts(type, fromRecord(type, recordOf(type))));
  });

  it('a record with missing fields becomes empty values', () => {
    const record = readHostRecord({ id: '1', surname: null, application_type: 'founder', last_trips: null });
    expect(record && fromRecord('founder', record)).toMatchObject({
      surname: '',
      file4: null,
      last_trips: [],
      read_check: 'no',
    });
  });

  it.each([
    ['/files/1/passport.pdf', { path: '/files/1/passport.pdf' }],
    ['', null],
    [7, null],
    [undefined, null],
  ])('fromRecord reads the file %j of a record as %j, in a relative too', (file, value) => {
    const record = readHostRecord({ id: '1', file4: null, file2: file, formatted_relatives: [{ file6: file }] });
    expect(record && fromRecord('founder', record)).toMatchObject({
      file2: value,
      formatted_relatives: [{ file6: value }],
    });
  });

  it('a record with invalid lists and addresses keeps their readable parts', () => {
    const odd = { id: '1', application_type: 'founder', last_trips: [null, BERLIN], formatted_address: { region: 2 } };
    const record = readHostRecord(odd);
    expect(record && fromRecord('founder', record)).toMatchObject({
      last_trips: [BERLIN],
      formatted_address: { region: '2', district: '', street: '', flat: '' },
    });
  });

  it.each([[[]], ['Tashkent'], [7], [null]])(
    'fromRecord reads the address %j of a record as an empty one',
    (formatted_address) => {
      const record = readHostRecord({ id: '1', formatted_address });
      expect(record && fromRecord('founder', record).formatted_address).toEqual(KINDS.address.empty());
    },
  );

  it('a record with an unreadable history has none', () => {
    expect(readHostRecord({ id: '1', application_status_history: 'x' })?.application_status_history).toBeUndefined();
    const entry = { status_type: 'accepted', created_at: '2026-11-21T00:00:00Z', note: null };
    expect(readHostRecord({ id: '1', application_status_history: [entry] })?.application_status_history).toEqual([
      { ...entry, note: '' },
    ]);
  });
});

/** Arbitrary values of a type, as far as a form and JSON allow; list items have their files, like checked ones. */
function anyValues(type: ApplicationType): fc.Arbitrary<ApplicationValues> {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.trim());
  const file = fc.record({ name: fc.string(), size: fc.nat(), type: fc.constant('application/pdf' as const) });
  const kept = fc.record({ path: fc.string({ minLength: 1 }) });
  const flag = fc.constantFrom('yes', 'no');
  const address = fc.record({ region: text, district: text, street: text, flat: text });
  const item = (list: ListName) =>
    fc.record(
      Object.fromEntries(
        Object.entries(LISTS[list].item).map(([name, { kind }]) => [
          name,
          kind === 'file' ? fc.oneof(file, kept) : kind === 'tick' ? flag : text,
        ]),
      ),
    );
  const arbitrary = (name: string, kind: string): fc.Arbitrary<unknown> => {
    if (name in LISTS) return fc.array(item(name as ListName), { maxLength: 4 });
    if (kind === 'address') return address;
    if (kind === 'tick') return flag;
    if (kind === 'flag' || kind === 'consent') return flag;
    if (kind === 'file' || kind === 'photo') return fc.option(file);
    return text;
  };
  const record = Object.fromEntries(fieldsOf(type).map(({ name, kind }) => [name, arbitrary(name, kind)]));
  // As forms and records become values: a hyphen ticks its box.
  return fc.record(record).map((values) => fillMissingAnswers(values) as unknown as ApplicationValues);
}

/** A hyphen as a name means a single name. */
const asOneName = (value: unknown) =>
  Array.isArray(value) ? value.map((item: object) => fillMissingAnswers(item)) : value;

/** The values that a body holds: lists behind a "no" are empty. */
function asSent(type: ApplicationType, values: ApplicationValues): Record<string, unknown> {
  return fillMissingAnswers(
    Object.fromEntries(
      fieldsOf(type).map(({ name, kind }) => {
        const flag = FLAG_OF[name];
        return [name, flag && values[flag] !== 'yes' ? KINDS[kind].empty() : asOneName(values[name])];
      }),
    ),
  );
}

describe('fromBodyParts of long texts', () => {
  it('fromBodyParts normalizes the CR LF line ends of a multipart body', () => {
    const parts = [{ name: 'activity', value: 'One\r\ntwo\rthree\nfour' }];
    expect(fromBodyParts('investor', parts).activity).toBe('One\ntwo\nthree\nfour');
  });
});

it('cleanValues removes hidden characters, and its result is valid as sent', () => {
  const [relative, ...others] = WITH_LISTS.formatted_relatives;
  if (!relative) throw new Error('no relative');
  const pasted = {
    ...WITH_LISTS,
    email: '\u202aanna@exam\u200bple.org\u202c',
    company_name: 'Example\tPark\u001b',
    previos_trips: 'one\n\ttwo\u2028three\u200b',
    formatted_address: { ...WITH_LISTS.formatted_address, street: 'Navoi\u00ad 1' },
    formatted_relatives: [{ ...relative, relativeInn: '12\u200b34' }, ...others],
  };
  const sent = cleanValues('specialist', pasted);
  expect(sent).toEqual({
    ...WITH_LISTS,
    email: 'anna@example.org',
    company_name: 'Example Park',
    previos_trips: 'one\n\ttwo three',
    formatted_address: { ...WITH_LISTS.formatted_address, street: 'Navoi 1' },
    formatted_relatives: [{ ...relative, relativeInn: '1234' }, ...others],
  });
  expect(sent.file4).toBe(pasted.file4);
  expect(sent.formatted_relatives[0]?.file6).toBe(relative.file6);
  expect(checkApplication('specialist', sent, { today: TODAY, asSent: true })).toEqual({});
});

it('cleanValues leaves values without hidden characters unchanged', () => {
  expect(cleanValues('specialist', WITH_LISTS)).toEqual(WITH_LISTS);
  const files = { ...WITH_LISTS, file4: { path: '/files/1/pass\u200bport.pdf' }, file5: null };
  expect(cleanValues('specialist', files)).toEqual(files);
});
