import { beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import {
  createApplication,
  formOf,
  newEmail,
  relative,
  tokenOf,
  validValues,
  type WireRecord,
} from './support/applications.ts';
import { MINUTE, setClock } from './support/clock.ts';
import { desk } from './support/desk.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';
import { everythingStored, objectKeys } from './support/storage.ts';

const CHANGES_A_DAY = 50;

beforeAll(migrate);

interface Sent {
  id: string;
  token: string;
  values: ApplicationValues;
  type: ApplicationType;
}

async function applicant(type: ApplicationType = 'founder'): Promise<Sent> {
  const values = validValues({ email: newEmail() });
  const { id } = await createApplication({ type, values });
  return { id, token: await tokenOf(id), values, type };
}

/** Sends an update and expects success. */
async function change({ id, token, values, type }: Sent, changes: Partial<ApplicationValues>): Promise<WireRecord> {
  const body = formOf(type, { ...values, ...changes });
  const response = await call(`${APPLICATION_PATHS[type]}/${id}`, { token, body, method: 'POST' });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json<{ data: WireRecord }>()).data;
}

/** Stores versions from 101 on, as changes of this moment. */
const storeVersions = (id: string, count: number, fields: object) =>
  bindings.DB.batch(
    Array.from({ length: count }, (_, nth) =>
      bindings.DB.prepare(
        `INSERT INTO application_versions (applicant_id, version, fields, changed, asked, replaced_at)
         VALUES (?, ?, ?, '["surname"]', NULL, ?)`,
      ).bind(id, 101 + nth, JSON.stringify(fields), Date.now()),
    ),
  );

/** The stored earlier versions, newest first, and the files that only they have. */
async function earlierOf(id: string) {
  const { application_versions = [], files = [] } = await everythingStored();
  const own = <Row>(rows: readonly unknown[]) =>
    (rows as (Row & { applicant_id: string })[]).filter((row) => row.applicant_id === id);
  return {
    versions: own<{ version: number; fields: string; changed: string }>(application_versions).toReversed(),
    files: own<{ field: string; name: string; replaced_in: number | null }>(files).filter(
      (file) => file.replaced_in !== null,
    ),
  };
}

const shown = async (id: string) => (await desk('show', id)).lines.join('\n');

describe('versions of an application', () => {
  it('an update keeps the earlier answers and files as one version', async () => {
    const one = await applicant();
    const before = await objectKeys();
    await change(one, { surname: 'Secondname', resume_file: SAMPLES.letter });
    await change(one, { surname: 'Thirdname', resume_file: SAMPLES.bank });
    const { versions, files } = await earlierOf(one.id);
    expect(versions.map(({ version, fields }) => [version, JSON.parse(fields).surname])).toEqual([
      [2, 'Secondname'],
      [1, 'Sample'],
    ]);
    expect(JSON.parse(versions[0]?.changed ?? '')).toEqual(expect.arrayContaining(['surname', 'resume_file']));
    expect(
      files
        .filter(({ field }) => field === 'resume_file')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['letter.pdf', 'resume.pdf']);
    expect((await objectKeys()).length).toBeGreaterThan(before.length);
  });

  it('desk show has the earlier answer beside the new one', async () => {
    const one = await applicant();
    await change(one, { surname: 'Newname' });
    expect(await shown(one.id)).toContain('"before":"Sample","after":"Newname"');
    expect(await shown(one.id)).not.toContain('"isUnasked":true');
    const { data } = await desk('show', one.id);
    expect(data).toMatchObject({ changes: [{ version: 1, differences: expect.arrayContaining([]) }] });
  });

  it('desk show and desk log mark changes of fields that the officer did not ask for', async () => {
    const one = await applicant();
    await desk('set', one.id, 'changes_requested', '--note', 'A typo', '--fields', 'passport_number,relatives_check');
    await change(one, {
      passport_number: 'N7654321',
      surname: 'Another',
      formatted_relatives: [relative({ name: 'Eva' })],
    });
    const { changes } = (await desk('show', one.id)).data as { changes: { differences: object[] }[] };
    const differences = changes[0]?.differences ?? [];
    expect(differences).toContainEqual(
      expect.objectContaining({ field: 'surname', items: [{ before: 'Sample', after: 'Another' }], isUnasked: true }),
    );
    expect(differences.filter((one) => (one as { isUnasked: boolean }).isUnasked)).toHaveLength(1);
    expect(differences).toContainEqual(expect.objectContaining({ items: [{ before: 'N1234567', after: 'N7654321' }] }));
    expect((await desk('log', one.id)).data).toContainEqual(expect.objectContaining({ action: 'change' }));
  });

  it('an update keeps all earlier versions and files, however many there are', async () => {
    const one = await applicant();
    await change(one, { resume_file: SAMPLES.letter });
    await bindings.DB.prepare('UPDATE applicants SET version = 1000 WHERE id = ?').bind(one.id).run();
    await change(one, { resume_file: SAMPLES.bank });
    const { versions, files } = await earlierOf(one.id);
    expect(versions.map(({ version }) => version)).toEqual([1000, 1]);
    const names = files.filter(({ field }) => field === 'resume_file').map(({ name }) => name);
    expect(names.sort()).toEqual(['letter.pdf', 'resume.pdf']);
  });

  it(`update ${CHANGES_A_DAY + 1} of an application within a day is slow_down, a day later it is accepted`, async () => {
    const one = await applicant();
    await storeVersions(one.id, CHANGES_A_DAY, { surname: 'Busyname' });
    const send = async () =>
      call(`${APPLICATION_PATHS.founder}/${one.id}`, {
        token: await tokenOf(one.id),
        body: formOf('founder', { ...one.values, surname: 'Nextname' }),
        method: 'POST',
      });
    const refused = await send();
    expect(await readRefusal(refused)).toMatchObject({ status: 429, code: 'slow_down' });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 3600);
    setClock(24 * 60 * MINUTE);
    expect((await send()).status).toBe(200);
  });
});
