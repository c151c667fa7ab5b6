/** Closed applications are anonymised after their retention, and open ones never. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEnv } from '../../../functions/admin/runtime/env.ts';
import { retentionDates } from '../../../functions/office/personal-data.ts';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { create, createApplication, openSession, PASSWORD, validValues } from './support/applications.ts';
import { envWith } from './support/between.ts';
import { desk, deskWith, expectRefusal, t } from './support/desk.ts';
import { bindings, call, migrate, readRefusal, runSweep } from './support/host.ts';
import { addRows } from './support/many.ts';
import { planOf, watchDatabase } from './support/query-plans.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

const YEAR: AdminEnv = { ...bindings, RETENTION_MONTHS: '12' };
const inYear = (now: number, given: object = {}) => deskWith({ operator: { env: YEAR }, now, ...given });
const time = (text: string) => Date.parse(`${text}Z`);

beforeAll(migrate);
beforeEach(async () => {
  await bindings.DB.batch(
    ['applicants', 'orphaned_objects'].map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)),
  );
  await bindings.FILES.delete(await objectKeys());
});

/** The shortest path to a status from a new application. */
function wayTo(status: Status): Status[] {
  const ways: Status[][] = [['submitted']];
  for (const way of ways) {
    const last = way.at(-1) ?? 'submitted';
    if (last === status) return way.slice(1);
    ways.push(...STAGES[last].next.filter((next) => !way.includes(next)).map((next) => [...way, next]));
  }
  throw new RangeError(`no way leads to ${status}`);
}

const insert = (sql: string, ...values: unknown[]) => bindings.DB.prepare(sql).bind(...values);

/** Adds an entry to the history, as a decision does. */
const addStatus = (id: string, position: number, status: Status, at: number) =>
  bindings.DB.batch([
    insert(
      "INSERT INTO status_history (applicant_id, position, status, note, created_at) VALUES (?, ?, ?, '', ?)",
      ...[id, position, status, at],
    ),
    insert('UPDATE applicants SET status = ? WHERE id = ?', status, id),
  ]);

let count = 0;
/** Adds an applicant with a row in most tables, a file, and the given status, time, and last day of the visa. */
async function applicantIn(status: Status, now: number, validTo = '2020-12-31'): Promise<string> {
  const id = `ITV-TST${++count}`;
  const [file, email] = [`file-${id}`, `${id}@example.org`];
  const path: readonly Status[] = ['submitted', ...wayTo(status)];
  const fields = { surname: 'Quixotrell', name: 'Anna', fio: 'Quixotrell Anna', email, file4: file };
  await bindings.FILES.put(file, 'a passport');
  await addRows([{ id, fields, history: path.map((one) => [one, now]) }]);
  const code = String(count).padStart(24, '0');
  const revokedAt = path.some((one) => STAGES[one].revokesVisa) ? now : null;
  await bindings.DB.batch([
    insert("UPDATE applicants SET request_id = 'request-' || id WHERE id = ?", id),
    insert("UPDATE status_history SET note = 'Quixotrell' WHERE applicant_id = ? AND position > 0", id),
    insert("INSERT INTO files VALUES (?, ?, 'file4', 'Anna.pdf', 'application/pdf', 1, '', NULL)", file, id),
    insert(
      'INSERT INTO email_confirmations (applicant_id, email_key, token_hash, sent_at) VALUES (?1, ?2, ?1, ?3)',
      id,
      email,
      now,
    ),
    insert("INSERT INTO deletion_requests (applicant_id, id, asked_at) VALUES (?1, 'asked-' || ?1, ?2)", id, now),
    ...(path.some((one) => STAGES[one].issuesVisa)
      ? [insert("INSERT INTO visas VALUES (?, ?, '2020-01-01', ?, ?, ?)", code, id, validTo, now, revokedAt)]
      : []),
  ]);
  return id;
}

const anonymised = async () => {
  const { results } = await bindings.DB.prepare(
    'SELECT id FROM applicants WHERE anonymised_at IS NOT NULL ORDER BY id',
  ).all<{ id: string }>();
  return results.map(({ id }) => id);
};

