/** The body of an update: known and changed fields, and nothing that the host has not sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldName } from '../../../../src/domain/application/fields.ts';
import { toParts } from '../../../../src/domain/application/multipart.ts';
import { fromRecord, readRecord } from '../../../../src/domain/application/record.ts';
import { mergeRecord } from '../../../../src/domain/application/record-update.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';
import { readList } from '../../../../src/domain/input/host-values.ts';

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
  const record = readRecord({ ...PROFILE, ...received });
  if (!record) throw new Error('no record');
  const values = { ...fromRecord('founder', record), ...changes };
  const changed = new Set<FieldName>(Object.keys(changes) as FieldName[]);
  const parts = toParts('founder', values, { record, changed });
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
      sex: 'female',
      citizen: 'Польша',
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
    const record = readRecord({ ...PROFILE, ...lists });
    const [sam, eve] = record ? fromRecord('founder', record).formatted_relatives : [];
    expect(sam).toMatchObject({ kinship: 'son', name: 'Lee Sam', birth_of_date: '2015-01-02', citizenship: 'PL' });
    expect(eve).toMatchObject({ kinship: 'wife', citizenship: 'UZ', file6: { path: '/storage/eve.pdf' } });
    const again = readRecord(JSON.parse(JSON.stringify(record)));
    expect(again).toEqual(record);
    const sent = Object.entries(textsOf(lists)).filter(([name]) => /relati|reletion|file6/.test(name));
    for (const [name, text] of sent) expect(JSON.parse(text)).toEqual(readList(lists[name as keyof typeof lists]));
    expect(sent.map(([name]) => name)).not.toContain('formatted_relatives');
    // Lists that do not agree say nothing of positions.
    expect(readRecord({ ...PROFILE, ...lists, reletion_birth: ['2015-01-02'] })?.formatted_relatives).toBeUndefined();
  });

  it('an update has items and addresses as the host sent them, with their file references', () => {
    const file6 = 'https://host.example/storage/57/eve passport.pdf';
    const texts = textsOf({
      formatted_relatives: [{ name: 'Eve', file6, relativeInn: null }],
      formatted_address: { region: 14, street: 'Amir Temur 1' },
    });
    expect(JSON.parse(texts.formatted_relatives ?? '')).toEqual([{ name: 'Eve', file6 }]);
    expect(JSON.parse(texts.formatted_address ?? '')).toEqual({ region: '14', street: 'Amir Temur 1' });
    expect(Object.keys(texts).filter((name) => /^reletion|^adress/.test(name))).toEqual([]);
  });

  it('an update keeps an unchanged item beside a changed one', () => {
    const received = { formatted_relatives: [{ name: 'Eve', file6: '/storage/eve.pdf' }, { name: 'Sam' }] };
    const record = readRecord({ ...PROFILE, ...received });
    const [eve, sam] = record ? fromRecord('founder', record).formatted_relatives : [];
    if (!eve || !sam) throw new Error('no relatives');
    const texts = textsOf(received, { formatted_relatives: [eve, { ...sam, surname: 'Lee' }] });
    const [kept, changed] = JSON.parse(texts.formatted_relatives ?? '');
    expect(kept).toEqual({ name: 'Eve', file6: '/storage/eve.pdf' });
    expect(changed).toMatchObject({ name: 'Sam', surname: 'Lee' });
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
  const line = fc.oneof(words, fc.integer({ min: 0, max: 99 }).map(String));
  const address = fc.record({ region: fc.constant('14'), street: line, flat: line });
  const relative = fc.record({ kinship: fc.constant('son'), name: words, surname: words, relativeInn: words });
  const received = fc.record(
    {
      ...{ name: words, surname: words, middlename: words, phone: words, passport_number: words, citizenship: words },
      date_birth: fc.oneof(words, fc.constantFrom('1990-02-28', '28.02.1990', '1990-02-28 00:00:00')),
      ...{ petitioner_name: words, previos_trips_check: fc.constantFrom('yes', 'да'), previos_trips: words },
      formatted_address: fc.oneof(
        address,
        address.map((one) => JSON.stringify(one)),
      ),
      formatted_relatives: fc.array(relative, { maxLength: 2 }),
      ...{ fio: words, adress: words, citizen: words },
    },
    { requiredKeys: ['petitioner_name'] },
  );
  /** What a host has afterwards that stores parts as they are. */
  const storedBy = (parts: Record<string, string>, before: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(before).map(([name, value]) => {
        const part = parts[name];
        if (part === undefined) return [name, value];
        return [name, typeof value === 'string' ? part : JSON.parse(part)];
      }),
    );

  it('an update of one field changes that field alone', () => {
    fc.assert(
      fc.property(received, (record) => {
        const after = storedBy(textsOf(record, { additional_phone: '+998 90 123 45 67' }), record);
        // Dates and yes/no answers in a host's own form are sent in the wire's.
        const { date_birth: _, previos_trips_check: __, ...unchanged } = record;
        expect(after).toMatchObject(unchanged);
      }),
    );
  });

  it('line ends do not grow with each update', () => {
    const given = 'One\r\nTwo \r\nThree';
    const record = readRecord({ ...PROFILE, previos_trips: given });
    expect(record?.previos_trips).toBe('One\nTwo \nThree');
    expect(textsOf({ previos_trips: given }).previos_trips).toBe(given);
    expect(textsOf({ previos_trips: given }, { previos_trips: 'One\nFour' }).previos_trips).toBe('One\nFour');
  });

  it('a record stored in the tab, or merged with a short response, keeps what the host gave', () => {
    const record = readRecord({ ...PROFILE, surname: 'Lee ', fio: 'Lee, Ann' });
    const again = readRecord(JSON.parse(JSON.stringify(record)));
    expect(again?.given_answers).toEqual({ surname: 'Lee ', fio: 'Lee, Ann', id: undefined });
    const merged = again && mergeRecord(again, { name: 'Anna' }, { id: '57', fio: 'Lee Anna' } as never);
    expect(merged?.given_answers).toMatchObject({ surname: 'Lee ' });
  });

  it('a host that takes changed fields gets these and what repeats them', () => {
    const record = readRecord(PROFILE);
    if (!record) throw new Error('no record');
    const values = { ...fromRecord('founder', record), name: 'Anna' };
    const parts = toParts('founder', values, { record, changed: new Set(['name']), update: 'changed' });
    expect(parts).toEqual([
      { name: 'name', value: 'Anna' },
      { name: 'fio', value: 'Lee Anna' },
    ]);
  });
});
