/**
 * Tests of calls with a passing fault of D1 and R2: at an operation once, and at all of them. The sender repeats a busy call, as
 * the pages do; then everything is stored once, and every stored file can be read.
 */

import { beforeAll, describe, expect, it } from 'vitest';
// A code that each subject asked for would make the tests several times as long.
import { keyedHash } from '../../../../functions/admin/secrets/keys.ts';
import { pauseTimes } from '../../../../functions/platform/passing-faults.ts';
import type { EndpointId } from '../../../../src/domain/api/endpoints.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
  byApplicationCall,
} from '../../../../src/domain/application/types.ts';
import { APPLICATION_PATHS } from '../../../fixtures/applicants.ts';
import { createApplication, formOf, newEmail, PASSWORD, shortValues, tokenOf, validValues } from './applications.ts';
import { type Fault, faultyEnv } from './faults.ts';
import { bindings, type CallOptions, call, migrate, runSweep } from './host.ts';
import { tokenHash } from './storage.ts';

const { DB, FILES } = bindings;

/** As D1, R2 and service bindings say it. */
const MESSAGES = [
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB reset because its code was updated.',
  'D1_ERROR: Currently processing a long-running export.',
  'put: We encountered an internal error. Please try again. (10001)',
];

let templates: Record<ApplicationType, string>;
let count = 0;

interface Subject {
  id: string;
  email: string;
  token: string;
  /** Of mailed links, the idempotency key, the message and the parcel. */
  secret: string;
}

/** An applicant who may change the application and has open links, a code, a visa, a deletion request and a parcel. */
async function newSubject(type: ApplicationType): Promise<Subject> {
  count += 1;
  const [id, email, secret] = [`ITV-FAULT${String(count).padStart(5, '0')}`, newEmail(), crypto.randomUUID()];
  const code = keyedHash(bindings, 'reset-code', `${keyedHash(bindings, 'address', email)} 123456`);
  const now = Date.now();
  const insert = (sql: string, ...values: unknown[]) => DB.prepare(sql).bind(...values);
  await DB.batch([
    insert(
      `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
       SELECT ?1, ?2, application_type, locale, password_hash, json_set(fields, '$.email', ?2), 'changes_requested', 1, ?3, ?3
       FROM applicants WHERE id = ?4`,
      ...[id, email, now, templates[type]],
    ),
    insert(
      "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, 0, 'changes_requested', '', ?)",
      ...[id, now],
    ),
    insert(
      'INSERT INTO email_confirmations (applicant_id, email_key, token_hash, sent_at) VALUES (?, ?, ?, ?)',
      ...[id, email, tokenHash(secret), now - 3_600_000],
    ),
    insert('INSERT INTO left_addresses VALUES (?1, ?2, ?2, ?3, ?4)', ...[id, newEmail(), tokenHash(secret), now]),
    insert(
      'INSERT INTO reset_codes (address_hash, applicant_id, code_hash, tries, made_at, hour_began_at, hour_count) VALUES (?, ?, ?, 0, ?4, ?4, 1)',
      ...[keyedHash(bindings, 'address', email), id, code, now - 60_000],
    ),
    insert("INSERT INTO visas VALUES (?, ?, '2026-01-01', '2027-12-31', ?, NULL)", `visa of ${id}`, id, now),
  ]);
  return { id, email, token: await tokenOf(id), secret };
}

type Scenario = (subject: Subject, type: ApplicationType) => { path: string; options?: CallOptions };

const json = (path: string, body: object): ReturnType<Scenario> => ({ path, options: { json: body } });
const own = (path: string, { token }: Subject, options: CallOptions = {}) => ({ path, options: { token, ...options } });

const created: Scenario = ({ secret, id }, type) => ({
  path: APPLICATION_PATHS[type],
  options: {
    headers: { 'Idempotency-Key': secret },
    body: formOf(type, shortValues({ email: `new-${id.toLowerCase()}@example.org` }), { password: PASSWORD }),
  },
});
const updated: Scenario = (subject, type) =>
  own(`${APPLICATION_PATHS[type]}/${subject.id}`, subject, {
    body: formOf(type, shortValues({ email: subject.email })),
  });
/** @param seconds lifetime of a new parcel */
const parcel =
  (path: (id: string) => string, method: string, seconds?: number): Scenario =>
  ({ secret }) => {
    const key = tokenHash(secret).slice(0, 43);
    const headers: Record<string, string> = { 'Parcel-Key': key };
    if (method === 'PUT') Object.assign(headers, { 'Content-Type': 'application/octet-stream', 'If-None-Match': '*' });
    if (seconds) headers['Parcel-Lifetime'] = String(seconds);
    return {
      path: path(secret.replaceAll('-', '').slice(0, 22)),
      options: { method, headers, ...(method === 'PUT' ? { body: 'sealed' } : {}) },
    };
  };

