import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  calls,
  changeInOtherTab,
  clock,
  json,
  local,
  network,
  resetBrowser,
  restoreNetwork,
  setHost,
  setInOtherTab,
  tab,
  visited,
} from './world.ts';

const { $record, $recordLoad, $session, openRecord, refreshRecord, signIn, signOut, clearApplicant } = await import(
  '../../../../src/stores/account/session.ts'
);
const { $applicationType, $profile, $currentStatus, $statusHistory } = await import(
  '../../../../src/stores/account/record.ts'
);
const { $refreshToken, sessionToken } = await import('../../../../src/stores/api/session-token.ts');
const { sessionGuard } = await import('../../../../src/stores/account/guard.ts');
const { $receiptResult, lastSubmitted } = await import('../../../../src/stores/application/submitted.ts');
const { signInPage } = await import('../../../../src/stores/account/sign-in.ts');

const PASSWORD = 'seven quiet blue domes';
const olga = {
  id: 'A-17',
  name: 'Olga',
  surname: 'Ivanova',
  email: 'olga@example.org',
  file5: '/files/photo.jpg',
  application_type: 'specialist_visa',
  passport_number: 'N12345678',
  application_status_history: [
    { status_type: 'submitted', created_at: '2026-11-01T09:00:00Z', note: null },
    { status_type: 'in_review', created_at: '2026-11-02T09:00:00Z' },
  ],
};
const refused = { code: 'token_rejected', message: '', request_id: '' };

/** A host that knows Olga. */
function hostKnowsOlga(): void {
  setHost((path) => {
    if (path.endsWith('/user-login')) return json(200, { token: 'token-1', object: olga });
    if (path.endsWith('/user')) return json(200, { object: { ...olga, name: 'Olga II' } });
    return json(200, { status: 'ok' });
  });
}

const paths = () => calls.map(({ path }) => path.replace('/api/v1', ''));
let endGuard = () => {};

beforeEach(() => {
  sessionToken.end();
  clearApplicant();
  resetBrowser();
  hostKnowsOlga();
});
afterEach(() => endGuard());

describe('sign-in', () => {
  test('a sign-in reads a stored refresh token and leaves it unchanged, like the sign-out', async () => {
    setInOtherTab('refreshToken', 'second-token');
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect($refreshToken.get()).toBe('second-token');
    await signOut();
    expect($refreshToken.get()).toBe('second-token');
    expect(local.refreshToken).toBe('second-token');
  });

  test('a sign-in stores token and flag for all tabs, and the record for this tab', async () => {
    expect(await signIn('olga@example.org', PASSWORD, 'ru')).toBeNull();
    expect($session.get()).toEqual({ signedIn: true, token: 'token-1' });
    expect(local).toEqual({
      token: 'token-1',
      signedIn: 'yes',
      signedInAt: String(clock.now),
      lastUsedAt: String(clock.now),
    });
    expect([...tab.keys()]).toEqual(['applicant']);
  });

  test('a sign-in never stores the password', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect(JSON.stringify(local) + JSON.stringify([...tab])).not.toContain(PASSWORD);
  });

  test('a sign-in sets profile, type and progress from the record', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect($profile.get()).toEqual({
      id: 'A-17',
      name: 'Olga',
      surname: 'Ivanova',
      email: 'olga@example.org',
      personalPhoto: '/files/photo.jpg',
    });
    expect($applicationType.get()).toBe('specialist');
    expect($currentStatus.get()).toBe('in_review');
    expect($statusHistory.get()[0]).toEqual({ status_type: 'submitted', created_at: '2026-11-01T09:00:00Z' });
  });

  test('a failed sign-in changes nothing', async () => {
    setHost(() => json(401, { code: 'invalid_credentials', message: '', request_id: '' }));
    expect(await signIn('olga@example.org', 'wrong', 'ru')).toMatchObject({ code: 'invalid_credentials' });
    expect(local).toEqual({});
    expect(tab.size).toBe(0);
  });
});

