/** The body of an update: known and changed fields, and nothing that the host has not sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOST_PROFILE } from '../../../../functions/gateway/host/profile.ts';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import { readList } from '../../../../functions/gateway/host/values.ts';
import type { FieldName } from '../../../../src/domain/application/fields.ts';
import { fieldsOf } from '../../../../src/domain/application/fields.ts';
import { toBodyParts } from '../../../../src/domain/application/multipart.ts';
import { fromRecord, readRecord } from '../../../../src/domain/application/record.ts';
import { mergeRecord } from '../../../../src/domain/application/record-update.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { KINDS } from '../../../../src/domain/kinds/index.ts';
import type { SingleKind } from '../../../../src/domain/kinds/single.ts';
import { applicationBody } from '../../../../src/stores/application/body.ts';

const PROFILE = {
  id: 57,
  name: 'Ann',
  surname: 'Lee',
  middlename: '',
  email: 'ann@example.org',
  date_birth: '1990-02-28',
  gender: 'female',
  citizenship: 'PL',
  application_type: 'founder',
};

/** Returns the parts of an update of the record. @param changes the changed values */
function textsOf(received: object, changes: Partial<ApplicationValues> = { name: 'Anna' }): Record<string, string> {
  const record = readHostRecord({ ...PROFILE, ...received });
  if (!record) throw new Error('no record');
  const values = { ...fromRecord('founder', record), ...changes };
  const changed = new Set<FieldName>(Object.keys(changes) as FieldName[]);
  const parts = toBodyParts('founder', values, { record, changed, sendsGiven: true });
  return Object.fromEntries(parts.map(({ name, value }) => [name, typeof value === 'string' ? value : 'a file']));
}