/** A call of each endpoint that succeeds without faults. */
const SCENARIOS: Record<EndpointId, Scenario> = {
  login: ({ email }) => json('/user-login', { email, password: PASSWORD }),
  logout: (subject) => own('/user-logout', subject, { method: 'POST' }),
  changePassword: (subject, type) =>
    own(`/change-password/${type}/${subject.id}`, subject, {
      json: { new_password: 'another kettle in the hall', current_password: PASSWORD },
    }),
  checkEmail: ({ email }) => json('/check-email', { email }),
  ...byApplicationCall('create', () => created),
  ...byApplicationCall('update', () => updated),
  requestResetCode: ({ email }) => json('/forgot-password-token', { email }),
  checkResetCode: ({ email }) => json('/check-forgot-password-token', { email, code: '123456' }),
  resetPassword: ({ email }) =>
    json('/forgot-password-by-code', { email, code: '123456', password: 'another kettle in the hall' }),
  restoreEmail: ({ secret }) => json('/restore-email', { token: secret }),
  currentUser: (subject) => own('/user', subject),
  listSessions: (subject) => own('/user/sessions', subject),
  endOtherSessions: (subject) => own('/user/sessions', subject, { method: 'DELETE' }),
  withdraw: (subject) => own('/user/withdraw', subject, { method: 'POST' }),
  askForDeletion: (subject) => own('/user/deletion-request', subject, { method: 'POST' }),
  endDeletionRequest: (subject) => own('/user/deletion-request', subject, { method: 'DELETE' }),
  sendConfirmation: (subject) => own('/user/email-confirmation', subject, { method: 'POST' }),
  confirmEmail: ({ secret }) => json('/confirm-email', { token: secret }),
  listMessages: (subject) => own('/user/messages', subject),
  sendMessage: (subject) =>
    own('/user/messages', subject, { json: { id: subject.secret, text: 'When will it be ready?' } }),
  acceptsMessages: () => ({ path: '/messages' }),
  askQuestion: ({ secret, email }) => ({
    path: '/messages',
    options: {
      json: { id: secret, text: 'Which documents?', email, name: 'Anna', application: '' },
      headers: { 'X-Client-Address': `2001:db8:${count.toString(16)}::1` },
    },
  }),
  employeeVisa: () => ({ path: '/employee-visa/AAAAAAAAAAAAAAAAAAAAAAAA' }),
  supportsParcels: () => ({ path: '/parcels' }),
  putParcel: parcel((id) => `/parcels/${id}`, 'PUT', 86_400),
  getParcel: parcel((id) => `/parcels/${id}`, 'GET'),
  deleteParcel: parcel((id) => `/parcels/${id}`, 'DELETE'),
  putBlob: parcel((id) => `/parcels/${id}/${id}`, 'PUT'),
  getBlob: parcel((id) => `/parcels/${id}/${id}`, 'GET'),
  deleteBlob: parcel((id) => `/parcels/${id}/${id}`, 'DELETE'),
};

const typeOf = (id: EndpointId) =>
  APPLICATION_TYPES.find((type) => Object.values(APPLICATION_ENDPOINTS[type]).some((call) => call === id));

/** What a lost result leaves for the repeated call, which finds its work done. */
const FOUND_DONE: Partial<Record<EndpointId, number>> = {
  ...{ logout: 403, restoreEmail: 400, withdraw: 409, endDeletionRequest: 409, resetPassword: 400 },
  ...{ deleteParcel: 410, deleteBlob: 410, putParcel: 412, putBlob: 412, sendConfirmation: 429, updateFounder: 409 },
};

