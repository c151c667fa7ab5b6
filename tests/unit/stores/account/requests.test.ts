/** Requests of an applicant in the account: one at a time, and the returned record is shown. */
import { beforeEach, expect, test } from 'vitest';
import { calls, json, resetBrowser, setHost, tab } from './world.ts';

const RECORD = { id: '57', name: 'Ann', surname: 'Lee', email: 'ann@example.org', application_type: 'founder' };
const REQUEST = { asked_at: '2026-11-26T09:00:00.000Z', answer_by: '2026-12-26' };

async function signedIn() {
  const stores = {
    ...(await import('../../../../src/stores/account/requests.ts')),
    ...(await import('../../../../src/stores/account/session.ts')),
  };
  setHost(async () => json(200, { token: `tok.${'a'.repeat(30)}`, object: RECORD }));
  await stores.signIn('ann@example.org', 'seven green lanterns', 'en');
  calls.length = 0;
  return stores;
}

beforeEach(() => resetBrowser());

test("send updates the applicant's record from the response", async () => {
  const { requests, $record } = await signedIn();
  setHost(async () => json(200, { object: { ...RECORD, email_confirmed: false, deletion_request: REQUEST } }));
  expect(await requests.send('askForDeletion', 'en')).toBe(true);
  expect($record.get()).toMatchObject({ email_confirmed: false, deletion_request: REQUEST });
  expect(requests.$state.get()).toEqual({ busy: null, last: 'askForDeletion', refusal: null });
  setHost(async () => json(200, { object: RECORD }));
  expect(await requests.send('endDeletionRequest', 'en')).toBe(true);
  expect($record.get()).not.toHaveProperty('deletion_request');
});

const WITHDRAWN = {
  ...RECORD,
  application_status_history: [{ status_type: 'withdrawn', created_at: '2026-11-26T09:00:00Z', note: '' }],
};

test.each([
  ['withdraw', WITHDRAWN, true],
  ['withdraw', { ...WITHDRAWN, application_status_history: [] }, false],
  ['askForDeletion', { ...RECORD, deletion_request: REQUEST }, true],
  ['endDeletionRequest', RECORD, true],
  ['sendConfirmation', { ...RECORD, email_confirmed: true }, true],
  ['sendConfirmation', { ...RECORD, email_confirmed: false }, false],
] as const)(
  'a repeated %s that the host refuses as outdated is done if the record says so (%#)',
  async (id, record, done) => {
    const { requests, $record } = await signedIn();
    setHost(async (path, { method = 'GET' }) =>
      method === 'GET' && path.endsWith('/user')
        ? json(200, { object: record })
        : json(409, { code: 'stale', message: '', request_id: 'r' }),
    );
    expect(await requests.send(id, 'en')).toBe(done);
    expect(requests.$state.get().refusal?.code ?? null).toBe(done ? null : 'stale');
    expect($record.get()).toMatchObject(record);
  },
);

test('send sends nothing while another request is running', async () => {
  const { requests } = await signedIn();
  setHost(async () => json(200, { object: RECORD }));
  const both = await Promise.all([requests.send('askForDeletion', 'en'), requests.send('askForDeletion', 'en')]);
  expect(both).toEqual([true, false]);
  expect(calls).toHaveLength(1);
});

test('a refused request keeps the record, and clearError clears its error', async () => {
  const { requests, $record } = await signedIn();
  setHost(async () => json(429, { code: 'slow_down', message: '', request_id: 'r' }));
  expect(await requests.send('sendConfirmation', 'en')).toBe(false);
  expect(requests.$state.get().refusal?.code).toBe('slow_down');
  expect($record.get()?.id).toBe('57');
  requests.clearRefusal();
  expect(requests.$state.get().refusal).toBe(null);
});

/** A response that the host holds back. @returns releases it */
function holdResponse(response: () => Response): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  setHost(async (path) => {
    if (path.endsWith('/user-logout')) return new Response(null, { status: 204 });
    await released;
    return response();
  });
  return release;
}

test.each(['a sign-out', 'a sign-in of another applicant'])(
  'the record of a request whose response arrives after %s is neither shown nor stored',
  async (change) => {
    const { requests, $record, signIn, signOut } = await signedIn();
    const release = holdResponse(() => json(200, { object: RECORD }));
    const sent = requests.send('askForDeletion', 'en');
    await signOut();
    if (change !== 'a sign-out') {
      const other = { ...RECORD, id: '58', name: 'Bo' };
      setHost(async () => json(200, { token: `tok.${'b'.repeat(30)}`, object: other }));
      await signIn('bo@example.org', 'seven green lanterns', 'en');
    }
    release();
    await sent;
    expect($record.get()?.id).toBe(change === 'a sign-out' ? undefined : '58');
    expect([...tab.values()].join()).not.toContain('Ann');
  },
);

test('a password that is confirmed after a sign-out begins no session', async () => {
  const { confirmPassword, $record, $session, signOut } = await signedIn();
  const release = holdResponse(() => json(200, { token: `tok.${'b'.repeat(30)}`, object: RECORD }));
  const confirmed = confirmPassword('another password', 'en');
  await signOut();
  release();
  expect(await confirmed).not.toBeNull();
  expect($session.get().signedIn).toBe(false);
  expect($record.get()).toBeNull();
});

test('a record has neither confirmation nor deletion request where the host sends none or invalid ones', async () => {
  const { readHostRecord } = await import('../../../../functions/gateway/host/record.ts');
  for (const extra of [{}, { email_confirmed: 'yes', deletion_request: true }, { deletion_request: { asked_at: 1 } }]) {
    const record = readHostRecord({ ...RECORD, ...extra });
    expect(record).not.toHaveProperty('email_confirmed');
    expect(record).not.toHaveProperty('deletion_request');
  }
});

test('canWithdraw is true only before a decision, and only if the host offers it', async () => {
  const { canWithdraw } = await import('../../../../src/stores/account/withdraw.ts');
  const { offers } = await import('../../../../src/stores/api/offers.ts');
  expect(canWithdraw('submitted')).toBe(false);
  offers.addFrom({ offers: ['withdrawal'] });
  const open = ['submitted', 'in_review', 'changes_requested'];
  const closed = ['approved', 'visa_issued', 'visa_revoked', 'rejected', 'withdrawn', 'a status of another host'];
  expect([...open, ...closed].filter(canWithdraw)).toEqual(open);
});