describe('retention in the sweep', () => {
  it.each(STATUSES)('the sweep anonymises %s after years only where it is closed', async (status) => {
    const id = await applicantIn(status, time('2020-01-01T00:00'));
    await runSweep(time('2026-01-01T00:00'), YEAR);
    expect(await anonymised()).toEqual(STAGES[status].phase === 'now' ? [] : [id]);
  });

  it.each(STATUSES)('the sweep never anonymises %s without a retention', async (status) => {
    await applicantIn(status, time('2020-01-01T00:00'));
    const before = await everythingStored();
    await runSweep(time('2026-01-01T00:00'));
    expect(await everythingStored()).toEqual(before);
  });

  it.each([
    ['2025-03-15T00:00', '2026-03-15T23:59', false],
    ['2025-03-15T23:59', '2026-03-15T23:59', false],
    ['2025-03-15T23:59', '2026-03-16T00:00', true],
    // The year after has no 29 February.
    ['2024-02-29T12:00', '2025-02-28T23:59', false],
    ['2024-02-29T12:00', '2025-03-01T00:00', true],
  ])('an application rejected at %s is kept until the year is over (%s: %s)', async (rejected, now, isDue) => {
    const id = await applicantIn('rejected', time(rejected));
    await runSweep(time(now), YEAR);
    expect(await anonymised()).toEqual(isDue ? [id] : []);
  });

  it.each([
    ['2025-06-30', '2026-06-30T23:59', false],
    ['2025-06-30', '2026-07-01T00:00', true],
    ['2026-12-31', '2026-07-01T00:00', false],
  ])('the retention of a visa starts at its last day, %s (%s: %s)', async (validTo, now, isDue) => {
    const id = await applicantIn('visa_issued', time('2024-01-01T00:00'), validTo);
    await runSweep(time(now), YEAR);
    expect(await anonymised()).toEqual(isDue ? [id] : []);
  });

  it('the retention of a visa that ended before its issue starts at the issue', async () => {
    await applicantIn('visa_issued', time('2025-06-01T00:00'), '2024-01-31');
    await runSweep(time('2026-05-31T00:00'), YEAR);
    expect(await anonymised()).toEqual([]);
  });

  it('the retention starts at the last status: a new application is open, a new refusal restarts it', async () => {
    const open = await applicantIn('rejected', time('2020-01-01T00:00'));
    await addStatus(open, 2, 'submitted', time('2020-02-01T00:00'));
    await runSweep(time('2026-01-01T00:00'), YEAR);
    expect(await anonymised()).toEqual([]);
    await addStatus(open, 3, 'rejected', time('2025-12-01T00:00'));
    await runSweep(time('2026-11-30T00:00'), YEAR);
    expect(await anonymised()).toEqual([]);
    await runSweep(time('2026-12-02T00:00'), YEAR);
    expect(await anonymised()).toEqual([open]);
  });

  it('the sweep anonymises several batches, and finds nothing the next time', async () => {
    await Promise.all(Array.from({ length: 53 }, () => applicantIn('rejected', time('2020-01-01T00:00'))));
    await runSweep(time('2026-01-01T00:00'), YEAR);
    expect(await anonymised()).toHaveLength(53);
    expect(await objectKeys()).toEqual([]);
    const before = await everythingStored();
    await runSweep(time('2026-01-02T00:00'), YEAR);
    expect(await everythingStored()).toEqual(before);
  });

  it.each([
    ['is changed', "UPDATE applicants SET status = 'submitted', version = version + 1"],
    ['is erased', 'DELETE FROM applicants'],
  ])(
    'the sweep skips an application that %s at that moment, and retries its batch an hour later',
    async (_what, sql) => {
      const busy = await applicantIn('rejected', time('2020-01-01T00:00'));
      const due = await applicantIn('rejected', time('2020-01-02T00:00'));
      const happens = () => bindings.DB.prepare(`${sql} WHERE id = ?`).bind(busy).run();
      const racing = { ...envWith('INSERT INTO desk_actions', happens), RETENTION_MONTHS: '12' };
      await runSweep(time('2026-01-01T00:00'), racing);
      expect(await anonymised()).toEqual([]);
      await runSweep(time('2026-01-01T01:00'), YEAR);
      expect(await anonymised()).toEqual([due]);
    },
  );

  it('files of an anonymised application that the bucket did not delete are left to the next sweep', async () => {
    await applicantIn('rejected', time('2020-01-01T00:00'));
    const FILES = { delete: () => Promise.reject(new Error('R2 is down')) } as unknown as R2Bucket;
    await expect(runSweep(time('2026-01-01T00:00'), { ...YEAR, FILES })).rejects.toThrow('R2 is down');
    expect(await objectKeys()).toHaveLength(1);
    // The database sets the time when a file was orphaned.
    await runSweep(time('2100-01-01T00:00'), YEAR);
    expect(await objectKeys()).toEqual([]);
  });

  it('applications due for anonymising are found by an index without the anonymised ones', async () => {
    const now = time('2026-01-01T00:00');
    const id = await applicantIn('rejected', now);
    const { DB, statements } = watchDatabase();
    const env = { ...YEAR, DB };
    await runSweep(now, env);
    const desk = deskWith({ operator: { env }, now });
    await expectRefusal(() => desk('anonymise', id));
    await desk('list', 'retention');
    const plans = await Promise.all(statements.filter(({ sql }) => sql.includes('closed AS')).map(planOf));
    expect(plans).toHaveLength(3);
    const own = ['SEARCH a USING INDEX applicants_by_stage (status=? AND stage_since<?)'];
    const any = [...own, 'SEARCH v USING INDEX visas_by_end (valid_to<?)'];
    for (const [at, expected] of [any, own.slice(1), any].entries())
      expect(plans[at]).toEqual(expect.arrayContaining(expected));
    // Only the lists of statuses and their results may be scanned.
    expect(plans.flat().filter((detail) => /^SCAN (?!json_each|closed|page)/.test(detail))).toEqual([]);
  });

  it.each(['2024-02-28', '2024-02-29', '2024-12-31', '2025-01-30', '2025-03-30'])(
    'an application closed on %s is anonymised on the day that the desk names, and not before',
    async (closedOn) => {
      for (const months of [1, 12]) {
        const id = await applicantIn('rejected', time(`${closedOn}T13:00`));
        const { dueOn: due } = retentionDates({ closedAt: time(`${closedOn}T13:00`) }, months);
        const env = { ...bindings, RETENTION_MONTHS: String(months) };
        await runSweep(time(`${due}T00:00`) - 1, env);
        expect(await anonymised()).not.toContain(id);
        await runSweep(time(`${due}T00:00`), env);
        expect(await anonymised()).toContain(id);
      }
    },
  );
});

