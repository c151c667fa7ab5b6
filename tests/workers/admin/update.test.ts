import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fromRecord, readRecord as readWire } from '../../../src/domain/application/record.ts';
import { APPLICATION_TYPES, type ApplicationType, readApplicationType } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import {
  createApplication,
  dateInDays,
  formOf,
  newEmail,
  openSession,
  readRecord,
  relative,
  tokenOf,
  validValues,
  type WireRecord,
} from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal } from './support/host.ts';
import { SAMPLES, sample } from './support/samples.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

beforeAll(migrate);

interface Applicant {
  type: ApplicationType;
  token: string;
  record: WireRecord;
  /** Returns the record as form values. */
  values: ApplicationValues;
}

async function applicant(type: ApplicationType = 'founder', overrides: Partial<ApplicationValues> = {}) {
  const record = await createApplication({ type, values: validValues(overrides) });
  const token = await tokenOf(record.id);
  return { type, token, record, values: valuesOf(record) } satisfies Applicant;
}

function valuesOf(record: WireRecord): ApplicationValues {
  const read = readWire(record);
  if (!read) throw new Error('the record is not one of the contract');
  const type = readApplicationType(read.application_type);
  if (!type) throw new Error('the record has no known type');
  return fromRecord(type, read);
}

function update(of: Applicant, changes: Partial<ApplicationValues> = {}, extra: Record<string, string> = {}) {
  const body = formOf(of.type, { ...of.values, ...changes }, extra);
  return call(`${APPLICATION_PATHS[of.type]}/${of.record.id}`, { token: of.token, body });
}

