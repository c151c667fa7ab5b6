/** Records of any host: each field is read separately, and an unreadable one is unknown. */
import { describe, expect, it } from 'vitest';
import { readCreatedId, recordIn } from '../../../../functions/gateway/host/adapter.ts';
import { readHostRecord } from '../../../../functions/gateway/host/record.ts';
import { fromRecord } from '../../../../src/domain/application/record.ts';
import { recordFilesOf } from '../../../../src/domain/application/record-files.ts';
import { mergeRecord } from '../../../../src/domain/application/record-update.ts';

const PLAIN = { id: 57, name: 'Ann', surname: 'Lee', email: 'ann@example.org', application_type: 'founder' };
const readWriteResponse = (body: unknown) => recordIn('updateFounder', body);
const read = (fields: object) => readHostRecord({ ...PLAIN, ...fields });
const answerIn = (name: string, value: unknown) => Reflect.get(read({ [name]: value }) ?? {}, name);

describe('a field of a record', () => {
  it.each([
    ['name', 42, '42'],
    ['name', ' Ann\u0000\u200e ', 'Ann'],
    ['name', '', ''],
    ['name', null, undefined],
    ['name', true, undefined],
    ['name', { first: 'Ann' }, undefined],
    ['name', ['Ann'], undefined],
    ['name', 'x'.repeat(5000), undefined],
    ['phone', '998901234567', '998901234567'],
    ['phone', 998901234567, '998901234567'],
    ['validity_time', 12, '12'],
    ['validity_time', '12 months', '12'],
    ['validity_time', 'a year', 'a year'],
    ['gender', 'male', 'male'],
    ['gender', 'Man', 'male'],
    ['gender', 'Мужской', 'male'],
    ['gender', 'WOMAN', 'female'],
    ['gender', 'f', 'female'],
    ['gender', 'other', 'other'],
    ['citizenship', 'pl', 'PL'],
    ['citizenship', 'Poland', 'PL'],
    ['citizenship', 'польша', 'PL'],
    ['citizenship', 'Ruritania', 'Ruritania'],
    ['date_birth', '1990-02-28', '1990-02-28'],
    ['date_birth', '1990-02-28 00:00:00', '1990-02-28'],
    ['date_birth', '1990-02-28T00:00:00.000000Z', '1990-02-28'],
    ['date_birth', '1990-02-27T19:00:00.000000Z', '1990-02-28'],
    ['date_birth', '1990-02-27T15:30:00Z', undefined],
    ['date_birth', '28.02.1990', '1990-02-28'],
    ['date_birth', '28/02/1990', '1990-02-28'],
    ['date_birth', '02/03/1990', undefined],
    ['date_birth', '0000-00-00', undefined],
    ['date_birth', '1990-02-31', undefined],
    ['date_birth', '', ''],
    ['relatives_check', 'yes', 'yes'],
    ['relatives_check', true, 'yes'],
    ['relatives_check', '1', 'yes'],
    ['relatives_check', 0, 'no'],
    ['relatives_check', 'нет', 'no'],
    ['relatives_check', 2, undefined],
    ['relatives_check', '', undefined],
    ['file4', '/storage/applications/57/passport.pdf', '/storage/applications/57/passport.pdf'],
    ['file4', 'https://host.example/a b.pdf', 'https://host.example/a b.pdf'],
    ['file4', { url: '/storage/a.pdf', name: 'a.pdf' }, '/storage/a.pdf'],
    ['file4', '', undefined],
    ['file4', null, undefined],
    ['file4', 7, undefined],
    [
      'formatted_address',
      { region: 14, district: 200, street: 'Amir Temur 1' },
      { region: '14', district: '200', street: 'Amir Temur 1' },
    ],
    ['formatted_address', '{"region":"14","flat":5}', { region: '14', flat: '5' }],
    [
      'formatted_address',
      { region: 'Tashkent City', district: 'Мирабадский район' },
      { region: '14', district: '200' },
    ],
    ['formatted_address', { region: { id: 14, name_ru: 'Ташкент' } }, { region: '14' }],
    ['formatted_address', 'Tashkent, Amir Temur 1', undefined],
    ['formatted_address', [], undefined],
    ['formatted_address', {}, undefined],
    ['formatted_relatives', null, undefined],
    ['formatted_relatives', 'none', undefined],
    ['formatted_relatives', [], []],
    ['formatted_relatives', '[]', []],
    ['formatted_relatives', '[{"kinship":"Wife","name":"Eve","relativeInn":null}]', [{ kinship: 'wife', name: 'Eve' }]],
    ['formatted_relatives', { 0: { name: 'Eve' }, 3: { name: 'Sam' } }, [{ name: 'Eve' }, { name: 'Sam' }]],
    [
      'last_trips',
      [{ trip_country: 'Poland', trim_date: { date_from: '2020-01-02', date_to: '03.02.2020' } }],
      [{ trip_country: 'PL', date_from: '2020-01-02', date_to: '2020-02-03' }],
    ],
  ])('readHostRecord reads %s sent as %j as %j', (name, received, expected) => {
    expect(answerIn(name, received)).toEqual(expected);
  });

  it.each([null, 5, 'x', [], {}, { a: { b: [] } }])('an invalid field (%j) does not discard the others', (odd) => {
    const names = ['middlename', 'gender', 'date_birth', 'formatted_address', 'last_trips', 'file4', 'visa', 'version'];
    const received = read(
      Object.fromEntries([...names, 'application_status_history', 'file_links'].map((name) => [name, odd])),
    );
    expect(received).toMatchObject({ id: '57', name: 'Ann', surname: 'Lee', application_type: 'founder' });
  });

  it('readHostRecord reads gender from sex where gender is missing', () => {
    expect(read({ sex: 'man' })?.gender).toBe('male');
    expect(read({ sex: 'man', gender: 'female' })?.gender).toBe('female');
  });
});

