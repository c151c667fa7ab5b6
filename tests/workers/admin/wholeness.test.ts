import { beforeAll, describe, expect, it } from 'vitest';
import { create, createApplication, formOf, newEmail, tokenOf, validValues } from './support/applications.ts';
import { envWith } from './support/between.ts';
import { bindings, call, migrate, readRefusal, runSweep } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

/** A bucket whose operation fails from its n-th call on. */
function failingBucket(operation: 'put' | 'delete', from: number): R2Bucket {
  let calls = 0;
  return new Proxy(bindings.FILES, {
    get: (bucket, name) => {
      const value: unknown = Reflect.get(bucket, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === operation && ++calls >= from) return Promise.reject(new Error('R2 is down'));
        return Reflect.apply(value, bucket, args);
      };
    },
  });
}

/** Makes the database refuse one kind of write while `work` runs. */
async function whileRefused<T>(write: string, work: () => Promise<T>): Promise<T> {
  await bindings.DB.prepare(`CREATE TRIGGER refuse BEFORE ${write} BEGIN SELECT RAISE(ABORT, 'refused'); END`).run();
  try {
    return await work();
  } finally {
    await bindings.DB.prepare('DROP TRIGGER refuse').run();
  }
}

const WRITES = [
  'INSERT ON applicants',
  'INSERT ON status_history',
  'INSERT ON files',
  'DELETE ON orphaned_objects',
  'UPDATE OF applicant_id ON idempotency',
];

describe('a creation that fails half-way', () => {
  it.each([1, 2, 4, 8])('a creation leaves nothing when the %i. file cannot be put', async (nth) => {
    const before = await everythingStored();
    const response = await create({ values: validValues(), env: { ...bindings, FILES: failingBucket('put', nth) } });
    expect(await readRefusal(response)).toEqual({ status: 500, code: 'internal' });
    expect(await everythingStored()).toEqual(before);
  });

  it.each(WRITES)('a creation leaves only what the sweep removes when the database refuses %s', async (write) => {
    const before = await everythingStored();
    const response = await whileRefused(write, () => create({ values: validValues() }));
    expect(await readRefusal(response)).toEqual({ status: 500, code: 'internal' });
    const after = await everythingStored();
    expect({ ...after, orphaned_objects: [], objects: before.objects }).toEqual(before);
    await runSweep(Date.now() + 61 * 60_000);
    expect(await everythingStored()).toMatchObject({ orphaned_objects: [], objects: before.objects });
  });

  it('files that a failed creation cannot delete are left to the sweep, which spares all others', async () => {
    const kept = await createApplication({ type: 'founder', values: validValues() });
    const before = await everythingStored();
    const FILES = failingBucket('delete', 1);
    await whileRefused('INSERT ON applicants', () => create({ values: validValues(), env: { ...bindings, FILES } }));
    expect((await everythingStored()).objects?.length).toBe((before.objects?.length ?? 0) + 8);
    await runSweep(Date.now());
    expect((await everythingStored()).objects?.length).toBe((before.objects?.length ?? 0) + 8);
    await runSweep(Date.now() + 61 * 60_000);
    expect((await everythingStored()).objects).toEqual(before.objects);
    expect((await call(kept.file4)).status).toBe(200);
  });

  it('a creation is busy, and not stored, when the sweep has claimed its files', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    const before = await everythingStored();
    const env = envWith('INSERT INTO applicants', () => runSweep(Date.now() + 61 * 60_000));
    const response = await create({ key, values, type: 'founder', env });
    expect(response.headers.get('Retry-After')).toBe('2');
    expect(await readRefusal(response)).toEqual({ status: 503, code: 'busy' });
    expect(await everythingStored()).toEqual(before);
    const { file4 } = await createApplication({ key, values, type: 'founder' });
    expect((await call(file4)).status).toBe(200);
  });

  it('a failed creation can be repeated with the same key', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    await whileRefused('INSERT ON files', () => create({ key, values, type: 'founder' }));
    await createApplication({ key, values, type: 'founder' });
  });
});

describe('an update that fails half-way', () => {
  beforeAll(() => runSweep(Date.now() + 61 * 60_000));
  it.each(['UPDATE OF fields ON applicants', 'INSERT ON files', 'INSERT ON application_versions', 'UPDATE ON files'])(
    'an update changes only what the sweep removes when the database refuses %s',
    async (write) => {
      const email = newEmail();
      const { id } = await createApplication({ type: 'founder', values: validValues({ email }) });
      const token = await tokenOf(id);
      const before = await everythingStored();
      const body = formOf('founder', validValues({ email, file4: SAMPLES.bank, relatives_check: 'no' }));
      const response = await whileRefused(write, () => call(`/founders/${id}`, { token, body }));
      expect(await readRefusal(response)).toEqual({ status: 500, code: 'internal' });
      const after = await everythingStored();
      expect({ ...after, orphaned_objects: [], objects: before.objects }).toEqual(before);
      await runSweep(Date.now() + 61 * 60_000);
      expect(await everythingStored()).toMatchObject({ orphaned_objects: [], objects: before.objects });
    },
  );
});
