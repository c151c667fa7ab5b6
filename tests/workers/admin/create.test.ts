import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import {
  create,
  createApplication,
  dateInDays,
  formOf,
  newEmail,
  openSession,
  PASSWORD,
  relative,
  shortValues,
  validValues,
} from './support/applications.ts';
import { call, mails, migrate, readRefusal } from './support/host.ts';
import { SAMPLES, sample } from './support/samples.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

beforeAll(migrate);

describe('creating an application', () => {
  it.each(APPLICATION_TYPES)('creating a %s stores it and returns the record', async (type) => {
    const values = validValues();
    const record = await createApplication({ type, values });
    expect(record).toMatchObject({
      id: expect.stringMatching(/^ITV-[0-9A-HJKMNP-TV-Z]{10}$/),
      surname: values.surname,
      email: values.email,
      application_type: type,
      sex: 'female',
      citizen: 'Германия',
      fio: 'Sample Anna-Maria',
      visa_date: '12',
      version: 1,
      formatted_address: values.formatted_address,
      reletion_fio: ['Sample Max'],
      previos_trips: values.previos_trips,
      last_trips: values.last_trips,
      application_status_history: [{ status_type: 'submitted', created_at: expect.any(String), note: '' }],
    });
    for (const path of [record.file4, record.resume_file, record.file5, record.formatted_relatives[0]?.file6])
      expect(path).toMatch(/^\/files\/\d+\.[\w-]{43}\.[\w-]{22}\/[^/]+$/);
    expect(record.file4).toMatch(/\/passport\.pdf$/);
    expect(JSON.stringify(record)).not.toMatch(/password|scrypt/);
  });

  it('a creation lists its files as they arrived', async () => {
    const body = formOf('founder', validValues(), { password: PASSWORD });
    const files = [...body].flatMap(([field, value]) => (typeof value === 'string' ? [] : [{ field, value }]));
    const expected = files.map(async ({ field, value }) => {
      const hash = await crypto.subtle.digest('SHA-256', await value.arrayBuffer());
      return { field, name: value.name, size: value.size, sha256: Buffer.from(hash).toString('hex') };
    });
    const { received } = await (await create({ type: 'founder', body })).json<{ received: unknown }>();
    expect(received).toEqual(await Promise.all(expected));
  });

  it("a creation accepts a stay that begins today in the applicant's time zone", async () => {
    const aheadOfUs = { planned_length_stay_from: dateInDays(0), planned_length_stay_to: dateInDays(100) };
    await createApplication({ values: validValues(aheadOfUs) });
    const stillYesterday = new Date(Date.now() - 12 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await createApplication({ values: validValues({ ...aheadOfUs, planned_length_stay_from: stillYesterday }) });
  });

  it.each([
    ['85,000 entries are too many and not validated', 85_000, { formatted_relatives: ['too_many'] }],
    ['51 entries are too many', 51, { formatted_relatives: ['too_many'] }],
  ])('a creation reports too many relatives: %s', async (_, count, errors) => {
    const body = formOf('founder', validValues({ relatives_check: 'yes' }), { password: PASSWORD });
    body.set('formatted_relatives', JSON.stringify(Array.from({ length: count }, () => ({}))));
    const response = await create({ type: 'founder', body });
    expect(await readRefusal(response)).toEqual({ status: 422, code: 'validation_failed', errors });
  });

  it('a refused creation names at most 50 fields', async () => {
    const body = formOf('founder', validValues({ relatives_check: 'yes' }), { password: PASSWORD });
    body.set('formatted_relatives', JSON.stringify(Array.from({ length: 50 }, () => ({}))));
    const { errors = {} } = await readRefusal(await create({ type: 'founder', body }));
    expect(Object.keys(errors)).toHaveLength(50);
  });

  it.each([
    ['passport_number', `N1234567${'-'.repeat(200)}`],
    ['phone', `+998${' '.repeat(200)}901234567`],
    ['date_birth', `1990-05-17${'0'.repeat(200)}`],
  ])('a creation with an endless text for %s is refused', async (name, value) => {
    const body = formOf('founder', validValues(), { password: PASSWORD });
    body.set(name, value);
    const response = await create({ type: 'founder', body });
    expect(await readRefusal(response)).toMatchObject({ status: 422, errors: { [name]: ['too_long'] } });
  });

  it("a creation stores a founder's company and representative as the petitioner", async () => {
    const record = await createApplication({ type: 'founder' });
    expect(record).toMatchObject({ company_name: 'Example Park', applicant_fio: 'Example Park' });
    expect(record).not.toHaveProperty('project');
  });

  it('a creation stores derived fields as derived again, whatever the body has', async () => {
    const values = validValues();
    const body = formOf('specialist', values, { password: PASSWORD });
    for (const name of ['fio', 'sex', 'citizen', 'adress', 'visa_date']) body.set(name, 'something else');
    body.append('surname_of_nobody', 'unknown parts are ignored');
    const record = await createApplication({ body, values });
    expect(record).toMatchObject({ fio: 'Sample Anna-Maria', sex: 'female', citizen: 'Германия', visa_date: '12' });
    expect(record).not.toHaveProperty('surname_of_nobody');
  });

  it.each(['investor', 'specialist_visa', ''])(
    'a creation whose body names the type "%s" at the address of founders is refused',
    async (named) => {
      const before = await everythingStored();
      const body = formOf('founder', validValues(), { password: PASSWORD });
      body.set('application_type', named);
      expect(await readRefusal(await create({ type: 'founder', body }))).toEqual({
        ...{ status: 422, code: 'validation_failed' },
        errors: { application_type: ['not_in_list'] },
      });
      expect(await everythingStored()).toEqual(before);
    },
  );

  it('a creation stores a list whose flag is "no" as empty', async () => {
    const body = formOf('founder', validValues(), { password: PASSWORD });
    body.set('relatives_check', 'no');
    const before = await objectKeys();
    const record = await createApplication({ type: 'founder', body });
    expect(record).not.toHaveProperty('formatted_relatives');
    expect(record).not.toHaveProperty('reletion_fio');
    // Passport, photo, resume and certificate, without the relative's files.
    expect((await objectKeys()).length - before.length).toBe(4);
  });

  it('a creation mails the applicant in their language', async () => {
    mails.length = 0;
    const record = await createApplication({ headers: { 'Accept-Language': 'de, ru-RU;q=0.8, en;q=0.5' } });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: record.email, subject: `Заявка ${record.id} принята` });
    expect(mails[0]?.html).toContain('<html lang="ru">');
    expect(mails[0]?.text).toContain('/ru/profile/status?from=mail');
  });

  it('a creation succeeds when its mail cannot be sent', async () => {
    const { bindings } = await import('./support/host.ts');
    const MAIL = { send: () => Promise.reject(new Error('no such domain')) } as unknown as SendEmail;
    const record = await createApplication({ env: { ...bindings, MAIL } });
    expect(await openSession(record.email)).toBeTruthy();
  });

  it('two simultaneous creations with one address store one application', async () => {
    const email = newEmail();
    const before = await objectKeys();
    const responses = await Promise.all(
      [email, email.toUpperCase()].map((address) =>
        create({ type: 'founder', values: validValues({ email: address }) }),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409]);
    const loser = responses.find(({ status }) => status === 409);
    expect(loser && (await readRefusal(loser))).toEqual({
      status: 409,
      code: 'email_taken',
      errors: { email: ['email_taken'] },
    });
    expect((await objectKeys()).length - before.length).toBe(6);
  });
});

