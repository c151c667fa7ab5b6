/** What was typed in the last moment before a session ended is stored, unless the applicant signed out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDevice } from '../application/one-device.ts';
import { local, resetBrowser, setInOtherTab } from './world.ts';

const device = vi.hoisted(() => ({ current: null as ReturnType<typeof createDevice> | null }));
vi.mock('../../../../src/stores/device/storage.ts', () => ({
  indexedDbStorage: () =>
    new Proxy(
      {},
      { get: (_, name) => device.current?.storage[name as keyof ReturnType<typeof createDevice>['storage']] },
    ),
}));

const { changeStore, saveOnLeave } = await import('../../../../src/stores/account/changes.ts');
const { endSessionForSignIn, sessionToken } = await import('../../../../src/stores/api/session-token.ts');

beforeEach(() => {
  resetBrowser();
  device.current = createDevice();
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['ended', 'in this tab', ['changes:57']],
  ['ended', 'in another tab', ['changes:57']],
  ['signed out', 'in another tab', []],
])(
  'edits of the last moment are stored only if the applicant did not sign out: the session was %s %s',
  async (end, where, keys) => {
    sessionToken.start(`tok.${'a'.repeat(30)}`);
    const stop = saveOnLeave();
    await changeStore.openChanges({ id: '57', application_type: 'founder', version: 1, name: 'Ann' });
    changeStore.typeChanges({ name: 'Anna' });
    expect(changeStore.$changes.get()).toMatchObject({ phase: 'ready', changed: ['name'] });
    if (where === 'in this tab') endSessionForSignIn('ended');
    else {
      if (end === 'ended') setInOtherTab('sessionLost', `ended ${local.signedInAt}`);
      setInOtherTab('signedIn', null);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(changeStore.$changes.get().phase).toBe('loading');
    expect([...(device.current?.stored.keys() ?? [])]).toEqual(keys);
    stop();
  },
);