describe('the body of an update', () => {
  it('an update has the fields that the host sent, and the changes', () => {
    expect(textsOf({})).toEqual({
      surname: 'Lee',
      name: 'Anna',
      middlename: '',
      email: 'ann@example.org',
      date_birth: '1990-02-28',
      gender: 'female',
      citizenship: 'PL',
      fio: 'Lee Anna',
      application_type: 'founder',
    });
  });

  it.each([
    ['formatted_relatives', 'relatives_check'],
    ['formatted_previos_trips', 'previos_trips_check'],
    ['last_trips', 'last_trips_check'],
  ])('an update never has a "no" beside a list: %s', (list, flag) => {
    const items = [{ name: 'Eve', trip_aim: 'work', previos_trip_aim: 'work' }];
    expect(textsOf({ [list]: items })[flag]).toBe('yes');
    expect(textsOf({ [list]: items, [flag]: 'no' })[flag]).toBe('yes');
    for (const unknown of [{}, { [list]: null }, { [list]: null, [flag]: 'yes' }, { [list]: ['odd'] }]) {
      const texts = textsOf(unknown);
      expect([texts[flag], texts[list]]).toEqual([undefined, undefined]);
    }
    expect(textsOf({ [list]: [] })[flag]).toBe('no');
  });

  it('relatives known from the lists beside them are read by position, and an update leaves them', () => {
    const lists = {
      reletion_level: ['son', 'wife'],
      reletion_fio: '["Lee Sam","Lee Eve"]',
      reletion_birth: ['2015-01-02', '1991-03-04'],
      reletion_citizen: ['Польша', 'Узбекистан'],
      file6: ['/storage/sam.pdf', '/storage/eve.pdf'],
    };
    const record = readHostRecord({ ...PROFILE, ...lists });
    const [sam, eve] = record ? fromRecord('founder', record).formatted_relatives : [];
    expect(sam).toMatchObject({ kinship: 'son', name: 'Lee Sam', birth_of_date: '2015-01-02', citizenship: 'PL' });
    expect(eve).toMatchObject({ kinship: 'wife', citizenship: 'UZ', file6: { path: '/storage/eve.pdf' } });
    const again = readRecord(JSON.parse(JSON.stringify(record)));
    expect(again).toEqual(record);
    const sent = Object.entries(textsOf(lists)).filter(([name]) => /relati|reletion|file6/.test(name));
    for (const [name, text] of sent) expect(JSON.parse(text)).toEqual(readList(lists[name as keyof typeof lists]));
    expect(sent.map(([name]) => name)).not.toContain('formatted_relatives');
    // Lists that do not agree say nothing of positions.
    expect(
      readHostRecord({ ...PROFILE, ...lists, reletion_birth: ['2015-01-02'] })?.formatted_relatives,
    ).toBeUndefined();
  });

  it('an update has items and addresses as the host sent them, with their file references', () => {
    const file6 = 'https://host.example/storage/57/eve passport.pdf';
    const texts = textsOf({
      formatted_relatives: [{ name: 'Eve', file6, relativeInn: null }],
      formatted_address: { region: 14, street: 'Amir Temur 1' },
    });
    expect(JSON.parse(texts.formatted_relatives ?? '')).toEqual([{ name: 'Eve', file6, relativeInn: null }]);
    expect(JSON.parse(texts.formatted_address ?? '')).toEqual({ region: 14, street: 'Amir Temur 1' });
    expect(Object.keys(texts).filter((name) => /^reletion|^adress/.test(name))).toEqual([]);
  });

  it('an update keeps an unchanged item beside a changed one', () => {
    const received = { formatted_relatives: [{ name: 'Eve', file6: '/storage/eve.pdf' }, { name: 'Sam' }] };
    const record = readHostRecord({ ...PROFILE, ...received });
    const [eve, sam] = record ? fromRecord('founder', record).formatted_relatives : [];
    if (!eve || !sam) throw new Error('no relatives');
    const texts = textsOf(received, { formatted_relatives: [eve, { ...sam, surname: 'Lee' }] });
    const [kept, changed] = JSON.parse(texts.formatted_relatives ?? '');
    expect(kept).toEqual({ name: 'Eve', file6: '/storage/eve.pdf' });
    expect(changed).toMatchObject({ name: 'Sam', surname: 'Lee' });
  });

  it('an unchanged item names its file that the host keeps beside the list', () => {
    const received = {
      formatted_relatives: [{ name: 'Eve', row_id: 3 }, { name: 'Sam' }],
      file6: ['/storage/eve.pdf', '/storage/sam.pdf'],
    };
    const record = readHostRecord({ ...PROFILE, ...received });
    const [eve, sam] = record ? fromRecord('founder', record).formatted_relatives : [];
    const texts = textsOf(received, { formatted_relatives: [eve, { ...sam, surname: 'Lee' }] as never });
    expect(JSON.parse(textsOf(received).formatted_relatives ?? '')).toEqual([
      { name: 'Eve', row_id: 3, file6: '/storage/eve.pdf' },
      { name: 'Sam', file6: '/storage/sam.pdf' },
    ]);
    expect(JSON.parse(texts.formatted_relatives ?? '')).toMatchObject([
      { name: 'Eve', row_id: 3, file6: '/storage/eve.pdf' },
      { surname: 'Lee', file6: '/storage/sam.pdf' },
    ]);
  });

  it('an update clears fields that the applicant cleared', () => {
    expect(textsOf({ middlename: 'Marie' }, { middlename: '' })).toMatchObject({ middlename: '', fio: 'Lee Ann' });
    expect(textsOf({ formatted_relatives: [{ name: 'Eve' }] }, { relatives_check: 'no' }).relatives_check).toBe('no');
  });

  it('an update has unknown choices unchanged, and nothing derived from them', () => {
    const texts = textsOf({ gender: 'other', citizenship: 'Ruritania', phone: '998901234567' });
    expect(texts).toMatchObject({ gender: 'other', citizenship: 'Ruritania', phone: '998901234567' });
    expect([texts.sex, texts.citizen]).toEqual([undefined, undefined]);
  });

  it('an update has no part for a derived text that the host gave as null', () => {
    const names = [
      ...['fio', 'sex', 'citizen', 'adress', 'adress_specialist', 'visa_date', 'company_name', 'applicant_fio'],
      ...['reletion_level', 'reletion_fio', 'reletion_birth', 'reletion_citizen'],
    ];
    const known = {
      validity_time: '12',
      petitioner_name: 'Aziz',
      formatted_address: { region: '14', district: '200', street: 'Amir Temur 1', flat: '' },
      formatted_relatives: [{ kinship: 'son', name: 'Sam', surname: 'Lee', birth_of_date: '2015-01-02' }],
    };
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const texts = textsOf({ ...known, ...nulls }, { phone: '+998 90 123 45 67' });
    expect(Object.keys(texts).filter((name) => names.includes(name))).toEqual([]);
    expect(Object.values(texts)).not.toContain('null');
    // A derived text follows the answer that it repeats.
    expect(textsOf({ ...known, ...nulls }, { gender: 'male' })).toMatchObject({ sex: 'man' });
  });

  it('an update never has a stored file', () => {
    expect(textsOf({ file4: '/storage/57/a.pdf', file5: '/storage/57/me.png' }).file4).toBeUndefined();
  });
});

