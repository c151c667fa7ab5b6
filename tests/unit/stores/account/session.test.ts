import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  calls,
  clock,
  hostAnswers,
  json,
  local,
  network,
  networkReturns,
  newBrowser,
  otherTabDoes,
  otherTabSets,
  tab,
  visited,
} from './world.ts';

const { $record, $recordLoad, $session, openRecord, refreshRecord, signIn, signOut, clearApplicant } = await import(
  '../../../../src/stores/account/session.ts'
);
const { $applicationType, $profile, $currentStatus, $statusHistory } = await import(
  '../../../../src/stores/account/record.ts'
);
const { $refreshToken, $sessionEnd, endSession } = await import('../../../../src/stores/api/token.ts');
const { $signedOutOffline, guardPage } = await import('../../../../src/stores/account/guard.ts');
const { readSubmitted, storeSubmitted } = await import('../../../../src/stores/application/submitted.ts');
const { takeDestination } = await import('../../../../src/stores/account/sign-in.ts');

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
  hostAnswers((path) => {
    if (path.endsWith('/user-login')) return json(200, { token: 'token-1', object: olga });
    if (path.endsWith('/user')) return json(200, { object: { ...olga, name: 'Olga II' } });
    return json(200, { status: 'ok' });
  });
}

const paths = () => calls.map(({ path }) => path.replace('/api/v1', ''));
let endGuard = () => {};

beforeEach(() => {
  endSession();
  clearApplicant();
  newBrowser();
  hostKnowsOlga();
});
afterEach(() => endGuard());

describe('signing in', () => {
  test('reads the refresh token of a host, and leaves it as it is until after the sign-out', async () => {
    otherTabSets('refreshToken', 'second-token');
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect($refreshToken.get()).toBe('second-token');
    await signOut();
    expect($refreshToken.get()).toBe('second-token');
    expect(local.refreshToken).toBe('second-token');
  });

  test('keeps token and flag for all tabs, the record for this one', async () => {
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

  test('puts the password into no storage', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect(JSON.stringify(local) + JSON.stringify([...tab])).not.toContain(PASSWORD);
  });

  test('tells profile, type and progress from the record', async () => {
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
    expect($statusHistory.get()[0]).toEqual({ status_type: 'submitted', created_at: '2026-11-01T09:00:00Z', note: '' });
  });

  test('that fails leaves everything as it was', async () => {
    hostAnswers(() => json(401, { code: 'invalid_credentials', message: '', request_id: '' }));
    expect(await signIn('olga@example.org', 'wrong', 'ru')).toMatchObject({ code: 'invalid_credentials' });
    expect(local).toEqual({});
    expect(tab.size).toBe(0);
  });
});

describe('a session', () => {
  test('needs the token and the flag', () => {
    otherTabSets('token', 'token-1');
    expect($session.get().signedIn).toBe(false);
    otherTabSets('signedIn', 'yes');
    expect($session.get().signedIn).toBe(true);
    otherTabSets('token', null);
    expect($session.get().signedIn).toBe(false);
  });

  test('ends thirty minutes after the last call, and twelve hours after signing in at the latest', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const began = clock.now;
    expect($sessionEnd.get()).toEqual({ at: began + 30 * 60_000, isFinal: false });
    clock.now += 10 * 60_000;
    await refreshRecord('ru');
    expect($sessionEnd.get()).toEqual({ at: began + 40 * 60_000, isFinal: false });
    clock.now = began + 11.9 * 3_600_000;
    await refreshRecord('ru');
    expect($sessionEnd.get()).toEqual({ at: began + 12 * 3_600_000, isFinal: true });
  });
});