describe('readHostRecord', () => {
  it.each([
    [57, '57'],
    ['57', '57'],
    ['A-17', 'A-17'],
    [null, ''],
    [undefined, ''],
    [{}, ''],
  ])('readHostRecord reads the id %j as "%s"', (id, expected) => {
    expect(read({ id })?.id).toBe(expected);
  });

  it.each([
    ['founder', 'founder'],
    ['Founders', 'founder'],
    ['specialist_visa', 'specialist'],
    ['specialists-visa', 'specialist'],
    ['diplomat', 'diplomat'],
    [null, undefined],
    ['', undefined],
  ])('readHostRecord reads the type %j as %j', (received, type) => {
    expect(read({ application_type: received })?.application_type).toBe(type);
  });

  it('readHostRecord reads fields from a nested user', () => {
    const record = readHostRecord({
      id: 9,
      email: '',
      application_type: 'investor',
      user: { ...PLAIN, phone: '+998 90' },
    });
    expect(record).toMatchObject({ ...PLAIN, id: '9', application_type: 'investor', phone: '+998 90' });
  });

  it.each(['data', 'attributes', 'user'])(
    'readHostRecord reads fields from a nested %s after its own fields',
    (name) => {
      const record = readHostRecord({ id: 9, email: '', phone: null, [name]: { ...PLAIN, phone: '+998 90' } });
      expect(record).toMatchObject({ ...PLAIN, id: '9', phone: '+998 90' });
      expect(readWriteResponse({ data: { [name]: PLAIN } })).toMatchObject({ ...PLAIN, id: '57' });
    },
  );

  it('readHostRecord reads lists from a nested "data"', () => {
    const received = read({
      application_status_history: { data: [{ status_type: 'new' }, { status: 'in_process' }] },
      last_trips: { data: [{ trip_country: 'PL' }] },
      formatted_relatives: { data: [] },
    });
    expect(received?.application_status_history?.map(({ status_type }) => status_type)).toEqual(['new', 'in_process']);
    expect(received).toMatchObject({
      last_trips: [{ trip_country: 'PL' }],
      last_trips_check: 'yes',
      relatives_check: 'no',
    });
  });

  it('readHostRecord returns null without a known field', () => {
    for (const odd of [null, undefined, 'text', 5, [], {}, { message: 'ok' }]) expect(readHostRecord(odd)).toBeNull();
    expect(recordIn('login', { token: 't', object: {} })).toBeNull();
    expect(readWriteResponse({ data: null })).toBeNull();
  });

  it.each([
    [{ id: 57 }, '57'],
    [{ data: { id: 'A-17' }, id: 3 }, 'A-17'],
    [{ data: { id: null }, id: '8' }, '8'],
    [{ id: -1 }, null],
    [{ id: '<b>' }, null],
    ['57', null],
    [null, null],
  ])('readCreatedId reads the number of %j as %j', (body, id) => {
    expect(readCreatedId(body)).toBe(id);
  });
});