describe('an anonymised application', () => {
  it('an anonymised application keeps number, type and times of its statuses only', async () => {
    const now = time('2020-01-01T00:00');
    const id = await applicantIn('visa_issued', now);
    const { visas = [] } = await everythingStored();
    const [{ code }] = visas as [{ code: string }];
    await runSweep(time('2026-01-01T00:00'), YEAR);
    const { applicants, status_history, desk_actions, d1_migrations: _, ...rest } = await everythingStored();
    const at = time('2026-01-01T00:00');
    expect(applicants).toEqual([
      {
        ...Object.fromEntries(Object.keys(applicants?.[0] ?? {}).map((column) => [column, null])),
        id,
        email_key: `anonymised ${id}`,
        application_type: 'founder',
        locale: '',
        password_hash: '',
        fields: '{}',
        status: 'visa_issued',
        version: 2,
        is_sample: 0,
        created_at: now,
        updated_at: at,
        anonymised_at: at,
        stage_since: now,
        came_back: 1,
      },
    ]);
    expect(status_history).toEqual(
      ['submitted', 'in_review', 'approved', 'visa_issued'].map((status, position) => ({
        ...{ applicant_id: id, position, status, created_at: now },
        ...{ note: '', fields: null, officer: null, reason: null, reminded_at: null },
      })),
    );
    expect(desk_actions?.at(-1)).toMatchObject({
      applicant_id: id,
      action: 'anonymise',
      detail: '',
      by: 'retention',
      at,
    });
    for (const [table, rows] of Object.entries(rest)) expect(rows, table).toEqual([]);
    expect(await readRefusal(await call(`/employee-visa/${code}`))).toEqual({ status: 404, code: 'not_found' });
  });

  it('an anonymised application opens no account and frees its address', async () => {
    const values = validValues({ email: 'free.again@example.org' });
    const { id } = await createApplication({ type: 'founder', values });
    const token = await openSession(values.email);
    await desk('set', id, 'rejected', '--note', 'No');
    await runSweep(Date.now() + 400 * 24 * 60 * 60_000, YEAR);
    expect(await anonymised()).toEqual([id]);
    expect((await call('/user', { token })).status).toBe(403);
    const signIn = (email: string) => call('/user-login', { json: { email, password: PASSWORD } });
    expect((await signIn(values.email)).status).toBe(401);
    expect((await signIn(`anonymised ${id}`)).status).toBe(422);
    expect((await create({ values })).status).toBe(201);
  });

  it('an anonymised application can be listed and shown with its date, and accepts no decision', async () => {
    const id = await applicantIn('rejected', time('2020-01-01T00:00'));
    await runSweep(time('2026-01-01T00:00'), YEAR);
    const desk = inYear(time('2026-01-02T00:00'));
    expect((await desk('list')).data).toContainEqual(expect.objectContaining({ id, name: null }));
    expect((await desk('find', 'Quixotrell')).data).toEqual({ found: [] });
    expect((await desk('stats', '--from', '2019-01-01')).data).toMatchObject({
      counts: [{ type: 'founder', status: 'rejected', count: 1 }],
    });
    expect((await desk('show', id)).data).toMatchObject({ anonymisedAt: '2026-01-01T00:00:00.000Z', fields: {} });
    expect(await expectRefusal(() => desk('set', id, 'in_review'))).toBe(t('alreadyAnonymised', { id }));
    expect(await expectRefusal(() => desk('note', id, 'Quixotrell'))).toBe(t('alreadyAnonymised', { id }));
    expect(await expectRefusal(() => desk('export', id, '--save', '/nowhere'))).toBe(t('alreadyAnonymised', { id }));
    expect(await expectRefusal(() => desk('anonymise', id))).toBe(t('alreadyAnonymised', { id, count: 12 }));
  });
});