describe('a refused creation', () => {
  let before: Awaited<ReturnType<typeof everythingStored>>;
  beforeEach(async () => {
    before = await everythingStored();
    return async () => expect(await everythingStored()).toEqual(before);
  });

  const png = SAMPLES.passportPng.bytes;
  const big = sample('scan.pdf', new Uint8Array(10 * 1024 * 1024 + 1).fill(0x20));
  const fieldErrors: [string, Parameters<typeof validValues>[0], Record<string, string[]>][] = [
    ['a missing surname', { surname: '' }, { surname: ['required'] }],
    ['an unreal date', { date_birth: '1990-02-31' }, { date_birth: ['date_unreal'] }],
    ['a photo that is a document', { file5: SAMPLES.passportPdf }, { file5: ['file_type'] }],
    ['a file that is none of the types', { file4: sample('a.pdf', png.slice(9)) }, { file4: ['file_type'] }],
    ['a picture that breaks off', { file4: sample('a.png', png.slice(0, 60)) }, { file4: ['file_incomplete'] }],
    ['an empty file', { resume_file: sample('a.pdf', new Uint8Array()) }, { resume_file: ['file_empty'] }],
    ['a number that no country has', { phone: '+7 123 456 78 90' }, { phone: ['phone_format'] }],
    ['no consent', { read_check: 'no' }, { read_check: ['consent_required'] }],
    ['an open list without items', { last_trips: [] }, { last_trips: ['required'] }],
    [
      'a relative with another applicant’s file',
      { relatives_check: 'yes', formatted_relatives: [relative({ file6: { path: '/files/1.a.b/c.pdf' } })] },
      { 'formatted_relatives.0.file6': ['required'] },
    ],
    [
      'a district of another region',
      { formatted_address: { region: '1', district: '200', street: 'A 1', flat: '' } },
      { 'formatted_address.district': ['not_in_list'] },
    ],
    [
      'a stay beyond the passport',
      { planned_length_stay_to: dateInDays(201), passport_expire: dateInDays(200) },
      { passport_expire: ['expires_before_stay_ends'] },
    ],
    [
      'a stay that began when it was yesterday everywhere on Earth',
      { planned_length_stay_from: dateInDays(-2), planned_length_stay_to: dateInDays(100) },
      { planned_length_stay_from: ['stay_in_past'] },
    ],
  ];
  it.each(fieldErrors)('a creation names the field for %s', async (_, overrides, errors) => {
    expect(await readRefusal(await create({ values: shortValues(overrides) }))).toEqual({
      status: 422,
      code: 'validation_failed',
      errors,
    });
  });

  it.each([
    ['', 'required'],
    ['too short', 'password_short'],
    ['qwertyqwerty12', 'password_common'],
    ['anna-maria and more', 'password_personal'],
    ['x'.repeat(129), 'password_long'],
  ])('a creation names the password "%s"', async (password, code) => {
    expect(await readRefusal(await create({ password }))).toMatchObject({ status: 422, errors: { password: [code] } });
  });

  it.each([
    ['text where a file belongs', 'file4', 'text'],
    ['a list that is not JSON', 'last_trips', '[{'],
    ['a list that is an object', 'formatted_relatives', '{}'],
    ['an address that is a list', 'formatted_address', '[]'],
  ])('a creation is malformed for %s', async (_, name, text) => {
    const body = formOf('specialist', validValues(), { password: PASSWORD });
    body.set(name, text);
    expect(await readRefusal(await create({ body }))).toEqual({ status: 400, code: 'malformed' });
  });

  it.each([
    ['JSON', 'application/json', '{}', 415, 'unsupported_media'],
    ['nothing', '', '', 415, 'unsupported_media'],
    ['a body without its boundary', 'multipart/form-data', 'x', 400, 'malformed'],
    [
      'a body that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-da',
      400,
      'malformed',
    ],
    ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\nA: b\r\n\r\nc\r\n--x--', 400, 'malformed'],
  ])('a creation is refused for %s', async (_, type, body, status, code) => {
    const response = await create({ body, headers: { 'Content-Type': type } });
    expect(await readRefusal(response)).toEqual({ status, code });
  });

  it('a creation with a file over 10 MiB is too_large and names its field', async () => {
    expect(await readRefusal(await create({ values: validValues({ file4: big }) }))).toEqual({
      status: 413,
      code: 'too_large',
      errors: { file4: ['file_too_large'] },
    });
  });

  it('a creation over a limit is refused while it streams, without reading the rest', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="file4"; filename="a.pdf"\r\n\r\n'),
        ),
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const response = await create({ body: endless, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } });
    expect(await readRefusal(response)).toMatchObject({ status: 413, code: 'too_large' });
    expect(pulled).toBeLessThan(20);
  });

  it.each(['', 'first try'])(
    'a creation with the idempotency key "%s", which is not a UUID, is malformed',
    async (key) => {
      expect(await readRefusal(await create({ key }))).toEqual({ status: 400, code: 'malformed' });
    },
  );
});

