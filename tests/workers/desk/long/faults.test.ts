/** Passing faults of D1 at the desk: each page and form with a fault at every operation, before it is executed and after. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pauseTimes } from '../../../../functions/platform/passing-faults.ts';
import { createApplication } from '../../admin/support/applications.ts';
import { faultyEnv } from '../../admin/support/faults.ts';
import { migrate } from '../../admin/support/host.ts';
import { bindings, officer } from '../support/desk.ts';
import { serveKeys } from '../support/officers.ts';

const { DB } = bindings;
const MESSAGE = 'D1_ERROR: Network connection lost.';
const TABLES = ['status_history', 'decisions', 'mails', 'notes', 'desk_actions', 'visas', 'messages', 'note_templates'];
/** What else a form may change. */
const STATES = {
  applicants: 'SELECT count(*) AS count FROM applicants',
  anonymised: 'SELECT count(*) AS count FROM applicants WHERE anonymised_at IS NOT NULL',
  files: 'SELECT count(*) AS count FROM files',
  orphans: 'SELECT count(*) AS count FROM orphaned_objects',
  answers: 'SELECT count(*) AS count FROM deletion_requests WHERE answered_at IS NOT NULL',
  ended: "SELECT count(*) AS count FROM messages WHERE state <> 'open'",
  due: "SELECT count(*) AS count FROM mails WHERE state = 'waiting'",
};

let template = '';
beforeAll(async () => {
  pauseTimes.passing = pauseTimes.passing.map(() => 0);
  await migrate();
  serveKeys();
  template = (await createApplication({ type: 'founder' })).id;
});
beforeEach(async () => {
  serveKeys();
  await DB.batch(TABLES.map((table) => DB.prepare(`DELETE FROM ${table}`)));
});

let nth = 0;
/** A copy of the application, at a stage. */
async function subject({ status = 'submitted', before }: Scenario): Promise<string> {
  nth += 1;
  const id = `ITV-FA0000${String(nth).padStart(4, '0')}`;
  const statuses = status === 'submitted' ? [status] : ['submitted', status];
  await DB.batch([
    DB.prepare(
      `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
       SELECT ?1, lower(?1), application_type, 'en', 'hash', fields, ?2, 1, 1, 1 FROM applicants WHERE id = ?3`,
    ).bind(id, status, template),
    ...statuses.map((one, at) =>
      DB.prepare(
        "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, ?, ?, '', ?)",
      ).bind(...[id, at, one, at]),
    ),
  ]);
  await before?.(id);
  return id;
}

/** Rows by table, of all applications together. */
async function counts(): Promise<Record<string, number>> {
  const counted = {
    ...Object.fromEntries(TABLES.map((name) => [name, `SELECT count(*) AS count FROM ${name}`])),
    ...STATES,
  };
  const rows = await DB.batch<{ count: number }>(Object.values(counted).map((query) => DB.prepare(query)));
  return Object.fromEntries(Object.keys(counted).map((name, at) => [name, rows[at]?.results[0]?.count ?? -1]));
}
async function added<Result>(work: () => Promise<Result>) {
  const before = await counts();
  const result = await work();
  const after = await counts();
  return {
    result,
    rows: Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])),
  };
}

