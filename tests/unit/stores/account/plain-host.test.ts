/** An account on a minimal host: without GET /user, and with records of its own shape. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calls, clock, json, resetBrowser, setHost, setInOtherTab, tab, visited } from './world.ts';

const { $record, $recordLoad, $session, $needsSignIn, openRecord, refreshRecord, signIn, signOut } = await import(
  '../../../../src/stores/account/session.ts'
);
const { clearApplicant } = await import('../../../../src/stores/account/session.ts');
const { $applicationType, $editable, $currentStatus, $recordReadAt } = await import(
  '../../../../src/stores/account/record.ts'
);
const { returnNote } = await import('../../../../src/stores/api/session-token.ts');
const { sessionToken } = await import('../../../../src/stores/api/session-token.ts');
const { sessionGuard } = await import('../../../../src/stores/account/guard.ts');
const { fieldChanges } = await import('../../../../src/stores/account/changed-fields.ts');
const { sessionList } = await import('../../../../src/stores/account/security.ts');
const { fileHref } = await import('../../../../src/stores/api/file-links.ts');
const { openingFile } = await import('../../../../src/stores/account/opening-files.ts');
const { supportsParcels } = await import('../../../../src/stores/parcel/supports-parcels.ts');
const { fromRecord } = await import('../../../../src/domain/application/record.ts');
const { mayChange } = await import('../../../../src/domain/application/status.ts');
const { readHostRecord } = await import('../../../../functions/gateway/host/record.ts');

const PASSWORD = 'seven quiet blue domes';
const PHOTO = '/storage/applications/57/photo.jpg';
const ann = {
  id: 57,
  name: 'Ann',
  email: 'ann@example.org',
  application_type: 'founder',
  file4: '/storage/applications/57/passport.pdf',
  file5: PHOTO,
  application_status_history: [
    { id: 1, status_type: 'new' },
    { id: 2, status_type: 'В обработке', created_at: '2026-11-20 03:00:00' },
  ],
};
const LINKS = { [PHOTO]: `/files/~/${'s'.repeat(43)}${PHOTO}` };
let hostRecord: object;
let links: Record<string, string>;
let password: string;
let count: number;

/** The responses that the gateway passes on from such a host. */
function plainHost(): void {
  setHost((path, request) => {
    if (!path.endsWith('/user-login')) return new Response(null, { status: 204 });
    const sent = JSON.parse(String(request.body));
    if (sent.password !== password) return json(401, { code: 'invalid_credentials', message: '', request_id: '' });
    count += 1;
    return json(200, { token: `token-${count}`, object: { ...readHostRecord(hostRecord), file_links: links } });
  });
}

const paths = () => calls.flatMap(({ path }) => (path.startsWith('/api/v1') ? [path.replace('/api/v1', '')] : []));

/** Reloads the page, which clears the memory. */
function reload(): void {
  const kept = [...tab];
  clearApplicant();
  for (const [key, value] of kept) tab.set(key, value);
  calls.length = 0;
}

beforeEach(async () => {
  sessionToken.end();
  clearApplicant();
  resetBrowser();
  [hostRecord, links, password, count] = [ann, LINKS, PASSWORD, 0];
  plainHost();
  expect(await signIn('ann@example.org', PASSWORD, 'ru')).toBeNull();
});

describe('the record of a host without GET /user', () => {
  test('the record of the last sign-in is shown after a reload with its time, and the host is asked once a session', async () => {
    const readAt = clock.now;
    for (const expected of [['/user'], [], []]) {
      reload();
      clock.now += 60_000;
      await openRecord('ru');
      expect([$record.get()?.name, $recordReadAt.get(), $recordLoad.get().refusal]).toEqual(['Ann', readAt, null]);
      expect($needsSignIn.get()).toBe(false);
      expect(paths()).toEqual(expected);
    }
  });

  test('refreshing the record signs in again with the password in memory and keeps the session', async () => {
    hostRecord = { ...ann, name: 'Anna' };
    clock.now += 5000;
    const end = sessionGuard.start('ru');
    await refreshRecord('ru');
    expect([$record.get()?.name, $recordReadAt.get()]).toEqual(['Anna', clock.now]);
    expect($session.get().token).toBe('token-2');
    expect(visited).toEqual([]);
    calls.length = 0;
    await refreshRecord('ru');
    expect(paths()).toEqual(['/user-login']);
    end();
  });

  test('a sign-in in another tab is not replaced by one with the password in memory', async () => {
    const end = sessionGuard.start('ru');
    await openRecord('ru');
    calls.length = 0;
    setInOtherTab('signedInAt', String(clock.now + 1));
    setInOtherTab('token', 'token-of-another-tab');
    await vi.waitFor(() => expect($recordLoad.get()).toEqual({ busy: false, refusal: { code: 'not_found' } }));
    expect(paths()).not.toContain('/user-login');
    expect($session.get().token).toBe('token-of-another-tab');
    end();
  });

  test.each(['a reload', 'another password'])(
    'the record stays, and a new sign-in is offered, after %s',
    async (what) => {
      if (what === 'a reload') reload();
      await openRecord('ru');
      if (what !== 'a reload') password = 'changed elsewhere';
      await refreshRecord('ru');
      expect([$record.get()?.name, $recordLoad.get().refusal, $needsSignIn.get()]).toEqual(['Ann', null, true]);
      await signOut('refresh');
      expect(returnNote.read()).toEqual({ reason: 'refresh', route: '/profile' });
    },
  );

  test('the record stays when the host fails at the sign-in, and the error is shown', async () => {
    setHost((path) =>
      path.endsWith('/user') ? new Response(null, { status: 204 }) : new Response('', { status: 503 }),
    );
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Ann');
    expect($recordLoad.get().refusal).toMatchObject({ code: 'host_unreachable' });
  });

  test('a tab without a record requires a sign-in', async () => {
    reload();
    tab.delete('applicant');
    await openRecord('ru');
    expect($recordLoad.get().refusal).toEqual({ code: 'not_found' });
  });
});

