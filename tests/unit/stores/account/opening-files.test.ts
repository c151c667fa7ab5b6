import { beforeEach, describe, expect, test } from 'vitest';
import { setPorts } from '../../../fixtures/ports.ts';
import { calls, clock, json, network, resetBrowser, setHost } from './world.ts';

const { clearApplicant, openRecord, refreshRecord, signIn } = await import('../../../../src/stores/account/session.ts');
const { $profile, renewPhotoLink } = await import('../../../../src/stores/account/record.ts');
const { sessionToken } = await import('../../../../src/stores/api/session-token.ts');
const { openingFile } = await import('../../../../src/stores/account/opening-files.ts');

const MINUTE = 60_000;
let edition = 0;
let changes: Record<string, unknown>;
let opened: string[];
let browserOpens: boolean;

/** The host's current record; each response signs its links again. */
const hostRecord = () => ({
  id: 'A-17',
  application_type: 'specialist',
  version: 1,
  file4: `/files/${++edition}.passport/passport.pdf`,
  file5: `/files/${edition}.photo/photo.jpg`,
  formatted_relatives: [
    { file6: `/files/${edition}.son/passport.pdf` },
    { file6: `/files/${edition}.daughter/passport.pdf` },
  ],
  application_status_history: [],
  ...changes,
});

beforeEach(async () => {
  sessionToken.end();
  clearApplicant();
  resetBrowser();
  openingFile.close();
  edition = 0;
  changes = {};
  opened = [];
  browserOpens = true;
  setHost((path) =>
    path.endsWith('/user-login')
      ? json(200, { token: 'token-1', object: hostRecord() })
      : json(200, { object: hostRecord() }),
  );
  const { fetch, online, whenOnline, now, currentPath, replace, reload } = (
    await import('../../../../src/stores/browser/ports.ts')
  ).ports;
  setPorts({
    ...{ fetch, online, whenOnline, now, currentPath, replace, reload },
    openTab: (href) => {
      if (browserOpens) opened.push(href);
      return browserOpens;
    },
  });
  await signIn('olga@example.org', 'seven quiet blue domes', 'ru');
});

describe('a link to a stored file', () => {
  test('a file link is fresh for less than two minutes, and only if it is of the record', () => {
    expect(openingFile.isLinkFresh('/files/1.passport/passport.pdf')).toBe(true);
    expect(openingFile.isLinkFresh('/files/1.somewhere/else.pdf')).toBe(false);
    clock.now += 2 * MINUTE;
    expect(openingFile.isLinkFresh('/files/1.passport/passport.pdf')).toBe(false);
  });

  test('open renews an old link by one call before opening it', async () => {
    clock.now += 20 * MINUTE;
    calls.length = 0;
    await openingFile.open('/files/1.passport/passport.pdf', 'ru');
    expect(calls).toHaveLength(1);
    expect(opened).toEqual(['/files/2.passport/passport.pdf']);
    expect(openingFile.$state.get()).toBeNull();
  });

  test('open opens the file of the same place, also from a form with an older record', async () => {
    await refreshRecord('ru');
    await refreshRecord('ru');
    clock.now += 20 * MINUTE;
    await openingFile.open('/files/1.daughter/passport.pdf', 'ru');
    expect(opened).toEqual(['/files/4.daughter/passport.pdf']);
  });

  test('open waits for another click when the browser blocks the tab', async () => {
    browserOpens = false;
    await openingFile.open('/files/1.passport/passport.pdf', 'ru');
    expect(openingFile.$state.get()).toMatchObject({ phase: 'ready', href: '/files/2.passport/passport.pdf' });
  });

  test('open reports a file that was replaced', async () => {
    changes = { file4: '/files/9.new/certificate.pdf' };
    await openingFile.open('/files/1.passport/passport.pdf', 'ru');
    expect(opened).toEqual([]);
    expect(openingFile.$state.get()).toMatchObject({ phase: 'gone', name: 'passport.pdf' });
  });

  test('the file of an applicant is not shown to another one, also when its link was being renewed', async () => {
    browserOpens = false;
    await openingFile.open('/files/1.passport/passport.pdf', 'ru');
    clearApplicant();
    expect(openingFile.$state.get()).toBeNull();
    changes = { id: 'A-18' };
    await openRecord('ru');
    const renewing = openingFile.open('/files/3.passport/passport.pdf', 'ru');
    clearApplicant();
    await renewing;
    expect(openingFile.$state.get()).toBeNull();
  });

  test('open reports a missing network, and works at the next attempt', async () => {
    network.online = false;
    setHost(() => Promise.reject(new TypeError('no network')));
    await openingFile.open('/files/1.passport/passport.pdf', 'ru');
    expect(openingFile.$state.get()).toMatchObject({ phase: 'failed', refusal: { code: 'offline' } });
    network.online = true;
    setHost(() => json(200, { object: hostRecord() }));
    await openingFile.open('/files/1.passport/passport.pdf', 'ru');
    expect(opened).toEqual(['/files/2.passport/passport.pdf']);
  });
});

describe('the link of the photo', () => {
  test('the photo of an application keeps its first link until the application has a new version', async () => {
    expect($profile.get()?.personalPhoto).toBe('/files/1.photo/photo.jpg');
    await refreshRecord('ru');
    expect($profile.get()?.personalPhoto).toBe('/files/1.photo/photo.jpg');
    changes = { version: 2 };
    await refreshRecord('ru');
    expect($profile.get()?.personalPhoto).toBe('/files/3.photo/photo.jpg');
  });

  test('the photo of an application gets the newest link when the first one fails', async () => {
    await refreshRecord('ru');
    renewPhotoLink('/files/1.photo/photo.jpg');
    expect($profile.get()?.personalPhoto).toBe('/files/2.photo/photo.jpg');
  });
});
