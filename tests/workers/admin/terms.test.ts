/** An application stores the accepted version of the terms and the time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { TERMS_VERSION } from '../../../src/domain/application/terms.ts';
import { create, createApplication, formOf, newEmail, PASSWORD, tokenOf, validValues } from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';

beforeAll(migrate);

interface Accepted {
  version: string | null;
  at: number | null;
}

const acceptedBy = (id: string) =>
  bindings.DB.prepare('SELECT terms_version AS version, terms_accepted_at AS at FROM applicants WHERE id = ?')
    .bind(id)
    .first<Accepted>();

const consenting = (version: string, values = validValues()) =>
  formOf('founder', values, { password: PASSWORD, terms_version: version });

async function applied(version?: string) {
  const values = validValues({ email: newEmail() });
  const body = version === undefined ? formOf('founder', values, { password: PASSWORD }) : consenting(version, values);
  const { id } = await createApplication({ type: 'founder', values, body });
  return { id, values, token: await tokenOf(id) };
}

describe('the accepted terms', () => {
  it('the accepted terms are stored with version and time, and are in no record', async () => {
    const began = Date.now();
    const values = validValues();
    const record = await createApplication({ type: 'founder', values, body: consenting(TERMS_VERSION, values) });
    const accepted = await acceptedBy(record.id);
    expect(accepted?.version).toBe(TERMS_VERSION);
    expect(accepted?.at).toBeGreaterThanOrEqual(began);
    expect(JSON.stringify(record)).not.toContain('terms');
  });

  it('the accepted terms are those of the page that was sent, even if outdated', async () => {
    const { id } = await applied('2020-01-31');
    expect((await acceptedBy(id))?.version).toBe('2020-01-31');
  });

  it('the accepted terms are shown to operators', async () => {
    const { id } = await applied(TERMS_VERSION);
    const { data } = await desk('show', id);
    expect(data).toMatchObject({ terms: { version: TERMS_VERSION, acceptedAt: expect.any(String) } });
  });

  it('the accepted terms are unknown where the body names none', async () => {
    const { id } = await applied();
    expect(await acceptedBy(id)).toEqual({ version: null, at: null });
  });

  it('an update without terms keeps them, one with terms replaces them', async () => {
    const { id, values, token } = await applied('2020-01-31');
    const before = await acceptedBy(id);
    const change = (extra: Record<string, string>) =>
      call(`/founders/${id}`, { token, body: formOf('founder', values, extra) });
    expect((await change({})).status).toBe(200);
    expect(await acceptedBy(id)).toEqual(before);

    await desk('set', id, 'rejected', '--note', 'A reason.');
    expect((await change({ terms_version: TERMS_VERSION })).status).toBe(200);
    expect((await acceptedBy(id))?.version).toBe(TERMS_VERSION);
  });

  it.each(['', 'latest', '2026-13-01', '2026-11-23 '])(
    'the terms version "%s" is malformed, and nothing is stored',
    async (version) => {
      const values = validValues();
      const refused = await readRefusal(await create({ type: 'founder', values, body: consenting(version, values) }));
      expect(refused).toEqual({ status: 400, code: 'malformed' });
      const response = await call('/check-email', { json: { email: values.email } });
      expect(await response.json()).toMatchObject({ exists: false });
    },
  );

  it('the same idempotency key with other terms is a mismatch', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    const send = (version: string) => create({ type: 'founder', values, key, body: consenting(version, values) });
    expect((await send(TERMS_VERSION)).status).toBe(201);
    expect((await send(TERMS_VERSION)).status).toBe(201);
    expect(await readRefusal(await send('2020-01-31'))).toEqual({ status: 422, code: 'idempotency_mismatch' });
  });
});
