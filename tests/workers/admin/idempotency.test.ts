import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminEnv } from '../../../functions/admin/runtime/env.ts';
import { pauseTimes } from '../../../functions/platform/passing-faults.ts';
import { create, createApplication, formOf, PASSWORD, validValues } from './support/applications.ts';
import { envWith } from './support/between.ts';
import { MINUTE, setClock } from './support/clock.ts';
import { faultyEnv } from './support/faults.ts';
import { call, mails, migrate, readRefusal } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

/** Bindings with which a creation waits after claiming its key and storing its files, until it is released. */
function waitingEnv(): { env: AdminEnv; reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const env = envWith('INSERT INTO applicants', () => {
    reached.resolve();
    return gate.promise;
  });
  return { env, reached: reached.promise, release: () => gate.resolve() };
}

describe('a repeated idempotency key', () => {
  it('a repeated idempotency key returns the first response with fresh links, creates and mails nothing', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    const first = await createApplication({ key, values, type: 'founder' });
    const before = await everythingStored();
    mails.length = 0;
    setClock(20 * MINUTE);
    const again = await createApplication({ key: key.toUpperCase(), values, type: 'founder' });
    expect({ ...again, file4: '', file5: '', resume_file: '', file2: '', formatted_relatives: [] }).toEqual({
      ...first,
      file4: '',
      file5: '',
      resume_file: '',
      file2: '',
      formatted_relatives: [],
    });
    expect((await call(again.file4)).status).toBe(200);
    expect((await call(first.file4)).status).toBe(403);
    expect(await everythingStored()).toEqual(before);
    expect(mails).toEqual([]);
  });

  it.each([
    ['another field', (form: FormData) => form.set('surname', 'Other')],
    ['another file', (form: FormData) => form.set('file4', new File([SAMPLES.bank.bytes], 'passport.pdf'))],
    ['another password', (form: FormData) => form.set('password', 'another kettle by the door')],
  ])('a repeated idempotency key with %s is a mismatch', async (_, change) => {
    const key = crypto.randomUUID();
    const values = validValues();
    await createApplication({ key, values, type: 'founder' });
    const before = await everythingStored();
    const body = formOf('founder', values, { password: PASSWORD });
    change(body);
    expect(await readRefusal(await create({ key, body, type: 'founder' }))).toEqual({
      status: 422,
      code: 'idempotency_mismatch',
    });
    expect(await everythingStored()).toEqual(before);
  });

  it('a repeated idempotency key for another type is a mismatch', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    await createApplication({ key, values, type: 'founder' });
    expect(await readRefusal(await create({ key, values, type: 'specialist' }))).toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('a repeated idempotency key is in_progress while the first request runs', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    const { env, reached, release } = waitingEnv();
    const first = create({ key, values, type: 'founder', env });
    await reached;
    const second = await create({ key, values, type: 'founder' });
    expect(second.headers.get('Retry-After')).toBe('2');
    expect(await readRefusal(second)).toEqual({ status: 409, code: 'in_progress' });
    release();
    expect((await first).status).toBe(201);
  });

  it('a repeated idempotency key takes over from a request that died two minutes ago, which then stores nothing', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    const before = await everythingStored();
    const { env, reached, release } = waitingEnv();
    const dead = create({ key, values, type: 'founder', env });
    await reached;
    setClock(2 * MINUTE + 1);
    const slow = waitingEnv();
    const next = createApplication({ key, values, type: 'founder', env: slow.env });
    await slow.reached;
    release();
    expect(await readRefusal(await dead)).toEqual({ status: 409, code: 'in_progress' });
    slow.release();
    await next;
    const last = await everythingStored();
    expect(last.applicants?.length).toBe((before.applicants?.length ?? 0) + 1);
    expect(last.objects?.length).toBe((before.objects?.length ?? 0) + 6);
    expect(last.orphaned_objects).toEqual([]);
  });

  it('an idempotency key can be reused with a corrected body after a refusal', async () => {
    const key = crypto.randomUUID();
    const values = validValues({ surname: '' });
    expect((await create({ key, values, type: 'founder' })).status).toBe(422);
    await createApplication({ key, values: { ...values, surname: 'Sample' }, type: 'founder' });
  });

  it('a creation can be sent again at once, whichever of its results were lost three times in a row', async () => {
    pauseTimes.passing = pauseTimes.passing.map(() => 0);
    const plain = faultyEnv(null);
    await create({ type: 'founder', env: plain.env });
    for (let from = 1; from <= plain.operations(); from += 1) {
      const fault = { from, count: 3, isExecuted: true, message: 'D1_ERROR: Network connection lost.' };
      const sent = { key: crypto.randomUUID(), values: validValues(), type: 'founder' } as const;
      const first = await create({ ...sent, env: faultyEnv(fault).env });
      if (first.status !== 201) expect([first.status, (await create(sent)).status], `${from}`).toEqual([503, 201]);
    }
  });

  it('an idempotency key is new again after 24 hours', async () => {
    const key = crypto.randomUUID();
    const values = validValues();
    await createApplication({ key, values, type: 'founder' });
    setClock(24 * 60 * MINUTE + 1);
    expect(await readRefusal(await create({ key, values, type: 'founder' }))).toMatchObject({ code: 'email_taken' });
  });
});