describe('a session', () => {
  test('a session requires both token and flag', () => {
    setInOtherTab('token', 'token-1');
    expect($session.get().signedIn).toBe(false);
    setInOtherTab('signedIn', 'yes');
    expect($session.get().signedIn).toBe(true);
    setInOtherTab('token', null);
    expect($session.get().signedIn).toBe(false);
  });

  test('a session ends thirty minutes after the last call, and twelve hours after the sign-in at the latest', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const began = clock.now;
    expect(sessionToken.$end.get()).toEqual({ at: began + 30 * 60_000, isFinal: false });
    clock.now += 10 * 60_000;
    await refreshRecord('ru');
    expect(sessionToken.$end.get()).toEqual({ at: began + 40 * 60_000, isFinal: false });
    clock.now = began + 11.9 * 3_600_000;
    await refreshRecord('ru');
    expect(sessionToken.$end.get()).toEqual({ at: began + 12 * 3_600_000, isFinal: true });
  });
});

describe('the record of a session', () => {
  test("the applicant's record is not fetched again after a sign-in", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    await openRecord('ru');
    expect(paths()).toEqual(['/user-login']);
  });

  test("the applicant's record is fetched again in another language, which mails then follow", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    await Promise.all([openRecord('en'), openRecord('en')]);
    await openRecord('en');
    expect(calls.map(({ headers }) => headers.get('Accept-Language'))).toEqual(['ru', 'en']);
  });

  test.each([
    ['an answer', { passport_number: { value: 'N1' } }],
    ['an address', { formatted_address: 'Tashkent' }],
    ['a list', { last_trips: [null, { trip_country: 7 }] }],
    ['the history', { application_status_history: [null] }],
    ['a status', { application_status_history: [{ status_type: 7 }] }],
    ['the visa', { visa: { code: 7 } }],
  ])('a stored record of another shape is dropped and fetched again: %s', async (_, wrong) => {
    await signIn(olga.email, PASSWORD, 'ru');
    const kept = JSON.parse(tab.get('applicant') ?? '');
    clearApplicant();
    tab.set('applicant', JSON.stringify({ ...kept, record: { ...kept.record, ...wrong } }));
    await openRecord('ru');
    expect($record.get()).toMatchObject({ name: 'Olga II', passport_number: 'N12345678' });
  });

  test("the applicant's record is shown from the tab after a reload, and fetched once for simultaneous calls", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const kept = tab.get('applicant') ?? '';
    clearApplicant();
    tab.set('applicant', kept);
    calls.length = 0;
    const opening = [openRecord('ru'), openRecord('ru')];
    expect($record.get()?.name).toBe('Olga');
    await Promise.all(opening);
    await openRecord('ru');
    expect($record.get()?.name).toBe('Olga II');
    expect(paths()).toEqual(['/user']);
  });

  test("the applicant's record of another session is never shown", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const kept = tab.get('applicant') ?? '';
    clearApplicant();
    tab.set('applicant', kept);
    setInOtherTab('signedInAt', String(clock.now + 5));
    setHost(() => json(502, { code: 'host_unreachable', message: '', request_id: '' }));
    await openRecord('ru');
    expect($record.get()).toBeNull();
    expect(tab.has('applicant')).toBe(false);
  });

  test("the applicant's record stays when the host is unreachable, and the error is shown", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    network.online = false;
    setHost(() => Promise.reject(new TypeError('Failed to fetch')));
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Olga');
    expect($recordLoad.get()).toEqual({ busy: false, refusal: { code: 'offline' } });
  });

  test("the applicant's record is fetched by a new sign-in where the host lacks GET /user", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    setHost((path) =>
      path.endsWith('/user')
        ? new Response(null, { status: 404 })
        : json(200, { token: 'token-2', object: { ...olga, name: 'Again' } }),
    );
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Again');
    expect($session.get().token).toBe('token-2');
  });

  test("the applicant's record stays where the host lacks GET /user and no password is in memory", async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const kept = tab.get('applicant') ?? '';
    clearApplicant();
    tab.set('applicant', kept);
    setHost(() => new Response(null, { status: 404 }));
    await openRecord('ru');
    expect($record.get()?.name).toBe('Olga');
    expect($recordLoad.get().refusal).toBeNull();
  });
});