async function updated(of: Applicant, changes: Partial<ApplicationValues> = {}, extra = {}): Promise<WireRecord> {
  const response = await update(of, changes, extra);
  const body = await response.json<{ data: WireRecord }>();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const bytesOf = async (path: string | undefined) => new Uint8Array(await (await call(path ?? '')).arrayBuffer());

describe('updating an application', () => {
  it.each(APPLICATION_TYPES)('an update stores a change of a %s and keeps the files', async (type) => {
    const one = await applicant(type);
    const before = await objectKeys();
    const record = await updated(one, { surname: 'Changed', previos_trips: '' }, { version: '1' });
    expect(record).toMatchObject({ surname: 'Changed', fio: 'Changed Anna-Maria', previos_trips: '', version: 2 });
    expect(record.application_status_history).toHaveLength(1);
    expect(await objectKeys()).toEqual(before);
    expect(await bytesOf(record.file4)).toEqual(SAMPLES.passportPdf.bytes);
    expect(await readRecord(one.token)).toMatchObject({ surname: 'Changed', version: 2 });
  });

  it('an update without a version is marked in the log', async () => {
    const one = await applicant();
    const lines: string[] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    await updated(one, { surname: 'Named' }, { version: '1' });
    await updated(one, { surname: 'Unnamed' });
    spy.mockRestore();
    const logged = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ detail }) => detail === 'no version');
    expect(logged).toEqual([
      { level: 'info', request_id: expect.any(String), endpoint: 'updateFounder', detail: 'no version' },
    ]);
    expect(lines.join()).not.toMatch(/Unnamed|Named/);
  });

  it('an update replaces a sent file; the old object stays with the earlier version without a link', async () => {
    const one = await applicant();
    const before = await objectKeys();
    const record = await updated(one, { resume_file: SAMPLES.letter });
    expect(await bytesOf(record.resume_file)).toEqual(SAMPLES.letter.bytes);
    expect(record.resume_file).toMatch(/\/letter\.pdf$/);
    expect((await objectKeys()).length).toBe(before.length + 1);
    expect(await readRefusal(await call(one.record.resume_file))).toEqual({ status: 403, code: 'link_expired' });
  });

  it('an update keeps the files of remaining relatives and adds those of new ones', async () => {
    const first = relative({ file6: SAMPLES.passportPng });
    const second = relative({ name: 'Eva', relativePassport: 'D2222222', file6: SAMPLES.bank });
    const one = await applicant('founder', { formatted_relatives: [first, second] });
    const [, kept] = one.values.formatted_relatives;
    const added = relative({ name: 'New', relativePassport: 'E3333333', file6: SAMPLES.letter });
    if (!kept) throw new Error('no second relative');
    const record = await updated(one, { formatted_relatives: [added, kept] });
    const names = record.formatted_relatives.map(({ name }) => name);
    expect(names).toEqual(['New', 'Eva']);
    expect(await bytesOf(record.formatted_relatives[0]?.file6)).toEqual(SAMPLES.letter.bytes);
    expect(await bytesOf(record.formatted_relatives[1]?.file6)).toEqual(SAMPLES.bank.bytes);
    const { results } = await bindings.DB.prepare('SELECT replaced_in FROM files WHERE applicant_id = ? ORDER BY 1')
      .bind(record.id)
      .all();
    expect(results.map((row) => row.replaced_in)).toEqual([...Array(8).fill(null), 1, 1]);
  });

  it('an update with a "no" empties the list, and its files stay with the earlier version', async () => {
    const one = await applicant();
    const before = await objectKeys();
    const record = await updated(one, { relatives_check: 'no', last_trips_check: 'no' });
    expect(record).not.toHaveProperty('formatted_relatives');
    expect(record).not.toHaveProperty('last_trips');
    expect(record).toMatchObject({ relatives_check: 'no' });
    expect((await objectKeys()).length).toBe(before.length);
  });

  it('an update accepts a stay that began after the application was sent, and none before', async () => {
    const one = await applicant();
    await bindings.DB.prepare('UPDATE status_history SET created_at = ? WHERE applicant_id = ?')
      .bind(Date.parse(dateInDays(-100)), one.record.id)
      .run();
    const begun = await updated(one, {
      planned_length_stay_from: dateInDays(-100),
      planned_length_stay_to: dateInDays(30),
    });
    expect(begun).toMatchObject({ planned_length_stay_from: dateInDays(-100), version: 2 });
    expect(await readRefusal(await update(one, { planned_length_stay_from: dateInDays(-102) }))).toMatchObject({
      errors: { planned_length_stay_from: ['stay_in_past'] },
    });
  });

  it('an update after requested changes returns to the review and mails that', async () => {
    const one = await applicant();
    await desk('set', one.record.id, 'changes_requested', '--note', 'A better scan');
    mails.length = 0;
    const record = await updated(one, { file4: SAMPLES.passportPng });
    const history = record.application_status_history.map(({ status_type, note }) => [status_type, note]);
    expect(history).toEqual([
      ['submitted', ''],
      ['changes_requested', 'A better scan'],
      ['in_review', ''],
    ]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: record.email, subject: `Application ${record.id} is with the experts` });
  });

  it('an update after a refusal submits the same application again', async () => {
    const one = await applicant();
    const id = one.record.id;
    await desk('set', id, 'rejected', '--note', 'No proof of means');
    await bindings.DB.prepare('UPDATE status_history SET created_at = ? WHERE applicant_id = ?')
      .bind(Date.parse(dateInDays(-200)), id)
      .run();
    const stay = { planned_length_stay_from: dateInDays(-100), planned_length_stay_to: dateInDays(30) };
    expect(await readRefusal(await update(one, stay))).toMatchObject({
      errors: { planned_length_stay_from: ['stay_in_past'] },
    });
    mails.length = 0;
    const record = await updated(one, { file4: SAMPLES.passportPng });
    expect(record.application_status_history.map(({ status_type }) => status_type)).toEqual([
      'submitted',
      'rejected',
      'submitted',
    ]);
    expect(record.id).toBe(id);
    expect(mails.map(({ to }) => to)).toEqual([record.email]);
    await desk('set', id, 'in_review');
    expect(await readRefusal(await update(one))).toMatchObject({ code: 'stale' });
  });

  it('an update changes the sign-in address, notifies the old one and asks the new one to confirm', async () => {
    const one = await applicant();
    mails.length = 0;
    const email = newEmail();
    await updated(one, { email });
    expect(mails.map(({ to }) => to).sort()).toEqual([one.record.email, email].sort());
    expect(await openSession(email)).toBeTruthy();
  });
});

