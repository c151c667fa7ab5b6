import { beforeEach, expect, test } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { calls, clock, hostAnswers, json, newBrowser } from './world.ts';

const { clearApplicant, signIn } = await import('../../../../src/stores/account/session.ts');
const { $applicationType, $editable } = await import('../../../../src/stores/account/record.ts');
const { $passwordChange, submitPasswordChange } = await import('../../../../src/stores/account/security.ts');
const { openFile } = await import('../../../../src/stores/account/opening-files.ts');

const record = {
  id: 'A-17',
  application_type: 'diplomat',
  file4: '/files/1.passport/passport.pdf',
  application_status_history: [{ status_type: 'changes_requested', created_at: '2026-11-01T00:00:00Z', note: '' }],
};
let opened: string[];

beforeEach(async () => {
  clearApplicant();
  newBrowser();
  opened = [];
  setPorts({
    fetch: async (input, request = {}) => {
      calls.push({ path: String(input), request, headers: new Headers(request.headers) });
      return json(200, { data: { token: 'a'.repeat(43), object: record }, token: 'a'.repeat(43), object: record });
    },
    now: () => clock.now,
    openTab: (href) => opened.push(href) > 0,
  });
  hostAnswers(() => json(200, { object: record }));
  expect(await signIn('anna@example.org', 'a password', 'ru')).toBeNull();
});

test('an application of a type that this portal does not know has no type, and is not changed here', () => {
  expect($applicationType.get()).toBeNull();
  expect($editable.get()).toBe(false);
});

test('its files are opened all the same', async () => {
  await openFile('/files/1.passport/passport.pdf', 'ru');
  expect(opened).toEqual(['/files/1.passport/passport.pdf']);
});

test('its password is not changed by the address of another type: no call is made, and the page says so', async () => {
  calls.length = 0;
  expect(await submitPasswordChange({ current: 'a password', next: 'quite another long sentence' }, 'ru')).toBe(false);
  expect(calls).toEqual([]);
  expect($passwordChange.get().error).toEqual({ code: 'unreadable' });
});