describe('sign-out', () => {
  test.each(['sign-out', 'sign-in of another applicant'])(
    "what an applicant's record lacks is not shown after a %s",
    async (event) => {
      await signIn('olga@example.org', PASSWORD, 'ru');
      $receiptResult.set({ sent: 2, missing: ['file4'], count: 1, changed: [] });
      await (event === 'sign-out' ? signOut() : signIn('other@example.org', PASSWORD, 'ru'));
      expect($receiptResult.get()).toBeNull();
    },
  );

  test('a sign-out calls the host, clears this browser, and leads to the sign-in choice', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    await signOut();
    expect(paths()).toEqual(['/user-login', '/user-logout']);
    expect(calls[1]?.headers.get('Authorization')).toBe('Bearer token-1');
    expect(calls[1]?.request.keepalive).toBe(true);
    expect(local).toEqual({});
    expect(tab.size).toBe(0);
    expect($record.get()).toBeNull();
    expect(visited).toEqual(['/ru/auth']);
  });

  test('a sign-out deletes the page to return to', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    tab.set('returnTo', '{"reason":"ended","route":"/profile/status"}');
    endGuard = sessionGuard.start('ru');
    await signOut();
    expect(visited).toEqual(['/ru/auth']);
    expect(tab.size).toBe(0);
  });

  test('a sign-out deletes the reference of the submitted application', async () => {
    lastSubmitted.store({ id: 'A-17', type: 'specialist', at: new Date(clock.now).toISOString(), mailsSteps: true });
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect(lastSubmitted.read()).toMatchObject({ id: 'A-17' });
    await signOut();
    expect(lastSubmitted.read()).toBeNull();
  });

  test('a sign-out works offline and leaves the page once there is a network', async () => {
    await signIn('olga@example.org', PASSWORD, 'en');
    endGuard = sessionGuard.start('en');
    network.online = false;
    setHost(() => Promise.reject(new TypeError('Failed to fetch')));
    await signOut();
    expect(local).toEqual({});
    expect($record.get()).toBeNull();
    // Without a network the page shows the sign-out, and leaves once there is one.
    expect(sessionGuard.$endedOffline.get()).toBe(true);
    expect(visited).toEqual([]);
    restoreNetwork();
    expect(visited).toEqual(['/en/auth']);
  });

  test('a sign-out does not wait for a silent host', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    setHost(() => new Promise(() => {}));
    void signOut();
    await expect.poll(() => local).toEqual({});
    expect(visited).toEqual(['/ru/auth']);
  });

  test('a sign-out in another tab clears this one and leads to the sign-in choice', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    setInOtherTab('signedIn', null);
    expect($record.get()).toBeNull();
    expect(tab.size).toBe(0);
    expect(visited).toEqual(['/ru/auth']);
  });

  test('a sign-out deletes the password in memory, so that a refresh cannot sign in again', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    await signOut();
    calls.length = 0;
    setInOtherTab('signedInAt', '1');
    setInOtherTab('token', 'token-9');
    setInOtherTab('signedIn', 'yes');
    setHost(() => new Response(null, { status: 404 }));
    await refreshRecord('ru');
    expect(paths()).toEqual(['/user']);
  });
});

