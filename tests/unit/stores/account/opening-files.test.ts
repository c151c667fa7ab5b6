import { beforeEach, describe, expect, test } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { calls, clock, hostAnswers, json, network, newBrowser } from './world.ts';

const { clearApplicant, refreshRecord, signIn } = await import('../../../../src/stores/account/session.ts');
const { $profile, renewPhotoLink } = await import('../../../../src/stores/account/record.ts');
const { endSession } = await import('../../../../src/stores/api/token.ts');
const { $openingFile, closeOpeningFile, isLinkFresh, openFile } = await import(
  '../../../../src/stores/account/opening-files.ts'
);

const MINUTE = 60_000;
let edition = 0;
let changes: Record<string, unknown>;
let opened: string[];
let browserOpens: boolean;

/** What the host tells now: every answer signs its links anew. */
const told = () => ({
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
  endSession();
  clearApplicant();
  newBrowser();
  closeOpeningFile();
  edition = 0;
  changes = {};
  opened = [];
  browserOpens = true;
  hostAnswers((path) =>
    path.endsWith('/user-login') ? json(200, { token: 'token-1', object: told() }) : json(200, { object: told() }),
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

describe('a link to a file that was sent', () => {
  test('is followed as it is while it is new', () => {
    expect(isLinkFresh('/files/1.passport/passport.pdf')).toBe(true);
    expect(isLinkFresh('/files/1.somewhere/else.pdf')).toBe(false);
    clock.now += 2 * MINUTE;
    expect(isLinkFresh('/files/1.passport/passport.pdf')).toBe(false);
  });

  test('is renewed by one call before it is followed when it is older', async () => {
    clock.now += 20 * MINUTE;
    calls.length = 0;
    await openFile('/files/1.passport/passport.pdf', 'ru');
    expect(calls).toHaveLength(1);
    expect(opened).toEqual(['/files/2.passport/passport.pdf']);
    expect($openingFile.get()).toBeNull();
  });

  test('leads to the file of the same place, also from a form that began with an older record', async () => {
    await refreshRecord('ru');
    await refreshRecord('ru');
    clock.now += 20 * MINUTE;
    await openFile('/files/1.daughter/passport.pdf', 'ru');
    expect(opened).toEqual(['/files/4.daughter/passport.pdf']);
  });

  test('waits for another click when the browser would block the tab', async () => {
    browserOpens = false;
    await openFile('/files/1.passport/passport.pdf', 'ru');
    expect($openingFile.get()).toMatchObject({ phase: 'ready', href: '/files/2.passport/passport.pdf' });
  });

  test('says that the file is gone when another one took its place', async () => {
    changes = { file4: '/files/9.new/certificate.pdf' };
    await openFile('/files/1.passport/passport.pdf', 'ru');
    expect(opened).toEqual([]);
    expect($openingFile.get()).toMatchObject({ phase: 'gone', name: 'passport.pdf' });
  });

  test('tells why it did not open without a network, and opens at the next try', async () => {
    network.online = false;
    hostAnswers(() => Promise.reject(new TypeError('no network')));
    await openFile('/files/1.passport/passport.pdf', 'ru');
    expect($openingFile.get()).toMatchObject({ phase: 'failed', error: { code: 'offline' } });
    network.online = true;
    hostAnswers(() => json(200, { object: told() }));
    await openFile('/files/1.passport/passport.pdf', 'ru');
    expect(opened).toEqual(['/files/2.passport/passport.pdf']);
  });
});

describe('the link of the photo', () => {
  test('stays the first one as long as the application is the same edition', async () => {
    expect($profile.get()?.personalPhoto).toBe('/files/1.photo/photo.jpg');
    await refreshRecord('ru');
    expect($profile.get()?.personalPhoto).toBe('/files/1.photo/photo.jpg');
    changes = { version: 2 };
    await refreshRecord('ru');
    expect($profile.get()?.personalPhoto).toBe('/files/3.photo/photo.jpg');
  });

  test('is the newest one once the first does not work any more', async () => {
    await refreshRecord('ru');
    renewPhotoLink('/files/1.photo/photo.jpg');
    expect($profile.get()?.personalPhoto).toBe('/files/2.photo/photo.jpg');
  });
});