describe('an unchanged answer', () => {
  /** Letters, spaces of several kinds, line ends, and variants that a form would normalize. */
  const words = fc.string({
    unit: fc.constantFrom('A', 'ж', '1', ' ', '\u00a0', '\r\n', '\n', '\r', '\t', '’', '`', '—', '+'),
    maxLength: 12,
  });
  const either = (...texts: string[]) => fc.oneof(words, fc.constantFrom(...texts));
  const nested = <Value>(value: fc.Arbitrary<Value>) =>
    fc.oneof(
      value,
      value.map((one) => JSON.stringify(one)),
    );
  const place = fc.constantFrom('14', 14, 'Tashkent City', { id: 14, name_ru: 'Ташкент' });
  const dates = either('2020-01-15 00:00:00', '15.01.2020', '2020-01-15T00:00:00.000000Z', '1960-00-00');
  const flags = fc.constantFrom('yes', 'да', 'TRUE', '1');
  const file = fc.constantFrom('/storage/a.pdf', 'storage/a b.pdf', 'https://host.example/a.pdf?x=1');
  /** How hosts spell an answer of each kind. */
  const SPELLINGS: Record<SingleKind, fc.Arbitrary<unknown>> = {
    ...{ name: either('van der Berg', 'o`Neil', 'IVANOVA '), nameWithInitials: either('van der Berg A.', 'a. Lee') },
    ...{ text: words, longtext: words, photoMarks: words, email: either('Ann@Example.ORG', ' ann@example.org') },
    ...{ phone: either('+998 (90) 123-45-67', '998901234567'), passport: either('aa 1234567', 'AA1234567 ') },
    ...{ date: dates, tripDate: dates, birthDate: dates, gender: either('Female', 'Мужской', 'F.') },
    ...{
      kinship: either('Son', 'WIFE'),
      country: either('United Kingdom', 'польша', 'gb'),
      months: either('12 months'),
    },
    ...{ flag: flags, consent: flags, tick: flags, file, photo: file },
    address: nested(
      fc.record({ region: place, district: either('200', 'Мирабадский район'), street: words, flat: words }),
    ),
  };
  const listOf = (fields: Record<string, { kind: SingleKind }>) => {
    const item = Object.entries(fields).map(([name, { kind }]) => [name, SPELLINGS[kind]]);
    return nested(
      fc.array(fc.record({ ...Object.fromEntries(item), row_id: fc.nat() }), { minLength: 1, maxLength: 3 }),
    );
  };
  const recordOf = (type: ApplicationType) => {
    const answers = fieldsOf(type).map(({ name, kind }) => {
      const shape = KINDS[kind];
      return [name, 'fields' in shape ? listOf(shape.fields) : SPELLINGS[kind as SingleKind]];
    });
    const derived = { fio: words, adress: words, citizen: words };
    const all = { ...Object.fromEntries(answers), ...derived } as Record<string, fc.Arbitrary<unknown>>;
    return fc.record(all, {
      // Without them a yes/no answer follows from its list.
      requiredKeys: ['formatted_relatives', 'relatives_check', 'previos_trips_check', 'last_trips_check'],
    });
  };
  /** Sends a change of a record to its host. @returns the texts of the body */
  const changeOf = (type: ApplicationType, given: object, changes: (values: ApplicationValues) => object) => {
    const record = readHostRecord({ id: 57, application_type: type, ...given });
    if (!record) throw new Error('no record');
    const values = fromRecord(type, record);
    const changed = changes(values);
    const stored = { record, changed: new Set(Object.keys(changed)) };
    return applicationBody.of(type, { ...values, ...changed }, DEFAULT_HOST_PROFILE, stored).texts;
  };
  const bytesOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

  it.each(APPLICATION_TYPES)("an update of one answer of a %s sends all others with the host's bytes", (type) => {
    fc.assert(
      fc.property(recordOf(type), (given: Record<string, unknown>) => {
        const { application_type, ...texts } = changeOf(type, given, () => ({ phone: '+998 90 123 45 67' }));
        const sent = Object.entries(texts).filter(([name]) => name !== 'phone');
        for (const [name, text] of sent) expect([name, text]).toEqual([name, bytesOf(given[name])]);
        // A file is not sent again, and what cannot be read is left alone.
        const names = sent.map(([name]) => name);
        const readable = ['name', 'gender', 'citizenship', 'passport_number', 'formatted_relatives', 'fio'];
        expect(readable.filter((name) => name in given && !names.includes(name))).toEqual([]);
      }),
    );
  });

  it("an item that is not changed goes back with the host's bytes beside a changed one", () => {
    fc.assert(
      fc.property(recordOf('founder'), (given: Record<string, unknown>) => {
        const { formatted_relatives = '' } = changeOf(
          'founder',
          given,
          ({ formatted_relatives: [first, ...others] }) => ({
            formatted_relatives: [...others, { ...first, surname: 'Changed' }],
          }),
        );
        const [, ...others] = readList(given.formatted_relatives) ?? [];
        expect(JSON.parse(formatted_relatives).slice(0, -1)).toEqual(others);
        expect(JSON.parse(formatted_relatives).at(-1)).toMatchObject({ surname: 'Changed' });
      }),
    );
  });

  it('line ends do not grow with each update', () => {
    const given = 'One\r\nTwo \r\nThree';
    const record = readHostRecord({ ...PROFILE, previos_trips: given });
    expect(record?.previos_trips).toBe('One\nTwo \nThree');
    expect(textsOf({ previos_trips: given }).previos_trips).toBe(given);
    expect(textsOf({ previos_trips: given }, { previos_trips: 'One\nFour' }).previos_trips).toBe('One\nFour');
  });

  it('a record stored in the tab, or merged with a short response, keeps what the host gave', () => {
    const record = readHostRecord({ ...PROFILE, surname: 'Lee ', fio: 'Lee, Ann' });
    const again = readRecord(JSON.parse(JSON.stringify(record)));
    expect(again?.given).toMatchObject({ surname: 'Lee ', fio: 'Lee, Ann' });
    const texts = { name: 'Anna', fio: 'Lee Anna' };
    const merged = again && mergeRecord(again, { sent: { name: 'Anna' }, texts, returned: { id: '57' } });
    expect(merged?.given).toMatchObject({ ...texts, surname: 'Lee ' });
  });

  it('a host that takes changed fields gets these and what repeats them', () => {
    const record = readHostRecord(PROFILE);
    if (!record) throw new Error('no record');
    const values = { ...fromRecord('founder', record), name: 'Anna' };
    const parts = toBodyParts('founder', values, { record, changed: new Set(['name']) });
    expect(parts).toEqual([
      { name: 'name', value: 'Anna' },
      { name: 'fio', value: 'Lee Anna' },
      { name: 'application_type', value: 'founder' },
    ]);
  });
});