describe('the record', () => {
  test('is not asked for again right after signing in', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    await openRecord('ru');
    expect(paths()).toEqual(['/user-login']);
  });

  test('is shown from the tab after a reload and asked for once, however many ask', async () => {
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

  test('of another session is never shown', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const kept = tab.get('applicant') ?? '';
    clearApplicant();
    tab.set('applicant', kept);
    otherTabSets('signedInAt', String(clock.now + 5));
    hostAnswers(() => json(502, { code: 'host_unreachable', message: '', request_id: '' }));
    await openRecord('ru');
    expect($record.get()).toBeNull();
    expect(tab.has('applicant')).toBe(false);
  });

  test('of another session is not shown either where the page has lived on meanwhile', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    otherTabSets('signedInAt', String(clock.now + 5));
    hostAnswers(() => json(502, { code: 'host_unreachable', message: '', request_id: '' }));
    await openRecord('ru');
    expect($record.get()).toBeNull();
    expect(tab.has('applicant')).toBe(false);
  });

  test('stays when the host can not be reached, and the reason is told', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    network.online = false;
    hostAnswers(() => Promise.reject(new TypeError('Failed to fetch')));
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Olga');
    expect($recordLoad.get()).toEqual({ busy: false, error: { code: 'offline' } });
  });

  test('comes by a new login where the host has no call for it, with the password in memory', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    hostAnswers((path) =>
      path.endsWith('/user')
        ? new Response(null, { status: 404 })
        : json(200, { token: 'token-2', object: { ...olga, name: 'Again' } }),
    );
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Again');
    expect($session.get().token).toBe('token-2');
  });

  test('goes on with what there is where the host has no call for it and no password is known', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    const kept = tab.get('applicant') ?? '';
    clearApplicant();
    tab.set('applicant', kept);
    hostAnswers(() => new Response(null, { status: 404 }));
    await openRecord('ru');
    expect($record.get()?.name).toBe('Olga');
    expect($recordLoad.get().error).toBeNull();
  });
});

describe('signing out', () => {
  test('tells the host, clears this browser, and leaves for the sign-in choice', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    await signOut();
    expect(paths()).toEqual(['/user-login', '/user-logout']);
    expect(calls[1]?.headers.get('Authorization')).toBe('Bearer token-1');
    expect(calls[1]?.request.keepalive).toBe(true);
    expect(local).toEqual({});
    expect(tab.size).toBe(0);
    expect($record.get()).toBeNull();
    expect(visited).toEqual(['/ru/auth']);
  });

  test('leaves nothing to return to', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    tab.set('returnTo', '{"reason":"ended","route":"/profile/status"}');
    endGuard = guardPage('ru');
    await signOut();
    expect(visited).toEqual(['/ru/auth']);
    expect(tab.size).toBe(0);
  });

  test('forgets which application was sent from here', async () => {
    storeSubmitted({ id: 'A-17', type: 'specialist', at: new Date(clock.now).toISOString(), isOfContract: true });
    await signIn('olga@example.org', PASSWORD, 'ru');
    expect(readSubmitted()).toMatchObject({ id: 'A-17' });
    await signOut();
    expect(readSubmitted()).toBeNull();
  });

  test('works offline', async () => {
    await signIn('olga@example.org', PASSWORD, 'en');
    endGuard = guardPage('en');
    network.online = false;
    hostAnswers(() => Promise.reject(new TypeError('Failed to fetch')));
    await signOut();
    expect(local).toEqual({});
    expect($record.get()).toBeNull();
    // No other page can be had, so this one says it, and goes on when there is a network.
    expect($signedOutOffline.get()).toBe(true);
    expect(visited).toEqual([]);
    networkReturns();
    expect(visited).toEqual(['/en/auth']);
  });

  test('does not wait for a host that is silent', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    hostAnswers(() => new Promise(() => {}));
    void signOut();
    await expect.poll(() => local).toEqual({});
    expect(visited).toEqual(['/ru/auth']);
  });

  test('in another tab empties this one and leads to the same place', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    otherTabSets('signedIn', null);
    expect($record.get()).toBeNull();
    expect(tab.size).toBe(0);
    expect(visited).toEqual(['/ru/auth']);
  });

  test('forgets the password: a later refresh can not log in again', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    await signOut();
    calls.length = 0;
    otherTabSets('signedInAt', '1');
    otherTabSets('token', 'token-9');
    otherTabSets('signedIn', 'yes');
    hostAnswers(() => new Response(null, { status: 404 }));
    await refreshRecord('ru');
    expect(paths()).toEqual(['/user']);
  });
});

