import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication, formOf, tokenOf, validValues } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { desk, deskWith } from './support/desk.ts';
import { bindings, call, migrate } from './support/host.ts';
import { expectSearches, planOf, watchDatabase } from './support/query-plans.ts';
import { tokenHash } from './support/storage.ts';

beforeAll(migrate);

interface Found {
  found: { id: string; name: string }[];
}
const find = async (...text: string[]) => (await desk('find', ...text)).data as Found;
const ids = async (...text: string[]) => (await find(...text)).found.map(({ id }) => id);

const applied = (overrides: Parameters<typeof validValues>[0] = {}) =>
  createApplication({ type: 'founder', values: validValues(overrides) });

describe('desk find', () => {
  it('desk find accepts an email address in any case, and its beginning', async () => {
    const { id } = await applied({ email: 'Nadira.Only@Example.org' });
    for (const text of ['nadira.only@example.ORG', ' Nadira.Only@Example.org ', 'nadira.only@'])
      expect(await ids(text)).toEqual([id]);
    expect(await ids('another@example.org')).toEqual([]);
  });

  it('desk find accepts the id of the request that created the application', async () => {
    const request = 'b2f3c1d0-0000-4000-8000-00000000000a';
    const { id } = await createApplication({ type: 'founder', headers: { 'X-Request-Id': request } });
    expect(await ids(request)).toEqual([id]);
    expect(await ids(request.toUpperCase())).toEqual([id]);
  });

  it('desk find finds the changed answers of an application, and not the earlier ones', async () => {
    const before = await applied({ surname: 'Beforehand', passport_number: 'OLD12345' });
    const values = validValues({ surname: 'Afterwards', passport_number: 'NEW12345', email: before.email });
    const response = await call(`/founders/${before.id}`, {
      token: await tokenOf(before.id),
      method: 'POST',
      body: formOf('founder', values),
    });
    expect(response.status).toBe(200);
    expect(await ids('beforehand')).toEqual([]);
    expect(await ids('OLD12345')).toEqual([]);
    expect(await ids('afterwards')).toEqual([before.id]);
    expect(await find('NEW12345')).toMatchObject({ found: [{ id: before.id }] });
  });

  it('deleting an applicant deletes its search keys', async () => {
    const { id } = await applied({ surname: 'Deleted' });
    await bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
    const keys = bindings.DB.prepare('SELECT count(*) AS count FROM search_keys WHERE applicant_id = ?').bind(id);
    expect(await keys.first('count')).toBe(0);
  });
});

describe('an abandoned email address', () => {
  it('an abandoned email address finds its application, and restoring it keeps the other search keys', async () => {
    const { id } = await applied({ surname: 'Restored' });
    const left = bindings.DB.prepare('INSERT INTO left_addresses VALUES (?1, ?2, ?2, ?3, ?4)');
    await left.bind(id, 'left.by@example.org', tokenHash('the token'), NOW).run();
    expect(await ids('left.by@example.org')).toEqual([id]);
    const response = await call('/restore-email', { json: { token: 'the token' } });
    expect(response.status).toBe(200);
    expect(await ids('LEFT.BY@example.org')).toEqual([id]);
    expect(await find('restored')).toMatchObject({ found: [{ id }] });
  });
});

describe('queries of desk find', () => {
  it.each(['ITV-7Q2M9XK4TB', 'anna@example.org', 'anna', 'maria anna sample', 'AB 12345', crypto.randomUUID()])(
    'every query of desk find uses an index: %s',
    async (text) => {
      const { DB, statements } = watchDatabase();
      await deskWith({ operator: { env: { ...bindings, DB } } })('find', text);
      await expectSearches(statements);
    },
  );

  it('the query plan reports a table scan', async () => {
    expect(await planOf({ sql: 'SELECT * FROM applicants WHERE fields = ?', values: ['x'] })).toEqual([
      'SCAN applicants',
    ]);
  });
});
