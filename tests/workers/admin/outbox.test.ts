/** The mail outbox: mails are written with their event, retried, sent once, and their secrets are unreadable. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cursor } from '../../../functions/admin/store/lists.ts';
import { Outbox } from '../../../functions/admin/store/outbox.ts';
import { pauseTimes } from '../../../functions/platform/passing-faults.ts';
import { create, createApplication, formOf, newEmail, PASSWORD, shortValues, tokenOf } from './support/applications.ts';
import { envWith } from './support/between.ts';
import { MINUTE, NOW, setClock } from './support/clock.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runMail, runSweep } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

const { DB } = bindings;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(migrate);
beforeEach(async () => {
  await DB.prepare('DELETE FROM mails').run();
  mails.length = 0;
});

const failing = (error: object) => ({ send: () => Promise.reject(error) }) as unknown as SendEmail;
const DOWN = { ...bindings, MAIL: failing(Object.assign(new Error('to a@example.org'), { code: 'E_DOWN' })) };

interface ListedMail {
  kind: string;
  state: string;
  tries: number;
  error: string;
  dueAt: string;
}
/** The mails of an application, or all, as operators list them. */
const rows = async (...number: string[]) => (await desk('mails', ...number, '--all')).data as ListedMail[];
const dueTime = async (id: string) => Date.parse((await rows(id))[0]?.dueAt ?? '');
/** Queues one mail whose first attempt failed. */
async function failedMail(email = newEmail()) {
  const { id } = await createApplication({ type: 'founder', values: shortValues({ email }), env: DOWN });
  return { id, email };
}
const forget = (email: string, env = bindings) => call('/forgot-password-token', { json: { email }, env });

/** A database whose writes fail when they contain the given text. */
function failingAt(sql: string): D1Database {
  return new Proxy(DB, {
    get: (db, name) => {
      if (name === 'prepare')
        return (text: string) => {
          if (text.includes(sql)) throw new Error('the process has died');
          return db.prepare(text);
        };
      const value: unknown = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
}

/** Makes the database refuse mails while `work` runs. */
async function whileRefused(work: () => Promise<unknown>): Promise<void> {
  await DB.prepare("CREATE TRIGGER refuse BEFORE INSERT ON mails BEGIN SELECT RAISE(ABORT, 'refused'); END").run();
  try {
    await work();
  } finally {
    await DB.prepare('DROP TRIGGER refuse').run();
  }
}

describe('a mail and its event', () => {
  it('a mail and its event are both written or neither is', async () => {
    const email = newEmail();
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
    const token = await tokenOf(id);
    const change = { new_password: 'blue lantern on the roof' };
    const works: (() => Promise<unknown>)[] = [
      async () => expect((await forget(email)).status).toBe(500),
      async () => expect((await call(`/change-password/founder/${id}`, { token, json: change })).status).toBe(500),
      async () => {
        const body = formOf('founder', shortValues({ email: newEmail() }), { current_password: PASSWORD });
        expect((await call(`/founders/${id}`, { token, body })).status).toBe(500);
      },
      async () => expect((await create({ type: 'founder' })).status).toBe(500),
    ];
    for (const work of works) {
      const { sign_in_tries: _, orphaned_objects: __, objects: ___, ...before } = await everythingStored();
      await whileRefused(work);
      expect(await everythingStored()).toMatchObject(before);
    }
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });

  it('mails are deleted with the applicant and after thirty days', async () => {
    const { id } = await createApplication({ type: 'founder' });
    await DB.prepare('DELETE FROM applicants WHERE id = ?').bind(id).run();
    expect(await rows()).toEqual([]);
    await createApplication({ type: 'founder' });
    await runSweep(NOW + 30 * DAY - 1);
    expect(await rows()).toHaveLength(1);
    await runSweep(NOW + 30 * DAY);
    expect(await rows()).toEqual([]);
  });
});

describe('a mail that fails', () => {
  it('a failing mail is retried with growing pauses and stores its reason without an address', async () => {
    const { id, email } = await failedMail();
    expect(await rows(id)).toMatchObject([{ state: 'failed', tries: 1, error: 'Error E_DOWN' }]);
    expect(await dueTime(id)).toBe(NOW + MINUTE);
    await runMail(NOW + MINUTE - 1, DOWN);
    expect((await rows(id))[0]?.tries).toBe(1);
    const pauses: number[] = [];
    for (let tries = 2; tries <= 9; tries += 1) {
      const due = await dueTime(id);
      await runMail(due, DOWN);
      expect((await rows(id))[0]?.tries).toBe(tries);
      pauses.push(((await dueTime(id)) - due) / MINUTE);
    }
    expect(pauses).toEqual([3, 9, 27, 81, 243, 720, 720, 720]);
    expect(JSON.stringify((await everythingStored()).mails)).not.toContain('example.org');
    await runMail(await dueTime(id));
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await rows(id)).toMatchObject([{ state: 'sent', error: '' }]);
  });

  it("a retried mail goes to the applicant's present address", async () => {
    const { id } = await failedMail();
    await DB.prepare(`UPDATE applicants SET fields = json_set(fields, '$.email', 'new@example.org') WHERE id = ?`)
      .bind(id)
      .run();
    await runMail(NOW + MINUTE);
    expect(mails.map(({ to }) => to)).toEqual(['new@example.org']);
  });

  it('a failing mail is given up after three days', async () => {
    const { id } = await failedMail();
    await runMail(NOW + 3 * DAY - 1, DOWN);
    expect(await rows(id)).toMatchObject([{ state: 'failed', tries: 2 }]);
    await runMail(NOW + 4 * DAY);
    expect(await rows(id)).toMatchObject([{ state: 'given_up' }]);
    expect(mails).toEqual([]);
  });

  it('a mail whose tries were missed for three days is tried once, then given up', async () => {
    const { id } = await failedMail();
    await runMail(NOW + 4 * DAY, DOWN);
    expect(await rows(id)).toMatchObject([{ state: 'failed', tries: 2 }]);
    await runMail(NOW + 5 * DAY);
    expect(await rows(id)).toMatchObject([{ state: 'given_up', tries: 2 }]);
    expect(mails).toEqual([]);
    const { email } = await failedMail();
    await runMail(NOW + 4 * DAY);
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });

  it('a change of address that is reported after three days has no link that restores it', async () => {
    const email = newEmail();
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
    const body = formOf('founder', shortValues({ email: newEmail() }), { current_password: PASSWORD });
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body, env: DOWN })).status).toBe(200);
    mails.length = 0;
    await runMail(NOW + 4 * DAY);
    const mail = mails.find(({ to }) => to === email);
    expect(mail?.text).toContain('changed');
    expect(mail?.text).not.toContain('#');
  });

  it('a mail with an expired code is not sent and loses the code', async () => {
    const { email } = await createApplication({ type: 'founder' });
    mails.length = 0;
    await forget(email, DOWN);
    await runMail(NOW + 15 * MINUTE);
    expect(mails).toEqual([]);
    const { mails: stored = [] } = await everythingStored();
    expect(stored).toContainEqual(expect.objectContaining({ kind: 'code', state: 'given_up', sealed: '' }));
  });

  it("a failing mail with a code is replaced by the next code's mail", async () => {
    const { email } = await createApplication({ type: 'founder' });
    mails.length = 0;
    await forget(email, DOWN);
    setClock(45_000);
    await forget(email);
    await runMail(NOW + 5 * MINUTE);
    expect(mails).toHaveLength(1);
    const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
    expect((await call('/check-forgot-password-token', { json: { email, code } })).status).toBe(200);
  });
});