describe('a guarded page', () => {
  test('sends a visitor without a session to the landing page', () => {
    endGuard = guardPage('en');
    expect(visited).toEqual(['/en']);
  });

  test.each(['/en/profile/status', '/en/profile/security?from=elsewhere'])(
    'leads from %s to the landing page, also after a link in a mail was opened in this tab',
    (address) => {
      newBrowser(address);
      tab.set('returnTo', '{"reason":"link","route":"/profile/status"}');
      endGuard = guardPage('en');
      expect(visited).toEqual(['/en']);
    },
  );

  test('leads from a link in a mail through the sign-in page to its page', () => {
    newBrowser('/en/profile/status?from=mail#top');
    endGuard = guardPage('en');
    expect(visited).toEqual(['/en/auth/login']);
    expect(takeDestination('en')).toBe('/en/profile/status');
  });

  test('reloads when the host refuses the token, and signing in leads back', async () => {
    newBrowser('/ru/profile/status?x=1');
    hostKnowsOlga();
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    tab.set('draft-of-the-wizard', 'untouched');
    hostAnswers(() => json(403, refused));
    await refreshRecord('ru');
    expect(visited).toEqual(['reload']);
    expect(Object.keys(local)).toEqual(['sessionLost']);
    expect(tab.get('draft-of-the-wizard')).toBe('untouched');
    expect(takeDestination('en')).toBe('/en/profile/status');
    expect(takeDestination('en')).toBe('/en/profile');
  });

  test.each(['ended', 'missing'])('says why (%s) also when another tab met the end first', async (reason) => {
    newBrowser('/ru/profile/security');
    hostKnowsOlga();
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    const lost = `${reason} ${clock.now}`;
    otherTabDoes({ sessionLost: lost, signedIn: null, token: null, signedInAt: null, lastUsedAt: null });
    expect(visited).toEqual(['reload']);
    expect(tab.get('returnTo')).toBe(`{"reason":"${reason}","route":"/profile/security"}`);
    expect($record.get()).toBeNull();
  });

  test('does not take the end of an earlier session for that of this one', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    otherTabDoes({ sessionLost: `ended ${clock.now - 1}`, signedIn: null, token: null });
    expect(visited).toEqual(['/ru/auth']);
    expect(tab.size).toBe(0);
  });

  test('forgets an old reason to sign in as soon as someone is in', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    tab.set('returnTo', '{"reason":"ended","route":"/profile/status"}');
    endGuard = guardPage('ru');
    otherTabSets('signedIn', null);
    expect(visited).toEqual(['/ru/auth']);
  });

  test('goes straight to signing in when it is opened after that', () => {
    tab.set('returnTo', '{"reason":"ended","route":"/profile"}');
    endGuard = guardPage('ru');
    expect(visited).toEqual(['/ru/auth/login']);
  });

  test('shows the other applicant when another one signs in elsewhere', async () => {
    await signIn('olga@example.org', PASSWORD, 'ru');
    endGuard = guardPage('ru');
    hostAnswers(() => json(200, { object: { ...olga, id: 'B-2', name: 'Timur' } }));
    otherTabSets('signedInAt', String(clock.now + 1));
    otherTabSets('token', 'token-of-timur');
    expect($record.get()).toBeNull();
    await refreshRecord('ru');
    expect($record.get()?.name).toBe('Timur');
    expect(visited).toEqual([]);
  });

  test.each(['https://evil.example', '//evil.example/profile', '/profile/../auth', '/application'])(
    'never returns to %s',
    (route) => {
      tab.set('returnTo', JSON.stringify({ reason: 'ended', route }));
      expect(takeDestination('ru')).toBe('/ru/profile');
    },
  );
});
