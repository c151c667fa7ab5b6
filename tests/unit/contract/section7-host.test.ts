/** The minimal host of the tests behaves as other tests expect. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CREATED, HISTORIES } from '../../contract/section7-host/modes.ts';
import { PASSWORD, type Section7Host, startSection7Host } from '../../contract/section7-host/start.ts';

let host: Section7Host;
beforeAll(async () => {
  host = await startSection7Host();
});
beforeEach(() => host.reset());
afterAll(() => host.close());

const EMAIL = 'ann@example.org';
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${host.origin}/api/v1${path}`, { method: 'POST', body, headers });
const json = (path: string, value: unknown) =>
  post(path, JSON.stringify(value), { 'Content-Type': 'application/json' });
function application(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ email: EMAIL, password: PASSWORD, ...fields })) form.append(name, value);
  form.append('file4', new File(['%PDF-1.4'], 'my passport.pdf', { type: 'application/pdf' }));
  return form;
}
const tokenOf = async () =>
  ((await (await json('/user-login', { email: EMAIL, password: PASSWORD })).json()) as { token: string }).token;

describe('the minimal host of the tests', () => {
  it('the minimal host stores every creation, also a repeated one', async () => {
    for (const _ of [1, 2]) await post('/founders', application(), { 'Idempotency-Key': 'one' });
    expect(host.countOf(EMAIL)).toBe(2);
    expect(host.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one']);
  });

  it.each(Object.keys(CREATED))('the minimal host stores a creation in the mode %s', async (name) => {
    host.mode.reply.create = CREATED[name]?.reply;
    const response = await post('/investors', application());
    expect(response.ok).toBe(true);
    expect(host.countOf(EMAIL)).toBe(1);
  });

  it('the minimal host can refuse creations, and cut connections before or after storing', async () => {
    host.mode.refuse.create = { status: 422, body: {} };
    expect((await post('/founders', application())).status).toBe(422);
    host.mode.refuse.create = 'close';
    await expect(post('/founders', application())).rejects.toThrow();
    expect(host.countOf(EMAIL)).toBe(0);
    host.mode.refuse = {};
    host.mode.reply.create = 'close';
    await expect(post('/founders', application())).rejects.toThrow();
    expect(host.countOf(EMAIL)).toBe(1);
    host.mode.reply.create = 'break';
    await expect((await post('/founders', application())).text()).rejects.toThrow();
    expect(host.countOf(EMAIL)).toBe(2);
  });

  it('the minimal host returns the record of its mode at sign-in, and six fields after an update', async () => {
    await post('/founders', application({ petitioner_name: 'Example Park', formatted_address: '{"region":"1"}' }));
    Object.assign(host.mode, {
      files: 'absolute',
      fields: 'all',
      history: HISTORIES.sql,
      record: { middlename: null },
    });
    const response = await json('/user-login', { email: EMAIL, password: PASSWORD });
    const { token, object } = (await response.json()) as { token: string; object: Record<string, unknown> };
    expect(object).toMatchObject({
      file4: `${host.origin}/storage/applications/57/0/my passport.pdf`,
      petitioner_name: 'Example Park',
      formatted_address: { region: '1' },
      middlename: null,
      application_status_history: HISTORIES.sql,
    });
    const form = new FormData();
    form.append('name', 'Eve');
    const updated = await post('/founders/57', form, { Authorization: `Bearer ${token}` });
    const { data } = (await updated.json()) as { data: Record<string, unknown> };
    expect(Object.keys(data).sort()).toEqual(['application_type', 'email', 'file5', 'id', 'name', 'surname']);
    expect(data.name).toBe('Eve');
    expect(host.calls.at(-1)?.parts).toEqual([['name', 'Eve']]);
    expect((await fetch(String(object.file4))).headers.get('content-type')).toBe('application/pdf');
  });

  it('the minimal host lacks GET /user, is 403 for an unknown token, and changes passwords without the current one', async () => {
    host.add('founder', EMAIL);
    const token = await tokenOf();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${host.origin}/api/v1/user`, { headers })).status).toBe(404);
    expect((await post('/user-logout', '', { Authorization: 'Bearer unknown' })).status).toBe(403);
    const changed = await post('/change-password/founder/57', JSON.stringify({ new_password: 'another' }), headers);
    expect(changed.status).toBe(200);
    expect((await json('/user-login', { email: EMAIL, password: PASSWORD })).status).toBe(401);
  });
});
