import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication, formOf, tokenOf, validValues } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { desk, deskWith } from './support/desk.ts';
import { bindings, call, migrate } from './support/host.ts';
import { addRows } from './support/many.ts';
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
  it('desk find accepts a number in any case, without dash or prefix, and with letters that look like digits', async () => {
    const { id } = await applied();
    const signs = id.slice(4);
    const misread = signs.replaceAll('0', 'o').replaceAll('1', 'l');
    for (const text of [
      id,
      id.toLowerCase(),
      `itv${signs}`,
      `ITV ${signs.slice(0, 5)} ${signs.slice(5)}`,
      signs,
      misread,
    ])
      expect(await ids(text), text).toContain(id);
  });

  it('desk find accepts an email address in any case, and its beginning', async () => {
    const { id } = await applied({ email: 'Nadira.Only@Example.org' });
    for (const text of ['nadira.only@example.ORG', ' Nadira.Only@Example.org ', 'nadira.only@'])
      expect(await ids(text)).toEqual([id]);
    expect(await ids('another@example.org')).toEqual([]);
  });

  it('desk find accepts words of the name and their beginnings in any order and case, without accents', async () => {
    const { id } = await applied({ surname: "O'Łukasiewicz-Ångström", name: 'José', middlename: 'Ølga' });
    const texts = ['ołukasiewicz', 'jose', 'JOSÉ Ångström', 'angs jos OLGA', 'josé', "o'lukasiewicz-angstrom"];
    for (const text of texts) expect(await ids(text), text).toContain(id);
    expect(await ids('jose', 'angs')).toContain(id);
    expect(await ids('jose nobody')).toEqual([]);
    expect(await ids('ose')).toEqual([]);
  });

  it('desk find finds a name by its Cyrillic and its usual Latin spellings', async () => {
    const latin = await applied({ surname: 'Yusupov', name: 'Sergey' });
    const icao = await applied({ surname: 'Iusupov', name: 'Sergei' });
    const cyrillic = await applied({ surname: 'ЮСУПОВ', name: 'Сергей' });
    const uzbek = await applied({ surname: 'Қодиров', name: 'Ғайрат' });
    for (const text of ['Юсупов Сергей', 'сергей юсуп', 'yusupov', 'IUSUPOV sergei'])
      expect((await ids(text)).sort(), text).toEqual([latin.id, icao.id, cyrillic.id].sort());
    for (const text of ['қодиров', 'Қодиров Ғайрат', 'кодиров', 'Kodirov Gairat'])
      expect(await ids(text), text).toEqual([uzbek.id]);
  });

  it('desk find accepts a passport number with or without spaces and hyphens', async () => {
    const { id } = await applied({ passport_number: 'FA1234567' });
    for (const text of ['FA1234567', 'fa 123 45 67', 'FA-1234567', 'fa1234'])
      expect(await ids(text), text).toEqual([id]);
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

  it('desk find treats wildcards and SQL as plain text', async () => {
    for (const text of ['%', '_', '*', "' OR 1=1 --", '???', '—', '@'])
      expect((await find(text)).found, text).toEqual([]);
    expect((await find('zzzz')).found).toEqual([]);
  });

  it('desk find lists at most 50 applications', async () => {
    await addRows(
      Array.from({ length: 52 }, (_, nth) => ({
        id: `ITV-CROWD${String(nth).padStart(5, '0')}`,
        fields: { surname: 'Crowded', name: 'Anna', fio: 'Crowded Anna' },
        history: [['submitted', NOW]] as const,
      })),
    );
    expect((await find('anna', 'crowd')).found).toHaveLength(50);
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
