import { beforeEach, expect, test } from 'vitest';
import { setPorts } from '../../../fixtures/ports.ts';
import { calls, clock, json, resetBrowser, setHost } from './world.ts';

const { clearApplicant, signIn } = await import('../../../../src/stores/account/session.ts');
const { $applicationType, $editable } = await import('../../../../src/stores/account/record.ts');
const { passwordChange } = await import('../../../../src/stores/account/security.ts');
const { openingFile } = await import('../../../../src/stores/account/opening-files.ts');

const record = {
  id: 'A-17',
  application_type: 'diplomat',
  file4: '/files/1.passport/passport.pdf',
  application_status_history: [{ status_type: 'changes_requested', created_at: '2026-11-01T00:00:00Z', note: '' }],
};
let opened: string[];

beforeEach(async () => {
  clearApplicant();
  resetBrowser();
  opened = [];
  setPorts({
    fetch: async (input, request = {}) => {
      calls.push({ path: String(input), request, headers: new Headers(request.headers) });
      return json(200, { data: { token: 'a'.repeat(43), object: record }, token: 'a'.repeat(43), object: record });
    },
    now: () => clock.now,
    openTab: (href) => opened.push(href) > 0,
  });
  setHost(() => json(200, { object: record }));
  expect(await signIn('anna@example.org', 'a password', 'ru')).toBeNull();
});

test('an application of an unknown type has no type and cannot be changed', () => {
  expect($applicationType.get()).toBeNull();
  expect($editable.get()).toBe(false);
});

test('the files of an application of an unknown type can be opened', async () => {
  await openingFile.open('/files/1.passport/passport.pdf', 'ru');
  expect(opened).toEqual(['/files/1.passport/passport.pdf']);
});

test('the password of an application of an unknown type cannot be changed, and no call is made', async () => {
  calls.length = 0;
  expect(await passwordChange.submit({ current: 'a password', next: 'quite another long sentence' }, 'ru')).toBe(false);
  expect(calls).toEqual([]);
  expect(passwordChange.form.$state.get().refusal).toEqual({ code: 'unreadable' });
});