describe('a mail is never sent twice', () => {
  it('two simultaneous sweeps send a mail once', async () => {
    const { email } = await failedMail();
    await Promise.all([runMail(NOW + MINUTE), runMail(NOW + MINUTE), runMail(NOW + MINUTE)]);
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });

  it('a mail whose sender died is not sent again by itself; the desk can resend it', async () => {
    const email = newEmail();
    const env = { ...bindings, DB: failingAt("SET state = 'sent'") };
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email }), env });
    expect(mails).toHaveLength(1);
    await runMail(NOW + 14 * MINUTE);
    expect(await rows(id)).toMatchObject([{ state: 'sending' }]);
    for (const later of [15 * MINUTE, HOUR, 2 * DAY, 4 * DAY]) await runMail(NOW + later);
    expect(mails).toHaveLength(1);
    expect(await rows(id)).toMatchObject([{ state: 'unclear' }]);
    expect((await desk('mails', id)).data).toMatchObject([{ applicantId: id, kind: 'received', state: 'unclear' }]);
    await desk('resend', id);
    expect(mails.map(({ to }) => to)).toEqual([email, email]);
    expect((await desk('mails', id)).data).toEqual([]);
  });
});

it('a fault of the database before a mail is sent leaves it waiting, and the next run sends it', async () => {
  pauseTimes.passing = pauseTimes.passing.map(() => 0);
  const { id, email } = await failedMail();
  const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
  const env = envWith('SELECT status, note', lost, Number.POSITIVE_INFINITY);
  await runMail(NOW + MINUTE, env);
  expect(await rows(id)).toMatchObject([{ state: 'failed', tries: 2 }]);
  await runMail(NOW + 10 * MINUTE);
  expect(mails.map(({ to }) => to)).toEqual([email]);
});

