/**
 * The work of both crons with a passing fault at each of its operations on database, bucket and mail: once, for ten seconds, and
 * until the run ends. Later runs are well; then every mail was sent once or is unclear, and all other work is done.
 */
import { beforeAll, expect, it } from 'vitest';
import { pauseTimes } from '../../../../functions/platform/passing-faults.ts';
import { createApplication, newEmail, shortValues } from '../support/applications.ts';
import { desk } from '../support/desk.ts';
import { type Fault, faultyEnv } from '../support/faults.ts';
import { bindings, mails, migrate, runMail, runSweep } from '../support/host.ts';

const { DB, FILES } = bindings;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OWNER = 'owner@example.org';
const KINDS = ['alarm', 'deletionDeclined', 'passwordChanged', 'reminder'];
const MESSAGE = 'Network connection lost.';

/** Attempts that fall into ten seconds: with {@link pauseTimes} the fifth comes after thirteen. */
const TEN_SECONDS = 4;

const cronEnv = (env = bindings) => ({ ...env, ALARM_TO: OWNER, ANSWER_DAYS: '20' });
let [id, email] = ['', ''];

beforeAll(async () => {
  for (const kind of ['passing', 'background'] as const) pauseTimes[kind] = pauseTimes[kind].map(() => 0);
  await migrate();
  email = newEmail();
  ({ id } = await createApplication({ type: 'founder', values: shortValues({ email }) }));
});

/** What is due at `now`: three mails, one of them of nobody, a reminder, an alarm, an orphan and the counters of an erased one. */
async function prepare(): Promise<void> {
  const now = Date.now();
  const insert = (sql: string, ...values: unknown[]) => DB.prepare(sql).bind(...values);
  const mail = (mailId: string, of: string | null, kind: string, content: string) =>
    insert(
      'INSERT INTO mails (id, applicant_id, kind, content, made_at, due_at, expires_at) VALUES (?, ?, ?, ?, ?5, ?5, ?6)',
      ...[mailId, of, kind, content, now, now + DAY],
    );
  await DB.batch([
    ...['mails', 'last_runs', 'erased_addresses', 'orphaned_objects', 'sign_in_tries'].map((table) =>
      DB.prepare(`DELETE FROM ${table}`),
    ),
    mail('M-1', id, 'passwordChanged', '{}'),
    mail('M-2', id, 'deletionDeclined', JSON.stringify({ id, note: 'The law requires it' })),
    mail('M-3', null, 'passwordChanged', '{}'),
    insert("UPDATE applicants SET status = 'changes_requested', stage_since = ? WHERE id = ?", now - 14 * DAY, id),
    insert(
      "UPDATE status_history SET status = 'changes_requested', created_at = ?, reminded_at = NULL WHERE applicant_id = ?",
      ...[now - 14 * DAY, id],
    ),
    insert('INSERT INTO erased_addresses (email_key) VALUES (?)', 'erased@example.org'),
    insert('INSERT INTO orphaned_objects (id, made_at) VALUES (?, ?)', 'an-orphan', now - DAY),
  ]);
  await FILES.put('an-orphan', 'x');
  mails.length = 0;
}

/** Runs both crons, as the platform does: a failed run is not repeated. */
async function runs(now: number, env = cronEnv()): Promise<void> {
  await runSweep(now, env).catch(() => undefined);
  await runMail(now, env).catch(() => undefined);
}

/** Runs both crons as they come until everything is settled. */
async function settle(now: number): Promise<void> {
  for (const minutes of [1, 16, 61]) await runs(now + minutes * MINUTE);
}

/** All work, done once. `left` counts what should be deleted. */
async function state() {
  const { data } = await desk('mails', '--all');
  const rows = data as { kind: string; state: string }[];
  const left = await DB.prepare(
    'SELECT (SELECT count(*) FROM erased_addresses) + (SELECT count(*) FROM orphaned_objects) AS left',
  ).first<number>('left');
  return {
    kinds: [...new Set(rows.map(({ kind }) => kind))].sort(),
    unclear: rows.filter((row) => row.state === 'unclear').length,
    others: rows.filter((row) => !['sent', 'unclear'].includes(row.state)).length,
    // An alarm about an unclear mail is another alarm.
    rows: rows.length,
    sent: mails.map(({ to, text }) => `${to} ${text}`),
    left: (left ?? 0) + ((await FILES.head('an-orphan')) ? 1 : 0),
  };
}

it.each([
  ['once', 1],
  ['for ten seconds', TEN_SECONDS],
  ['until the runs end', Number.POSITIVE_INFINITY],
])(
  'a fault %s at any operation of a cron mails nothing twice and loses nothing',
  { timeout: 600_000 },
  async (_, count) => {
    const plain = faultyEnv(null);
    await prepare();
    await runs(Date.now(), cronEnv(plain.env));
    expect(plain.operations()).toBeGreaterThan(20);
    for (let from = 1; from <= plain.operations(); from += 1)
      for (const isExecuted of [false, true]) {
        const fault: Fault = { from, count, isExecuted, message: MESSAGE };
        const about = JSON.stringify(fault);
        await prepare();
        await runs(Date.now(), cronEnv(faultyEnv(fault).env));
        await settle(Date.now());
        const { kinds, unclear, others, rows, sent, left } = await state();
        expect([kinds, others, left], about).toEqual([KINDS, 0, 0]);
        expect(new Set(sent).size, about).toBe(sent.length);
        // Only a mail that may have been sent is unclear, and no other is missing.
        expect(sent.length, about).toBeGreaterThanOrEqual(rows - unclear);
        expect(sent.length, about).toBeLessThanOrEqual(rows);
        if (count === 1) expect(unclear, about).toBeLessThanOrEqual(1);
      }
  },
);
