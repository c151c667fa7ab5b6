/** A sample application of each type in each status. */
import { beforeAll, expect, it } from 'vitest';
import { STATUSES } from '../../../../src/domain/application/status.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { openSession, readRecord } from '../support/applications.ts';
import { desk } from '../support/desk.ts';
import { bindings, call, migrate } from '../support/host.ts';

const SAMPLES = APPLICATION_TYPES.length * STATUSES.length;

beforeAll(migrate);

it('desk demo adds a marked sample of each type in each status, which can sign in', async () => {
  const added = (await desk('demo')).data as { password: string; safari: string; applications: object[] };
  const { password, applications } = added;
  expect(added.safari).toMatch(new RegExp(`--to ${bindings.PORTAL_ORIGIN}$`));
  expect(applications).toHaveLength(SAMPLES);
  const record = await readRecord(await openSession('investor.visa.issued@example.com', password));
  expect(record.application_status_history.map(({ status_type }) => status_type)).toEqual([
    'submitted',
    'in_review',
    'approved',
    'visa_issued',
  ]);
  expect((await call(record.file5)).headers.get('Content-Type')).toBe('image/png');
  await expect(desk('demo')).rejects.toThrow('exist already');
  // As after an interrupted run: the missing ones are added, with a password of their own.
  const { id, email } = applications.at(-1) as { id: string; email: string };
  await desk('erase', id);
  const rest = (await desk('demo')).data as typeof added;
  expect(rest.applications).toMatchObject([{ email }]);
  await openSession(email, rest.password);
  const rows = (await desk('list')).data as { name: string; isSample: number }[];
  expect(new Set(rows.filter(({ isSample }) => isSample).map(({ name }) => name)).size).toBe(SAMPLES);
  const overdue = (await desk('list', '--overdue')).data as object[];
  expect(overdue.length).toBeGreaterThan(2);
  expect(overdue.length).toBeLessThan(SAMPLES);
});
