/** The body of an update: known and changed fields, and nothing that the host has not sent. */
import { describe, expect, it } from 'vitest';
import type { FieldName } from '../../../../src/domain/application/fields.ts';
import { toParts } from '../../../../src/domain/application/multipart.ts';
import { fromRecord, readRecord } from '../../../../src/domain/application/record.ts';
import type { ApplicationValues } from '../../../../src/domain/application/values.ts';

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

  it('an update never has a stored file', () => {
    expect(textsOf({ file4: '/storage/57/a.pdf', file5: '/storage/57/me.png' }).file4).toBeUndefined();
  });
});