test('requests that the host lacks are made once', async () => {
  calls.length = 0;
  await sessionList.open();
  expect(sessionList.$state.get().phase).toBe('absent');
  await sessionList.open();
  expect(await supportsParcels()).toBe(false);
  expect(paths()).toEqual(['/user/sessions', '/parcels']);
});

test('only the end after twelve hours is announced for a host without session times', async () => {
  await refreshRecord('ru');
  const end = sessionGuard.watch('ru');
  clock.now += 29 * 60_000;
  await openRecord('ru');
  expect(sessionGuard.$expiry.get().left).toBeNull();
  end();
  clock.now += 12 * 3_600_000 - 30 * 60_000;
  const again = sessionGuard.watch('ru');
  expect(sessionGuard.$expiry.get()).toEqual({ left: 60, isFinal: true });
  again();
});

describe('a status of another host', () => {
  test('an unknown status of another host is the current progress and allows changes', () => {
    expect([$currentStatus.get(), $editable.get()]).toEqual(['В обработке', true]);
  });

  test('a known status that allows no change prevents changes', () => {
    const mayChangeIn = (status_type: string) => mayChange({ status_type });
    expect(['submitted', 'in_review', 'visa_issued', 'rejected'].map(mayChangeIn)).toEqual([true, false, false, true]);
    for (const own of ['', 'in_process', '<b>x</b>', '7']) expect(mayChangeIn(own)).toBe(true);
    expect([mayChange(null), mayChange({ status_type: 'own', closed: true })]).toEqual([true, false]);
  });

  test.each([{ id: null }, { id: 'a/b' }, { application_type: null }])(
    'a record whose id or type no call can name allows no change: %j',
    async (odd) => {
      hostRecord = { ...ann, ...odd };
      await signIn('ann@example.org', PASSWORD, 'ru');
      expect($editable.get()).toBe(false);
    },
  );
});

test('a file opens only by a link of the gateway, not of another host', async () => {
  expect(fileHref(PHOTO)).toBe(LINKS[PHOTO]);
  expect(fileHref(ann.file4)).toBeNull();
  clock.now += 10 * 60_000;
  await openRecord('ru');
  expect(openingFile.isLinkFresh(String(fileHref(PHOTO)))).toBe(false);
  reload();
  await openRecord('ru');
  expect(openingFile.isLinkFresh(String(fileHref(PHOTO)))).toBe(true);
  links = { [PHOTO]: 'https://elsewhere.example/x' };
  await signIn('ann@example.org', PASSWORD, 'ru');
  expect(fileHref(PHOTO)).toBeNull();
  await signOut();
  expect(fileHref(PHOTO)).toBe(`/files${PHOTO}`);
});

test('fixableErrors returns only errors that the applicant can fix', () => {
  const record = $record.get();
  if (!record) throw new Error('no record');
  const values = { ...fromRecord('founder', record), email: 'wrong', relatives_check: 'yes' } as never;
  const errors = {
    phone: ['required'],
    file2: ['required'],
    'formatted_address.region': ['required'],
    previos_trips_check: ['not_in_list'],
    read_check: ['consent_required'],
    name: ['name_characters'],
    passport_expire: ['expires_before_stay_ends'],
    email: ['email_format'],
    formatted_relatives: ['required'],
  };
  const mine = fieldChanges.fixableErrors('founder', errors, { record, values, changed: ['email', 'relatives_check'] });
  expect(Object.keys(mine)).toEqual(['email', 'formatted_relatives']);
});

test('a record without a known type has no application type', async () => {
  hostRecord = { ...ann, application_type: 'diplomat' };
  await signIn('ann@example.org', PASSWORD, 'ru');
  expect($applicationType.get()).toBeNull();
});