describe('a partial update', () => {
  async function sent(one: Applicant, parts: Record<string, string | File>): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) body.append(name, value);
    return call(`${APPLICATION_PATHS[one.type]}/${one.record.id}`, { token: one.token, body });
  }

  /** Returns the answers without links and without fields that every change updates. */
  async function answers(one: Applicant) {
    const { file4, file5, resume_file, file, file2, file3, version, fio, ...rest } = await readRecord(one.token);
    const links = [file4, file5, resume_file, file, file2, file3].map((link) => String(link).split('/').at(-1));
    const relatives = rest.formatted_relatives.map((item) => ({
      ...item,
      file6: '',
      marriage_or_birth_document_file: '',
    }));
    return { ...rest, formatted_relatives: relatives, links };
  }

  it.each(APPLICATION_TYPES)('a partial update changes only the sent fields (%s)', async (type) => {
    const one = await applicant(type);
    const [before, objects] = [await answers(one), await objectKeys()];
    expect((await sent(one, { name: 'Beate', middlename: '' })).status).toBe(200);
    expect(await answers(one)).toEqual({ ...before, name: 'Beate', middlename: '' });
    expect(await objectKeys()).toEqual(objects);
    expect(await bytesOf((await readRecord(one.token)).formatted_relatives[0]?.file6)).not.toHaveLength(0);
    expect(await readRecord(one.token)).toMatchObject({ fio: 'Sample Beate', version: 2 });
  });

  it('a partial update replaces one file and keeps every answer', async () => {
    const one = await applicant();
    const before = await answers(one);
    const scan = new File([SAMPLES.bank.bytes], 'new-scan.pdf');
    expect((await sent(one, { file4: scan })).status).toBe(200);
    const after = await answers(one);
    expect({ ...after, links: [] }).toEqual({ ...before, links: [] });
    expect(after.links[0]).toBe('new-scan.pdf');
  });

  it('a partial update with a "no" alone empties its list, and the items\' files stay with the earlier version', async () => {
    const one = await applicant();
    const objects = await objectKeys();
    expect((await sent(one, { relatives_check: 'no' })).status).toBe(200);
    expect(await readRecord(one.token)).toMatchObject({ relatives_check: 'no', last_trips_check: 'yes' });
    expect(await objectKeys()).toHaveLength(objects.length);
  });

  it('a partial update with a list without its question counts as the answer to it', async () => {
    const one = await applicant();
    expect((await sent(one, { last_trips: '[]' })).status).toBe(200);
    expect(await readRecord(one.token)).toMatchObject({ last_trips_check: 'no', previos_trips_check: 'yes' });
    const trip = { trip_country: 'KZ', trip_aim: 'Work', date_from: dateInDays(-30), date_to: dateInDays(-20) };
    expect((await sent(one, { last_trips: JSON.stringify([trip]) })).status).toBe(200);
    expect(await readRecord(one.token)).toMatchObject({ last_trips_check: 'yes', last_trips: [trip] });
  });

  it('a partial update that makes a field invalid names it and changes nothing', async () => {
    const one = await applicant();
    const before = await everythingStored();
    expect(await readRefusal(await sent(one, { passport_expire: dateInDays(1) }))).toMatchObject({
      code: 'validation_failed',
    });
    expect(await everythingStored()).toEqual(before);
  });

  it("a partial update cannot give a relative the id of another applicant's file", async () => {
    const [one, other] = [await applicant(), await applicant()];
    const file6 = other.record.formatted_relatives[0]?.file6?.split('/').at(-2) ?? '';
    const [mine] = JSON.parse(String(formOf('founder', one.values).get('formatted_relatives')));
    for (const path of [file6, file6.split('.')[0] ?? '']) {
      const response = await sent(one, { formatted_relatives: JSON.stringify([{ ...mine, file6: path }]) });
      expect(await readRefusal(response)).toMatchObject({ errors: { 'formatted_relatives.0.file6': ['required'] } });
    }
  });
});