describe('a guarded page', () => {
  test('a guarded page leads a visitor without a session to the landing page', () => {
    endGuard = sessionGuard.start('en');
    expect(visited).toEqual(['/en']);
  });

  test.each(['/en/profile/status', '/en/profile/security?from=elsewhere'])(
    'a guarded page leads from %s to the landing page although a link of a mail was opened in this tab',
    (address) => {
      resetBrowser(address);
      tab.set('returnTo', '{"reason":"link","route":"/profile/status"}');
      endGuard = sessionGuard.start('en');
      expect(visited).toEqual(['/en']);
    },
  );

  test('a guarded page leads from a link of a mail through sign-in back to it', () => {
    resetBrowser('/en/profile/status?from=mail#top');
    endGuard = sessionGuard.start('en');
    expect(visited).toEqual(['/en/auth/login']);
    expect(signInPage.takeDestination('en')).toBe('/en/profile/status');
  });

  test('a guarded page reloads when the host rejects the token, and sign-in leads back to it', async () => {
    resetBrowser('/ru/profile/status?x=1');
    hostKnowsOlga();
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    tab.set('draft-of-the-wizard', 'untouched');
    setHost(() => json(403, refused));
    await refreshRecord('ru');
    expect(visited).toEqual(['reload']);
    expect(Object.keys(local)).toEqual(['sessionLost']);
    expect(tab.get('draft-of-the-wizard')).toBe('untouched');
    expect(signInPage.takeDestination('en')).toBe('/en/profile/status');
    expect(signInPage.takeDestination('en')).toBe('/en/profile');
  });

  test.each(['ended', 'missing'])(
    'a guarded page shows the reason "%s" also when another tab met the end first',
    async (reason) => {
      resetBrowser('/ru/profile/security');
      hostKnowsOlga();
      await signIn('olga@example.org', PASSWORD, 'ru');
      endGuard = sessionGuard.start('ru');
      const lost = `${reason} ${clock.now}`;
      changeInOtherTab({ sessionLost: lost, signedIn: null, token: null, signedInAt: null, lastUsedAt: null });
      expect(visited).toEqual(['reload']);
      expect(tab.get('returnTo')).toBe(`{"reason":"${reason}","route":"/profile/security"}`);
      expect($record.get()).toBeNull();
    },
  );

  test('a guarded page knows the end of a session whose token a host returned again to a sign-in in another tab', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    setInOtherTab('signedInAt', String(clock.now + 1));
    expect($record.get()).not.toBeNull();
    changeInOtherTab({ sessionLost: `ended ${clock.now + 1}`, signedIn: null, token: null, signedInAt: null });
    expect(visited).toEqual(['reload']);
  });

  test('a guarded page ignores the end of an earlier session', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    changeInOtherTab({ sessionLost: `ended ${clock.now - 1}`, signedIn: null, token: null });
    expect(visited).toEqual(['/ru/auth']);
    expect(tab.size).toBe(0);
  });

  test('a guarded page discards an earlier reason to sign in once there is a session', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    tab.set('returnTo', '{"reason":"ended","route":"/profile/status"}');
    endGuard = sessionGuard.start('ru');
    setInOtherTab('signedIn', null);
    expect(visited).toEqual(['/ru/auth']);
  });

  test('a guarded page leads to sign-in when a session has ended before', () => {
    tab.set('returnTo', '{"reason":"ended","route":"/profile"}');
    endGuard = sessionGuard.start('ru');
    expect(visited).toEqual(['/ru/auth/login']);
  });

  test('a guarded page shows another applicant who signed in in another tab', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    setHost(() => json(200, { object: { ...olga, id: 'B-2', name: 'Timur' } }));
    setInOtherTab('signedInAt', String(clock.now + 1));
    setInOtherTab('token', 'token-of-timur');
    expect($record.get()).toBeNull();
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Timur');
    expect(visited).toEqual([]);
  });

  test('a guarded page shows the later applicant also when the record of the earlier one was being requested', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = sessionGuard.start('ru');
    await openRecord('ru');
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    setHost(async (_, { headers }) => {
      const isTimur = new Headers(headers).get('Authorization') === 'Bearer token-of-timur';
      if (!isTimur) await responded;
      return json(200, { object: isTimur ? { ...olga, id: 'B-2', name: 'Timur' } : olga });
    });
    const asked = refreshRecord('ru');
    setInOtherTab('signedInAt', String(clock.now + 1));
    setInOtherTab('token', 'token-of-timur');
    respond();
    await asked;
    await vi.waitFor(() => expect($record.get()?.name).toBe('Timur'));
  });

  test.each(['https://evil.example', '//evil.example/profile', '/profile/../auth', '/application'])(
    'takeDestination never returns to %s',
    (route) => {
      tab.set('returnTo', JSON.stringify({ reason: 'ended', route }));
      expect(signInPage.takeDestination('ru')).toBe('/ru/profile');
    },
  );
});