interface Scenario {
  status?: string;
  path: (id: string) => string;
  form?: Record<string, string> | ((id: string) => Record<string, string>);
  env?: Partial<typeof bindings>;
  /** What is done before, without faults. */
  before?: (id: string) => Promise<unknown>;
}
const decision = (status: string, from: string, form = {}): Scenario => ({
  status: from,
  path: (id) => `/applications/${id}/decision/${status}`,
  form: { step: 'confirm', note: 'x', reason: 'other', sure: 'same', ...form },
});
const SCENARIOS: Record<string, Scenario> = {
  queue: { path: () => '/' },
  application: { path: (id) => `/applications/${id}` },
  review: decision('in_review', 'submitted'),
  approval: decision('approved', 'in_review'),
  refusal: decision('rejected', 'in_review'),
  visa: decision('visa_issued', 'approved', { from: '2030-01-01', to: '2030-02-01' }),
  assignment: { path: (id) => `/applications/${id}/assign`, form: { to: 'me', from: '' } },
  note: { path: (id) => `/applications/${id}/note`, form: { text: 'Called' } },
  undo: {
    status: 'in_review',
    path: (id) => `/applications/${id}/undo`,
    form: { made: '1' },
    before: (id) =>
      DB.prepare(
        `INSERT INTO decisions (applicant_id, status, form, officer, four_eyes, made_at, due_at, version, entries, seen_at)
         VALUES (?, 'approved', '{}', 'anna@office.example', 0, 1, 9e12, 1, 2, 1)`,
      )
        .bind(id)
        .run(),
  },
  message: { path: (id) => `/applications/${id}/write`, form: { message: 'Bring the original' } },
  erasure: {
    path: (id) => `/applications/${id}/erase`,
    form: (id) => ({ typed: id }),
    before: (id) => addFile(id),
  },
  anonymising: {
    status: 'rejected',
    path: (id) => `/applications/${id}/anonymise`,
    form: (id) => ({ typed: id }),
    env: { RETENTION_MONTHS: '1' },
    before: (id) => addFile(id),
  },
  'answer to a deletion request': {
    path: (id) => `/applications/${id}/decline`,
    form: { note: 'A visa is in force' },
    before: (id) =>
      DB.prepare('INSERT INTO deletion_requests (applicant_id, id, asked_at) VALUES (?1, ?1, 1)').bind(id).run(),
  },
  answer: { path: (id) => `/messages/Q-${id}`, form: { text: 'On Monday' }, before: (id) => addMessage(id) },
  'closed message': {
    path: (id) => `/messages/Q-${id}/close`,
    form: {},
    before: (id) => addMessage(id),
  },
  'mail sent again': {
    path: (id) => `/mails/M-${id}`,
    form: { mail: 'sent.1' },
    before: (id) =>
      DB.prepare(
        `INSERT INTO mails (id, applicant_id, kind, content, made_at, due_at, expires_at, state, tries, tried_at)
         VALUES (?, ?, 'received', '{}', 1, 1, 9e12, 'sent', 1, 1)`,
      )
        .bind(`M-${id}`, id)
        .run(),
  },
  template: {
    path: () => '/templates',
    // The same template is stored once.
    form: (id) => ({ title: id, status: 'rejected', ru: 'т', en: 't', step: 'save' }),
  },
};

const addMessage = (id: string) =>
  DB.prepare(
    `INSERT INTO messages (id, key, applicant_id, name, number, locale, text, sender, sent_at)
     VALUES (?1, ?1, ?2, '', '', 'en', 'When?', '', 1)`,
  )
    .bind(`Q-${id}`, id)
    .run();

async function addFile(id: string): Promise<void> {
  await bindings.FILES.put(`F-${id}`, 'bytes');
  await DB.prepare(
    `INSERT INTO files (id, applicant_id, field, name, type, size, sha256)
     SELECT ?1, ?2, field, name, type, size, sha256 FROM files WHERE applicant_id = ?3 LIMIT 1`,
  )
    .bind(`F-${id}`, id, template)
    .run();
}

/** Sends what the scenario says. @param env of the request only; what it needs before is read without faults */
async function send({ path, form, env: own }: Scenario, id: string, env: Partial<typeof bindings> = {}) {
  const plain = await officer('anna@office.example');
  const anna = await officer('anna@office.example', undefined, { ...own, ...env });
  const fields = typeof form === 'function' ? form(id) : form;
  return fields ? anna.post(path(id), { ...fields, seen: await plain.seen(id) }) : anna.get(path(id));
}

describe.each(Object.entries(SCENARIOS))('%s', (_, scenario) => {
  it('a fault at any operation writes everything once, and the officer does not see it', async () => {
    const plain = faultyEnv(null);
    const first = await subject(scenario);
    const usual = await added(async () => (await send(scenario, first, { DB: plain.env.DB })).status);
    expect([200, 303], JSON.stringify(usual)).toContain(usual.result);
    for (let from = 1; from <= plain.operations(); from += 1)
      for (const isExecuted of [false, true]) {
        const id = await subject(scenario);
        const { DB: faulty } = faultyEnv({ from, count: 1, isExecuted, message: MESSAGE }).env;
        const told = await added(async () => (await send(scenario, id, { DB: faulty })).status);
        expect(told, JSON.stringify({ from, isExecuted })).toEqual(usual);
      }
  });

  it('while all operations fail, the page says so, keeps what was typed, and nothing is stored', async () => {
    const id = await subject(scenario);
    const { DB: faulty } = faultyEnv({ from: 1, count: Infinity, isExecuted: false, message: MESSAGE }).env;
    const { result, rows } = await added(() => send(scenario, id, { DB: faulty }));
    expect([result.status, result.headers.get('Retry-After')]).toEqual([503, '5']);
    const page = await result.text();
    expect(page).toContain('The database is busy');
    for (const text of Object.entries(typeof scenario.form === 'object' ? scenario.form : {}))
      if (['note', 'text', 'message'].includes(text[0])) expect(page).toContain(`>${text[1]}<`);
    expect(Object.values(rows).filter((count) => count !== 0)).toEqual([]);
  });
});
