import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication, formOf, newEmail, openSession, PASSWORD, validValues } from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, runMail, runSweep } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

/** Does everything that an applicant can do, and returns the secrets handed out on the way. */
async function liveOnce(): Promise<{ email: string; token: string; code: string; key: string }> {
  const email = newEmail();
  const key = crypto.randomUUID();
  const values = validValues({ email });
  const { id } = await createApplication({ type: 'founder', values, key });
  await createApplication({ type: 'founder', values, key });
  await call('/check-email', { json: { email } });
  await call('/user-login', { json: { email, password: 'a wrong password' } });
  await call('/user-login', { json: { email: 'stranger@example.com', password: 'a wrong password' } });
  const token = await openSession(email);
  const change = { email: newEmail(), file4: SAMPLES.bank, relatives_check: 'no' as const };
  await desk('set', id, 'changes_requested', '--note', 'A sharper scan');
  const body = formOf('founder', validValues(change));
  expect((await call(`/founders/${id}`, { token, body })).status).toBe(200);
  await call('/user/sessions', { token });
  await call('/user/sessions', { token, method: 'DELETE' });
  await call(`/change-password/founder/${id}`, { token, json: { new_password: PASSWORD, current_password: PASSWORD } });
  await call('/forgot-password-token', { json: { email: change.email } });
  const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
  await call('/check-forgot-password-token', { json: { email: change.email, code } });
  await desk('set', id, 'approved');
  const { data } = await desk('set', id, 'visa_issued', '--from', '2027-01-10', '--to', '2028-01-09');
  await call(`/employee-visa/${(data as { code: string }).code}`);
  return { email: change.email, token, code, key };
}

it('the database holds no password, token or code that opens an account', async () => {
  const { token, code, email } = await liveOnce();
  expect(code).toMatch(/^\d{6}$/);
  const { objects: _, ...tables } = await everythingStored();
  const cells = Object.values(tables).flatMap((rows) => rows.flatMap((row) => Object.values(row as object)));
  expect(cells.length).toBeGreaterThan(50);
  for (const cell of cells.map(String)) {
    expect(cell).not.toContain(PASSWORD);
    expect(cell).not.toContain(token);
    expect(cell).not.toBe(code);
  }
  // A million guesses cannot find the code from the stored hash either.
  const { code_hash, address_hash } = (tables.reset_codes as Record<string, string>[]).at(-1) ?? {};
  const { createHash } = await import('node:crypto');
  const encodings = ['hex', 'base64url'] as const;
  for (const salt of ['', email, address_hash, `${address_hash} `])
    for (const encoding of encodings)
      expect(createHash('sha256').update(`${salt}${code}`).digest(encoding)).not.toBe(code_hash);
  await call('/forgot-password-by-code', { json: { email, code, password: PASSWORD } });
});

// Runs through an applicant's whole life and records every statement.
it('every query of the host uses an index', async () => {
  const statements = new Set<string>();
  const DB = new Proxy(bindings.DB, {
    get: (db, name) => {
      if (name === 'prepare')
        return (sql: string) => {
          statements.add(sql);
          return db.prepare(sql);
        };
      const value: unknown = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const original = bindings.DB;
  bindings.DB = DB;
  try {
    const { email, code } = await liveOnce();
    await call('/forgot-password-by-code', { json: { email, code, password: PASSWORD } });
    await call('/user-logout', { token: await openSession(email), method: 'POST' });
    await call('/user-login', { json: { email, password: 'a wrong password' } });
    await runSweep(Date.now() + 2 * 60 * 60_000);
    await runMail(Date.now());
    for (const command of [['mails'], ['log', 'ITV-1'], ['resend', 'M-1']]) await desk(...command).catch(() => {});
  } finally {
    bindings.DB = original;
  }
  expect(statements.size).toBeGreaterThan(35);
  for (const sql of statements) {
    const count = Math.max(
      0,
      ...[...sql.matchAll(/\?(\d+)/g)].map(([, n]) => Number(n)),
      (sql.match(/\?/g) ?? []).length,
    );
    const plan = original.prepare(`EXPLAIN QUERY PLAN ${sql}`);
    const { results } = await (/\?/.test(sql) ? plan.bind(...Array(parameters(sql, count)).fill(null)) : plan).all<{
      detail: string;
    }>();
    // Lists in a statement and inserted rows are not tables; an index may be read whole if it has pending work only.
    for (const { detail } of results)
      expect(detail, sql).not.toMatch(
        /^SCAN (?!json_each|CONSTANT ROW|\(subquery|found$|k |mails USING INDEX mails_not_sent|d USING INDEX decisions_waiting)/,
      );
  }
});

/** The number of values of a statement: its highest number, or the count of its placeholders. */
function parameters(sql: string, marks: number): number {
  const numbered = [...sql.matchAll(/\?(\d+)/g)].map(([, n]) => Number(n));
  return numbered.length > 0 ? Math.max(...numbered) : marks;
}

describe('the sweep of expired rows', () => {
  it('the sweep deletes expired rows and keeps all others', async () => {
    const email = newEmail();
    const { id } = await createApplication({ type: 'founder', values: validValues({ email }) });
    await openSession(email);
    await call('/forgot-password-token', { json: { email } });
    await call('/user-login', { json: { email: 'x@example.com', password: 'wrong' } });
    const before = await everythingStored();
    await runSweep(Date.now());
    expect(await everythingStored()).toEqual(before);
    await runSweep(Date.now() + 25 * 60 * 60_000);
    const after = await everythingStored();
    expect(after).toMatchObject({ tokens: [], reset_codes: [], sign_in_tries: [], idempotency: [] });
    expect(after.applicants).toEqual(before.applicants);
    expect(after.files).toEqual(before.files);
    expect(after.objects).toEqual(before.objects);
    expect(after.applicants).toContainEqual(expect.objectContaining({ id }));
  });

  it('the sweep rejects when the database fails', async () => {
    await bindings.DB.prepare('ALTER TABLE tokens RENAME TO hidden').run();
    await expect(runSweep(Date.now())).rejects.toThrow(/no such table/);
    await bindings.DB.prepare('ALTER TABLE hidden RENAME TO tokens').run();
  });
});