describe('secrets in the outbox', () => {
  it("a mail's secret is in no readable column while it waits, and is gone once the mail is sent", async () => {
    const email = newEmail();
    const { id } = await createApplication({ type: 'founder', values: shortValues({ email }) });
    const token = await tokenOf(id);
    mails.length = 0;
    await forget(email, DOWN);
    const moved = newEmail();
    const body = formOf('founder', shortValues({ email: moved }), { current_password: PASSWORD });
    expect((await call(`/founders/${id}`, { token, body, env: DOWN })).status).toBe(200);
    const waiting = JSON.stringify(await everythingStored());
    await runMail(NOW + MINUTE);
    const secrets = mails.map(({ text }) => /\b\d{6}\b(?=\s)|(?<=#)[\w-]{43}/.exec(text)?.[0] ?? 'none');
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([email, moved]));
    expect(secrets).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^.{43}$/)]),
    );
    for (const secret of secrets) expect(waiting).not.toContain(secret);
    const sent = (await everythingStored()).mails as { sealed: string | null; address: string | null }[];
    expect(sent.map(({ sealed, address }) => [sealed, address])).toEqual(
      expect.arrayContaining([
        ['', null],
        ['', ''],
      ]),
    );
    expect(sent.some(({ sealed, address }) => Boolean(sealed || address))).toBe(false);
  });

  it('no mail secret is kept for an address without an applicant', async () => {
    await forget('stranger@example.com');
    expect((await everythingStored()).mails).toEqual([]);
    await forget('another@example.com', { ...bindings, DB: failingAt('DELETE FROM mails WHERE id') });
    await runSweep(NOW + 31 * DAY);
    expect((await everythingStored()).mails).toEqual([]);
    expect(mails).toEqual([]);
  });
});

it('a waiting mail about an earlier status is dropped when the applicant sends a change', async () => {
  const { id, email } = await createApplication({ type: 'founder' });
  await desk('set', id, 'changes_requested', '--note', 'A sharper scan');
  mails.length = 0;
  const body = formOf('founder', shortValues({ email }));
  expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
  await runMail(NOW + HOUR);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('experts are looking');
});

describe('the ceiling of the day for each kind of mail', () => {
  const env = { ...bindings, MAILS_PER_DAY: '10' };
  const ask = (email: string) => call('/forgot-password-token', { json: { email }, env });

  it('a repeated request for the last code of the day gets the response of the first', async () => {
    for (const email of [newEmail(), newEmail()]) {
      await createApplication({ type: 'founder', values: shortValues({ email }), env });
      expect((await ask(email)).status).toBe(200);
      setClock(10_000);
      expect((await ask(email)).status).toBe(200);
    }
    expect((await ask(newEmail())).status).toBe(429);
  });

  it('a kind at its ceiling waits for the next day, other kinds are sent, and codes are refused alike for any address', async () => {
    const addresses = [newEmail(), newEmail(), newEmail()];
    for (const email of addresses) await createApplication({ type: 'founder', values: shortValues({ email }), env });
    await expect.poll(() => mails.filter(({ to }) => addresses.includes(to)).length).toBe(2);
    await runMail(Date.now(), env);
    expect(mails.filter(({ to }) => addresses.includes(to))).toHaveLength(2);
    for (const email of addresses.slice(0, 2)) expect((await ask(email)).status).toBe(200);
    await expect.poll(() => mails.filter(({ subject }) => subject.includes('code')).length).toBeGreaterThanOrEqual(2);
    for (const email of [addresses[2] ?? '', 'nobody@example.org']) {
      const refused = await ask(email);
      expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(24 * 3600 + 10);
      expect(await readRefusal(refused)).toEqual({ status: 429, code: 'slow_down' });
    }
    await runMail(Date.now() + 24 * 3_600_000, env);
    expect(mails.filter(({ to, subject }) => addresses.includes(to) && !subject.includes('code'))).toHaveLength(3);
  });
});

it('a list of mails continues after one that was deleted meanwhile, also among mails of the same time', async () => {
  const outbox = new Outbox(DB);
  const ids = ['a', 'b', 'c', 'd'];
  const mail = { applicantId: null, kind: 'alarm', content: '{}', sealed: null, address: 'a@example.org' };
  const times = { madeAt: NOW, dueAt: NOW, expiresAt: NOW + DAY };
  await DB.batch(ids.map((id) => outbox.insert({ id, ...mail, ...times })));
  const page = (after: Cursor | null) => outbox.list({ applicantId: null, sent: false }, { after, limit: 2 });
  const first = (await page(null)).map(({ id }) => id);
  await DB.prepare('DELETE FROM mails WHERE id = ?').bind(first[1]).run();
  const next = await page({ at: NOW, id: first[1] ?? '' });
  const second = await page({ at: NOW, id: next.at(-1)?.id ?? '' });
  expect([...next, ...second].map(({ id }) => id)).toEqual(['d', 'b', 'a']);
});