describe('a creation without an idempotency key', () => {
  const keyless = (email: string) => {
    const body = formOf('founder', validValues({ email }), { password: PASSWORD });
    return call('/founders', { body, headers: { 'Accept-Language': 'en' } });
  };

  it('a creation without a key is stored', async () => {
    const before = await everythingStored();
    expect((await keyless(newEmail())).status).toBe(201);
    const after = await everythingStored();
    expect(after.applicants).toHaveLength((before.applicants?.length ?? 0) + 1);
    expect(after.idempotency).toEqual(before.idempotency);
  });

  it('of simultaneous creations without a key one is stored, without files of the others', async () => {
    const email = newEmail();
    const before = await everythingStored();
    const responses = await Promise.all([email, email.toUpperCase(), email].map(keyless));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const response of responses)
      if (response.status === 409) expect(await readRefusal(response)).toMatchObject({ code: 'email_taken' });
    const after = await everythingStored();
    expect(after.applicants).toHaveLength((before.applicants?.length ?? 0) + 1);
    expect(after.orphaned_objects).toEqual([]);
    expect(after.objects).toEqual((after.files as { id: string }[]).map(({ id }) => id).sort());
  });

  it('a repeated creation without a key is email_taken and changes nothing', async () => {
    const email = newEmail();
    expect((await keyless(email)).status).toBe(201);
    const before = await everythingStored();
    expect(await readRefusal(await keyless(email))).toMatchObject({ status: 409, code: 'email_taken' });
    expect(await everythingStored()).toEqual(before);
  });
});

it('a creation counts a list without its yes/no question as "yes"', async () => {
  const body = formOf('founder', validValues(), { password: PASSWORD });
  body.delete('relatives_check');
  expect(await createApplication({ type: 'founder', body })).toMatchObject({
    relatives_check: 'yes',
    formatted_relatives: [{ name: 'Max' }],
  });
});

it('a creation with the address of an application is email_taken', async () => {
  const { email } = await createApplication({ type: 'founder' });
  const before = await everythingStored();
  const response = await create({ type: 'investor', values: validValues({ email: ` ${email.toUpperCase()} ` }) });
  expect(await readRefusal(response)).toEqual({ status: 409, code: 'email_taken', errors: { email: ['email_taken'] } });
  expect(await everythingStored()).toEqual(before);
});