describe('the status history of a record', () => {
  const historyOf = (history: unknown) => read({ application_status_history: history })?.application_status_history;
  const entry = { status_type: 'new', created_at: '', note: '' };

  it.each([
    [{ id: 1, status_type: 'new' }, entry],
    [{ status_type: 'new', note: null, version: null, created_at: null }, entry],
    [
      { status_type: 'new', note: 5 },
      { ...entry, note: '5' },
    ],
    [{ status_type: 'new', note: { ru: 'x' } }, entry],
    ['new', entry],
    [{ status_type: 7 }, { ...entry, status_type: '7' }],
    [{ status_type: null }, { ...entry, status_type: '' }],
    [{ status_type: { id: 4, name: 'new' } }, entry],
    [{ status_type: [] }, { ...entry, status_type: '' }],
    [{ status_type: ' <b>new</b>\n\u202etxt ' }, { ...entry, status_type: '<b>new</b> txt' }],
    [null, { ...entry, status_type: '' }],
    [{ created_at: '2026-11-20' }, { ...entry, status_type: '', created_at: '2026-11-20' }],
  ])('readHostRecord reads the history entry %j as %j, beside others', (odd, expected) => {
    const sure = { status_type: 'accepted', created_at: '2026-11-01T09:00:00.000Z', note: 'n' };
    expect(historyOf([sure, odd])).toEqual([sure, expected]);
  });

  it.each([
    ['2026-11-20 10:00:00', '2026-11-20T10:00:00'],
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00'],
    ['2026-11-20 10:00', '2026-11-20T10:00:00'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00.000000Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20 10:00:00 UTC', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00+05:00', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20 10:00:00+05', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20T10:00:00+0500', '2026-11-20T05:00:00.000Z'],
    ['20.11.2026', '2026-11-20'],
    ['20.11.2026 10:00', '2026-11-20T10:00:00'],
    ['20.11.2026, 10:00', '2026-11-20T10:00:00'],
    [1795168800, '2026-11-20T10:00:00.000Z'],
    ['1795168800', '2026-11-20T10:00:00.000Z'],
    [1795168800000, '2026-11-20T10:00:00.000Z'],
    [{ date: '2026-11-20 10:00:00.000000', timezone_type: 3, timezone: 'UTC' }, '2026-11-20T10:00:00.000Z'],
    [{ date: '2026-11-20 10:00:00.000000', timezone: 'Asia/Tashkent' }, '2026-11-20T10:00:00'],
    ['05/06/2026', ''],
    ['2026-13-01', ''],
    ['2026-11-20 25:00:00', ''],
    ['0000-00-00 00:00:00', ''],
    ['yesterday', ''],
    [5, ''],
    [true, ''],
    [[], ''],
  ])('readHostRecord reads the time %j of a history entry as "%s"', (received, expected) => {
    expect(historyOf([{ status_type: 'new', created_at: received }])).toEqual([{ ...entry, created_at: expected }]);
  });

  it('readHostRecord reads a history from JSON text and from an object', () => {
    expect(historyOf('[{"status_type":"new"}]')).toEqual([entry]);
    expect(historyOf({ 1: { status_type: 'new' } })).toEqual([entry]);
    expect(historyOf([])).toEqual([]);
    for (const none of [null, undefined, 'x', 5, {}]) expect(historyOf(none)).toBeUndefined();
  });

  it('readHostRecord limits lengths of a history', () => {
    const [long] = historyOf([{ status_type: 's'.repeat(100_000), note: 'n'.repeat(100_000) }]) ?? [];
    expect(long?.status_type).toMatch(/^s{199}…$/);
    expect(long?.note).toMatch(/^n{2999}…$/);
    const many = Array.from({ length: 5000 }, (_, index) => ({ status_type: `${index}` }));
    expect(historyOf(many)?.at(-1)?.status_type).toBe('4999');
    expect(historyOf(many)).toHaveLength(200);
  });
});

