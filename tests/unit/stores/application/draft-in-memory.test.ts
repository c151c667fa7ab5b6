/** A draft on a device that stores nothing, or responds late, stays in memory without losing edits. */
import { beforeEach, expect, it, vi } from 'vitest';
import { DRAFT_KEY } from '../../../../src/stores/application/draft-record.ts';
import { createDevice, type Device, type Tab } from './one-device.ts';

let device: Device;
let tab: Tab;

beforeEach(() => {
  device = createDevice();
  tab = device.tab();
});

it('a draft with a type only is not stored, and the first answer stores it', async () => {
  await tab.openDraft();
  tab.chooseType('founder');
  await tab.flushDraft();
  expect(device.stored.size).toBe(0);
  tab.typeInPart('name', { surname: 'Ivanova' });
  await tab.flushDraft();
  expect(device.stored.get(DRAFT_KEY)).toMatchObject({ type: 'founder', step1Data: { surname: 'Ivanova' } });
});

it('the form works in a browser that refuses locks and storage', async () => {
  Object.assign(device.refuses, { read: true, write: () => true, delete: true });
  const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  tab = device.tab({ lock: { take: refuse, steal: refuse } });
  tab.chooseType('founder');
  await tab.openDraft();
  expect(tab.$draft.get()).toMatchObject({ phase: 'ready', owner: 'here', type: 'founder', saveState: 'failed' });
  tab.typeInPart('name', { surname: 'Ivanova' });
  await tab.flushDraft();
  expect(tab.formOf(1)).toMatchObject({ surname: 'Ivanova' });
});

it('the form is empty after sending, also when the device refuses to delete the draft', async () => {
  await tab.openDraft();
  tab.chooseType('founder');
  tab.typeInPart('name', { surname: 'Ivanova' });
  await tab.flushDraft();
  Object.assign(device.refuses, { delete: true });
  await tab.emptyAfterArrival();
  expect(tab.$draft.get()).toMatchObject({ type: null, step1Data: { surname: '' } });
});

it('a draft that was unreadable at first is not deleted, and gets edits made meanwhile', async () => {
  await tab.openDraft();
  tab.typeInPart('name', { surname: 'Kept', name: 'Anna' });
  await tab.flushDraft();
  let respond = () => {};
  device.storage.whenResponding = (action) => {
    respond = action;
  };
  Object.assign(device.refuses, { read: true });
  const later = device.tab({ lock: { take: async () => true, steal: async () => undefined } });
  await later.openDraft();
  later.chooseType('founder');
  await later.flushDraft();
  expect(device.stored.has(DRAFT_KEY)).toBe(true);
  Object.assign(device.refuses, { write: () => true });
  later.typeInPart('name', { surname: 'Typed' }, 'surname');
  await later.flushDraft();
  Object.assign(device.refuses, { read: false, write: () => false });
  respond();
  const typed = { type: 'founder', step1Data: { surname: 'Typed', name: 'Anna' } };
  await vi.waitFor(() => expect(later.$draft.get()).toMatchObject({ ...typed, owner: 'here' }));
  await later.flushDraft();
  expect(device.stored.get(DRAFT_KEY)).toMatchObject(typed);
});