describe('desk due and desk anonymise', () => {
  const NOW = time('2026-01-01T00:00');

  it('desk list retention lists what is due within 30 days, the longest closed first, and changes nothing', async () => {
    await applicantIn('in_review', time('2020-01-01T00:00'));
    await applicantIn('visa_issued', time('2020-01-02T00:00'), '2025-12-31');
    const later = await applicantIn('rejected', time('2025-01-29T23:00'));
    await applicantIn('rejected', time('2025-01-31T00:00'));
    const visa = await applicantIn('visa_issued', time('2020-01-02T00:00'), '2025-01-10');
    const withdrawn = await applicantIn('withdrawn', time('2024-06-01T00:00'));
    const before = await everythingStored();
    const { data } = await inYear(NOW)('list', 'retention');
    expect((data as { id: string; closedAt: number }[]).map(({ id }) => id)).toEqual([withdrawn, visa, later]);
    const [first] = data as { closedAt: number }[];
    expect(retentionDates({ closedAt: first?.closedAt ?? 0 }, 12)).toEqual({
      closedOn: '2024-06-01',
      dueOn: '2025-06-02',
    });
    expect(await everythingStored()).toEqual(before);
  });

  it('desk list retention is empty when nothing is due soon, or no retention is set', async () => {
    for (const list of [inYear(NOW), desk]) expect((await list('list', 'retention')).data).toEqual([]);
  });

  it('desk anonymise with a number anonymises that application only', async () => {
    const [one, other] = [await applicantIn('rejected', 1), await applicantIn('rejected', 1)];
    const files = (await objectKeys()).length;
    await inYear(NOW)('anonymise', one);
    expect(await anonymised()).toEqual([one]);
    expect(one).not.toBe(other);
    expect((await objectKeys()).length).toBeLessThan(files);
  });

  it.each(STATUSES)('desk anonymise refuses an application in %s before its time', async (status) => {
    const id = await applicantIn(status, time('2025-06-01T00:00'), '2025-06-01');
    expect(await expectRefusal(() => inYear(NOW)('anonymise', id))).toBe(t('notDue', { id, count: 12 }));
  });

  it('desk anonymise refuses a missing or invalid retention and an unknown application', async () => {
    const set = (RETENTION_MONTHS: string) => deskWith({ operator: { env: { ...bindings, RETENTION_MONTHS } } });
    expect(await expectRefusal(() => set('')('anonymise', 'ITV-NOBODY'))).toBe(t('retentionOff'));
    expect(await expectRefusal(() => set('soon')('anonymise', 'ITV-NOBODY'))).toBe(t('retentionWrong'));
    expect(await expectRefusal(() => inYear(NOW)('anonymise', 'ITV-NOBODY'))).toBe(
      t('unknownApplicant', { id: 'ITV-NOBODY' }),
    );
  });
});

describe('RETENTION_MONTHS at the host', () => {
  const statusWith = async (months: unknown) =>
    (await call('/healthz', { env: { ...bindings, RETENTION_MONTHS: months } as AdminEnv })).status;

  it.each(['', undefined, '1', '12', '600', 12])('the host accepts RETENTION_MONTHS %j', async (months) => {
    expect(await statusWith(months)).toBe(200);
  });

  it.each(['0', '-1', '1.5', '601', '1e2', ' 12', '12 months', 'never', 0])(
    'the host responds 500 with RETENTION_MONTHS %j',
    async (months) => {
      expect(await statusWith(months)).toBe(500);
    },
  );
});