describe('yes/no questions of a record', () => {
  const EVE = [{ name: 'Eve' }];
  it.each([
    [{ formatted_relatives: EVE }, 'yes'],
    [{ formatted_relatives: EVE, relatives_check: 'no' }, 'yes'],
    [{ formatted_relatives: EVE, relatives_check: null }, 'yes'],
    [{ formatted_relatives: JSON.stringify(EVE) }, 'yes'],
    [{ formatted_relatives: [] }, 'no'],
    [{ formatted_relatives: [], relatives_check: 'yes' }, 'yes'],
    [{ formatted_relatives: null }, undefined],
    [{ formatted_relatives: null, relatives_check: 'no' }, 'no'],
    [{}, undefined],
  ])('readHostRecord derives a yes/no answer from its list: %j is %j', (fields, flag) => {
    expect(read(fields)?.relatives_check).toBe(flag);
  });

  it('readHostRecord derives the answer about earlier trips from list or summary', () => {
    expect(read({ previos_trips: 'Twice' })?.previos_trips_check).toBe('yes');
    expect(read({ previos_trips: 'none', previos_trips_check: 'no' })?.previos_trips_check).toBe('no');
    expect(
      read({ formatted_previos_trips: [{ previos_trip_aim: 'work' }], previos_trips: '' })?.previos_trips_check,
    ).toBe('yes');
  });

  it('an unknown yes/no answer is empty in a form', () => {
    const record = read({});
    expect(record && fromRecord('founder', record).relatives_check).toBe('');
  });
});

describe('what a host gave', () => {
  const given = (fields: object) => Object.keys(read(fields)?.given ?? {});

  it('has the fields that the host sent, empty texts included', () => {
    expect(given({ middlename: '', phone: null, gender: {} })).toEqual(['surname', 'name', 'middlename', 'email']);
  });

  it('has a yes/no question with its list, and no partly read list', () => {
    const list = [{ name: 'Eve' }];
    expect(given({ formatted_relatives: list }).slice(3)).toEqual(['relatives_check', 'formatted_relatives']);
    expect(given({ relatives_check: 'yes' }).slice(3)).toEqual([]);
    expect(given({ relatives_check: 'no' }).slice(3)).toEqual(['relatives_check']);
    expect(given({ formatted_relatives: [...list, 'odd'] }).slice(3)).toEqual([]);
  });

  it('has nothing of a record whose type no call names', () => {
    expect(given({ application_type: 'diplomat' })).toEqual([]);
  });
});