/** The rows of a subject by table, and of what was sent with its secret. */
async function storedOf({ id, email, secret }: Subject): Promise<Record<string, number>> {
  const counts: [string, string][] = [
    ['applicants', `SELECT count(*) FROM applicants WHERE email_key LIKE '%${id.toLowerCase()}%' OR id = '${id}'`],
    ['history', `SELECT count(*) FROM status_history WHERE applicant_id = '${id}'`],
    ['versions', `SELECT count(*) FROM application_versions WHERE applicant_id = '${id}'`],
    ['files', `SELECT count(*) FROM files WHERE applicant_id = '${id}'`],
    ['sessions', `SELECT count(*) FROM tokens WHERE applicant_id = '${id}'`],
    ['mails', `SELECT count(*) FROM mails WHERE applicant_id = '${id}'`],
    ['requests', `SELECT count(*) FROM deletion_requests WHERE applicant_id = '${id}'`],
    ['messages', `SELECT count(*) FROM messages WHERE key = '${secret}' OR email = '${email}'`],
    ['parcels', `SELECT count(*) FROM parcels WHERE id = '${secret.replaceAll('-', '').slice(0, 22)}'`],
  ];
  const results = await DB.batch<Record<string, number>>(counts.map(([, sql]) => DB.prepare(sql)));
  return Object.fromEntries(counts.map(([name], at) => [name, Object.values(results[at]?.results[0] ?? {})[0] ?? -1]));
}

async function prepared(
  id: EndpointId,
): Promise<{ subject: Subject; send: (env?: CallOptions['env']) => Promise<Response> }> {
  const type = typeOf(id) ?? 'founder';
  const subject = await newSubject(type);
  const send = (env = bindings) => {
    const { path, options } = SCENARIOS[id](subject, type);
    return call(path, { ...options, env });
  };
  const before: EndpointId[] =
    id === 'endDeletionRequest'
      ? ['askForDeletion']
      : /^(?:get|delete|put)(?:Blob|Parcel)$/.test(id) && id !== 'putParcel'
        ? ['putParcel', ...(id.endsWith('Blob') && id !== 'putBlob' ? (['putBlob'] as const) : [])]
        : [];
  for (const one of before) {
    const { path, options } = SCENARIOS[one](subject, type);
    expect((await call(path, options ?? {})).status, one).toBeLessThan(300);
  }
  return { subject, send };
}

/** Every call of the table. */
export const CALLS = Object.keys(SCENARIOS) as EndpointId[];

/**
 * Defines the tests.
 * @param every which operations fail: 1 for all, 5 for every fifth
 */
export function testFaults(calls: readonly EndpointId[], every: number): void {
  beforeAll(async () => {
    pauseTimes.passing = pauseTimes.passing.map(() => 0);
    await migrate();
    const made = await Promise.all(APPLICATION_TYPES.map((type) => createApplication({ type, values: validValues() })));
    templates = Object.fromEntries(made.map((record) => [record.application_type, record.id])) as typeof templates;
  });

  describe.each(calls)('%s', (id) => {
    it('a fault at any operation stores everything once, and never is a 500', async () => {
      const plain = await prepared(id);
      const { env, operations } = faultyEnv(null);
      const { status } = await plain.send(env);
      const expected = await storedOf(plain.subject);
      // Other types share the code of founders.
      const step = every * ((typeOf(id) ?? 'founder') === 'founder' ? 1 : 5);
      const faults = Array.from({ length: Math.ceil(operations() / step) }, (_, nth) => nth * step).flatMap((at) =>
        [false, true].map((isExecuted) => ({ at, isExecuted })),
      );
      for (const [nth, { at, isExecuted }] of faults.entries()) {
        const fault: Fault = { from: at + 1, count: 1, isExecuted, message: MESSAGES[nth % MESSAGES.length] ?? '' };
        const { subject, send } = await prepared(id);
        const response = await send(faultyEnv(fault).env);
        const about = `${JSON.stringify(fault)} ${response.status}`;
        if (response.status !== status) {
          expect([response.status, response.headers.has('Retry-After')], about).toEqual([503, true]);
          expect([status, FOUND_DONE[id]], about).toContain((await send()).status);
        }
        expect(await storedOf(subject), about).toEqual(expected);
      }
    });

    it('while all operations fail it is busy, and succeeds afterwards', async () => {
      const { env } = faultyEnv({
        from: 1,
        count: Number.POSITIVE_INFINITY,
        isExecuted: false,
        message: MESSAGES[0] ?? '',
      });
      const { subject, send } = await prepared(id);
      const response = await send(env);
      if (response.status !== 200) expect([response.status, response.headers.has('Retry-After')]).toEqual([503, true]);
      const plain = await prepared(id);
      expect((await send()).status).toBe((await plain.send()).status);
      expect(await storedOf(subject)).toEqual(await storedOf(plain.subject));
    });
  });

  it('every stored file can be read after all faults and a sweep', async () => {
    await runSweep(Date.now() + 61 * 60_000);
    const { results } = await DB.prepare('SELECT id FROM files').all<{ id: string }>();
    expect(results.length).toBeGreaterThan(50);
    for (const { id } of results) expect(await FILES.head(id), id).not.toBeNull();
  });
}