describe('a refused update', () => {
  let one: Applicant;
  let other: Applicant;
  beforeAll(async () => {
    [one, other] = [await applicant(), await applicant()];
  });

  it.each([
    ['a missing name', { name: '' }, { name: ['required'] }],
    ['a wrong file', { file5: sample('a.jpg', new Uint8Array([1, 2, 3])) }, { file5: ['file_type'] }],
    [
      'a relative without files',
      { formatted_relatives: [relative({ file6: null })] },
      { 'formatted_relatives.0.file6': ['required'] },
    ],
  ])('an update names the field for %s', async (_, changes, errors) => {
    const before = await everythingStored();
    expect(await readRefusal(await update(one, changes))).toEqual({ status: 422, code: 'validation_failed', errors });
    expect(await everythingStored()).toEqual(before);
  });

  it("an update cannot give a relative the path of another applicant's file", async () => {
    const file6 = { path: other.record.formatted_relatives[0]?.file6 ?? '' };
    const mine = one.values.formatted_relatives[0];
    if (!mine) throw new Error('no relative');
    const response = await update(one, { formatted_relatives: [{ ...mine, file6 }] });
    expect(await readRefusal(response)).toMatchObject({ errors: { 'formatted_relatives.0.file6': ['required'] } });
  });

  it('an update is token_rejected for another id, an unknown id and another type alike', async () => {
    const before = await everythingStored();
    const body = () => formOf('founder', one.values);
    for (const path of [`/founders/${other.record.id}`, '/founders/ITV-0000000000', `/investors/${one.record.id}`])
      expect(await readRefusal(await call(path, { token: one.token, body: body() }))).toEqual({
        status: 403,
        code: 'token_rejected',
      });
    expect(await everythingStored()).toEqual(before);
  });

  it.each([
    ['JSON', 'application/json', '{}', 415, 'unsupported_media'],
    ['a broken body', 'multipart/form-data; boundary=x', '--x', 400, 'malformed'],
  ])('an update is refused for %s', async (_, type, body, status, code) => {
    const { token, record } = one;
    const headers = { 'Content-Type': type };
    expect(await readRefusal(await call(`/founders/${record.id}`, { token, body, headers }))).toEqual({ status, code });
  });

  it('an update is malformed for a version that is not a number, and too_large for a file over 10 MiB', async () => {
    expect(await readRefusal(await update(one, {}, { version: 'one' }))).toEqual({ status: 400, code: 'malformed' });
    const file4 = sample('a.pdf', new Uint8Array(10 * 1024 * 1024 + 1));
    expect(await readRefusal(await update(one, { file4 }))).toMatchObject({ status: 413, code: 'too_large' });
  });

  it('an update from an older version is stale', async () => {
    const one = await applicant();
    await updated(one, { surname: 'First' }, { version: '1' });
    const before = await everythingStored();
    expect(await readRefusal(await update(one, { surname: 'Second' }, { version: '1' }))).toEqual({
      status: 409,
      code: 'stale',
    });
    expect(await everythingStored()).toEqual(before);
  });

  it('an update that is sent again gets the response once more, also after it has changed the status, until the next one', async () => {
    const one = await applicant();
    await desk('set', one.record.id, 'rejected', '--note', 'The photo is blurred');
    const send = () => update(one, { surname: 'First', file4: SAMPLES.passportPng }, { version: '1' });
    const [first, simultaneous] = await Promise.all([send(), send()]);
    expect([first.status, simultaneous.status]).toEqual([200, 200]);
    const before = await everythingStored();
    const again = await send();
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(await first.json());
    expect(await everythingStored()).toEqual(before);
    await updated(one, { surname: 'Second' }, { version: '2' });
    expect(await readRefusal(await send())).toMatchObject({ code: 'stale' });
  });

  it('one of two simultaneous updates is stale', async () => {
    const one = await applicant();
    const responses = await Promise.all([
      update(one, { surname: 'First', file4: SAMPLES.bank }),
      update(one, { surname: 'Second', file4: SAMPLES.letter }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { orphaned_objects, files, objects } = await everythingStored();
    expect(orphaned_objects).toEqual([]);
    expect(objects).toEqual((files as { id: string }[]).map(({ id }) => id).sort());
  });

  it.each(['in_review', 'approved', 'visa_issued'] as const)('an update is stale when it is %s', async (status) => {
    const one = await applicant();
    const path = ['in_review', 'approved', 'visa_issued'];
    for (const next of path.slice(0, path.indexOf(status) + 1)) {
      const dates = next === 'visa_issued' ? ['--from', '2027-01-10', '--to', '2028-01-09'] : [];
      await desk('set', one.record.id, next, ...dates);
    }
    expect(await readRefusal(await update(one, { surname: 'Late' }))).toEqual({ status: 409, code: 'stale' });
  });

  it("an update to another application's address is email_taken", async () => {
    expect(await readRefusal(await update(one, { email: other.record.email }))).toEqual({
      status: 409,
      code: 'email_taken',
      errors: { email: ['email_taken'] },
    });
  });
});