describe('mergeRecord', () => {
  it('mergeRecord forgets what was known of the files of changed fields', () => {
    const facts = { size: 1, sha256: 'a'.repeat(64) };
    const known = {
      id: '1',
      lost_files: [
        { paths: ['file4'], count: 1 },
        { paths: ['file5'], count: 1 },
      ],
      file_facts: { 'formatted_relatives.0.file6': facts, resume_file: facts },
    };
    const file4 = { name: 'passport.pdf', size: 2, type: 'application/pdf' as const };
    const sent = { file4, formatted_relatives: [] };
    expect(mergeRecord(known, { sent, texts: {}, returned: { id: '1' } })).toMatchObject({
      lost_files: [{ paths: ['file5'], count: 1 }],
      file_facts: { resume_file: facts },
    });
  });

  const record = readHostRecord({
    ...PLAIN,
    phone: '+48 512 345 678',
    file4: '/storage/57/a.pdf',
    file5: '/storage/57/me.png',
    formatted_relatives: [{ name: 'Eve', file6: '/storage/57/eve.pdf' }],
    application_status_history: [{ status_type: 'new' }],
  });
  if (!record) throw new Error('no record');

  it('mergeRecord replaces known and sent fields by those of a response', () => {
    const received = readWriteResponse({
      data: {
        id: 57,
        name: 'Anna',
        surname: 'Lee',
        email: 'ann@example.org',
        file5: '/storage/57/new.png',
        application_type: 'founder',
      },
    });
    const sent = { name: 'Anna', phone: '+48 600 000 000' };
    expect(mergeRecord(record, { sent, texts: sent, returned: received })).toEqual({
      ...record,
      name: 'Anna',
      phone: '+48 600 000 000',
      file5: '/storage/57/new.png',
      given: { ...record.given, ...sent },
    });
  });

  it('mergeRecord keeps known and sent fields for a response without a record', () => {
    expect(mergeRecord(record, { sent: { name: 'Anna' }, texts: { name: 'Anna' }, returned: null })).toEqual({
      ...record,
      name: 'Anna',
      given: { ...record.given, name: 'Anna' },
    });
  });

  it('mergeRecord stores a new file by its name', () => {
    const file = { name: 'my passport.pdf', size: 5, type: null };
    expect(mergeRecord(record, { sent: { file4: file }, texts: {}, returned: null }).file4).toBe('my%20passport.pdf');
  });

  it('mergeRecord marks a list with a new file as not returned until the host returns it', () => {
    const eve = { name: 'Eve', file6: { name: 'new.pdf', size: 5, type: null } };
    const sent = { formatted_relatives: [eve] as never };
    const texts = { formatted_relatives: '[{"name":"Eve"}]', relatives_check: 'yes' };
    const merged = mergeRecord(record, { sent, texts, returned: null });
    expect(merged).toMatchObject({ formatted_relatives: [{ name: 'Eve' }], unreturned_lists: ['formatted_relatives'] });
    expect(Object.keys(merged.given ?? {})).toEqual(['surname', 'name', 'email', 'phone']);
    const returned = readWriteResponse({
      data: { ...PLAIN, formatted_relatives: [{ name: 'Eve', file6: '/storage/e.pdf' }] },
    });
    const complete = mergeRecord(merged, { sent: {}, texts: {}, returned });
    expect(complete.unreturned_lists).toBeUndefined();
    expect(complete.given?.formatted_relatives).toContain('/storage/e.pdf');
  });

  it('mergeRecord drops a list after a "no"', () => {
    const merged = mergeRecord(record, { sent: { relatives_check: 'no' }, texts: {}, returned: null });
    expect(merged.relatives_check).toBe('no');
    expect(merged.formatted_relatives).toBeUndefined();
  });
});

describe('relatives in lists by position', () => {
  const files = {
    file6: ['/storage/a.pdf', null],
    marriage_or_birth_document_file: '["/storage/b.pdf", "/storage/c.pdf"]',
  };

  it('lists of files beside the relatives complete them', () => {
    const record = readHostRecord({
      ...files,
      id: 1,
      formatted_relatives: [{ name: 'Eve' }, { name: 'Sam', file6: '/own.pdf' }],
    });
    expect(record?.formatted_relatives).toEqual([
      { name: 'Eve', file6: '/storage/a.pdf', marriage_or_birth_document_file: '/storage/b.pdf' },
      { name: 'Sam', file6: '/own.pdf', marriage_or_birth_document_file: '/storage/c.pdf' },
    ]);
    expect(record && recordFilesOf(record)).toContainEqual({
      place: 'formatted_relatives.1.marriage_or_birth_document_file',
      name: 'marriage_or_birth_document_file',
      reference: '/storage/c.pdf',
    });
  });

  it('a list of another length belongs to nobody', () => {
    const record = readHostRecord({
      id: 1,
      file6: ['/storage/a.pdf'],
      formatted_relatives: [{ name: 'Eve' }, { name: 'Sam' }],
    });
    expect(record?.formatted_relatives).toEqual([{ name: 'Eve' }, { name: 'Sam' }]);
  });
});
