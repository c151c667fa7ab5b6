/**
 * This version starts on the stored state of each released one (tests/fixtures/portal-*.json, made by `npm run upgrade:fixture`)
 * and loses nothing.
 */
import { applyD1Migrations, type D1Migration, reset, env as testEnv } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminEnv } from '../../../functions/admin/runtime/env.ts';
import { tokenOf, type WireRecord } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { deskWith } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runMail, runSweep } from './support/host.ts';
import { hashAtFullCost } from './support/quick-hashing.ts';
import { everythingStored } from './support/storage.ts';

interface Portal {
  password: string;
  secret: string;
  statements: string[];
  /** Contents in Base64 by SHA-256. */
  objects: Record<string, string>;
}
const PORTALS = import.meta.glob<Portal>('../../fixtures/portal-*.json', { query: '', import: 'default', eager: true });
const { TEST_MIGRATIONS } = testEnv as unknown as { TEST_MIGRATIONS: D1Migration[] };
const { DB, FILES } = bindings;

const schema = async () =>
  (
    await DB.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB '_cf*' AND name <> 'd1_migrations' ORDER BY name",
    ).all()
  ).results;

/** The rows that an upgrade keeps; later versions may add columns. */
interface Row {
  id: string;
  email_key: string;
  fields: string;
  status: string;
  search_text: string;
}
const applicants = async () => (await DB.prepare('SELECT * FROM applicants ORDER BY id').all<Row>()).results;
const filesOf = (record: object) =>
  [...JSON.stringify(record).matchAll(/"(\/files\/[^"]+)"/g)].map(([, path = '']) => path);

let fresh: unknown[] = [];

beforeAll(async () => {
  hashAtFullCost();
  await migrate();
  fresh = await schema();
});

describe.each(Object.keys(PORTALS))('%s', (path) => {
  const { password, secret, statements, objects } = PORTALS[path] as Portal;
  const env: AdminEnv = { ...bindings, FILES_SECRET: secret };
  let before: Row[] = [];

  beforeAll(async () => {
    await reset();
    await DB.batch(['PRAGMA defer_foreign_keys = TRUE', ...statements].map((statement) => DB.prepare(statement)));
    const files = await DB.prepare('SELECT id, type, sha256 FROM files').all<
      Record<'id' | 'type' | 'sha256', string>
    >();
    for (const { id, type, sha256 } of files.results)
      await FILES.put(id, Buffer.from(objects[sha256] ?? '', 'base64'), {
        sha256,
        httpMetadata: { contentType: type },
      });
    before = await applicants();
    await DB.prepare("INSERT INTO search_keys SELECT 'xo4059306', id FROM applicants WHERE id = ?")
      .bind(before[0]?.id)
      .run();
    // A decision that counted at once, and whose mail still waits to be taken back.
    await DB.prepare(
      `INSERT INTO mails (id, applicant_id, kind, content, position, made_at, due_at, expires_at)
       SELECT 'M-WAITING', id, 'status', json_object('id', id, 'status', status, 'note', '', 'replaced', json_array()), 1, ?1, ?1 + 600000, ?1 + 1e9
       FROM applicants WHERE status = 'in_review' LIMIT 1`,
    )
      .bind(NOW)
      .run();
    await applyD1Migrations(DB, TEST_MIGRATIONS);
  });

  it('a decision that waited to be taken back is mailed at once', async () => {
    mails.length = 0;
    await runMail(NOW, env);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Application .* is with the experts$|рассмотр|эксперт/),
    ]);
    await DB.prepare('DELETE FROM mails').run();
  });

  it('the upgraded database has the schema of a new one, and every application as it was', async () => {
    expect(await schema()).toEqual(fresh);
    expect(before.length).toBeGreaterThan(20);
    const kept = before.map(({ search_text: _, ...row }) => expect.objectContaining(row));
    expect(await applicants()).toEqual(kept);
  });

  it('an applicant signs in with the password from before, and reads answers and files', async () => {
    const [one] = before as [Row];
    const response = await call('/user-login', { json: { email: one.email_key, password }, env });
    expect(response.status).toBe(200);
    const { object } = await response.json<{ object: WireRecord }>();
    expect(object).toMatchObject({ id: one.id, surname: JSON.parse(one.fields).surname });
    const files = filesOf(object);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await call(file, { env })).status, file).toBe(200);
  });

  it('the record of each application has its status, and its visa opens', async () => {
    for (const { id, status } of before) {
      const response = await call('/user', { token: await tokenOf(id), env });
      const { object } = await response.json<{ object: WireRecord }>();
      expect(object.application_status_history.at(-1)?.status_type, id).toBe(status);
      if (object.visa) expect((await call(`/employee-visa/${object.visa.code}`, { env })).status).toBe(200);
    }
  });

  it('the desk finds each application, and the crons delete nothing of it', async () => {
    const desk = deskWith({ operator: { env } });
    const { lines } = await desk('list');
    for (const { id } of before) expect(lines.join('\n')).toContain(id);
    const found = await desk('find', 'X04059306');
    expect(found.lines.join('\n'), 'a number with O').toContain(before[0]?.id);
    const { idempotency: _, ...stored } = await everythingStored();
    await runMail(NOW, env);
    await runSweep(NOW, env);
    expect(await everythingStored()).toMatchObject(stored);
  });
});

it('an application of a type and language of a later version is stored, and its account is 500 internal', async () => {
  await DB.prepare(
    `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
     VALUES ('ITV-LATER', 'later@example.org', 'student', 'uz', 'hash', '{}', 'submitted', 1, 1, 2)`,
  ).run();
  const response = await call('/user', { token: await tokenOf('ITV-LATER') });
  expect(await readRefusal(response)).toEqual({ status: 500, code: 'internal' });
});
