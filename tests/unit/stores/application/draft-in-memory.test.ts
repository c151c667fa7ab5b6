/** A draft on a device that stores nothing, or responds late, stays in memory without losing edits. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_KEY } from '../../../../src/stores/application/draft-record.ts';
import { chosenFile, filledForm } from './filled-forms.ts';
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

describe('a draft that a silent device returns late', () => {
  const passport = { file4: { name: 'passport.pdf' } };
  let later: Tab;
  let endReading = () => {};

  /** The device has a draft; a tab that could not read it has another surname, and the draft is being read. */
  const readLate = async () => {
    await tab.openDraft();
    tab.typeInPart('name', { surname: 'Kept', name: 'Anna' });
    tab.typeInPart('passport', { file4: chosenFile('passport.pdf') });
    await tab.flushDraft();
    let respond = () => {};
    device.storage.whenResponding = (action) => {
      respond = action;
    };
    Object.assign(device.refuses, { read: true, write: () => true });
    later = device.tab({ lock: { take: async () => true, steal: async () => undefined } });
    await later.openDraft();
    later.typeInPart('name', { surname: 'Typed', name: '' }, 'surname');
    await later.flushDraft();
    Object.assign(device.refuses, { read: false, write: () => false });
    const { get } = device.storage;
    const isRead = new Promise<void>((resolve) => {
      endReading = resolve;
    });
    const reading = vi.spyOn(device.storage, 'get').mockImplementation((key) => isRead.then(() => get(key)));
    respond();
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
  };
  const showsMerged = async (expected: object) => {
    await vi.waitFor(() => expect(later.$draft.get()).toMatchObject(expected));
    await later.flushDraft();
    expect(later.$draft.get()).toMatchObject({ ...expected, owner: 'here', saveState: 'saved' });
    expect(device.stored.get(DRAFT_KEY)).toMatchObject(expected);
    expect([...device.stored.keys()].filter((key) => key.startsWith('file:'))).toHaveLength(1);
  };

  /** The device responds without timers. */
  const hasEnded = () => new Promise((resolve) => setTimeout(resolve));

  it('keeps its answers and files, and the answers typed while it is being read', async () => {
    await readLate();
    later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
    later.typeInPart('passport', { passport_number: 'N1', file4: null }, 'passport_number');
    endReading();
    await showsMerged({ step1Data: { surname: 'Typed again', name: 'Anna', passport_number: 'N1', ...passport } });
  });

  it('keeps answers that were checked or flushed while it is being read', async () => {
    await readLate();
    later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
    later.checkAll();
    const flushed = later.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Kept' } });
    endReading();
    await flushed;
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Typed again' } });
    await showsMerged({ step1Data: { surname: 'Typed again', name: 'Anna', ...passport } });
  });

  it('keeps the type chosen and the part saved while it is being read', async () => {
    await readLate();
    later.chooseType('founder');
    expect(later.savePart('name', { ...filledForm('founder', { part: 'name' }), surname: 'Saved' })).toEqual({});
    endReading();
    await showsMerged({ type: 'founder', saved: ['name'], step1Data: { surname: 'Saved', ...passport } });
  });

  it('is not overwritten by a page that is left while it is being read', async () => {
    await readLate();
    later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
    later.hide();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Kept', name: 'Anna' } });
    endReading();
    await showsMerged({ step1Data: { surname: 'Typed again', name: 'Anna', ...passport } });
  });

  it('is empty when it is deleted while it is being read', async () => {
    await readLate();
    const deleted = later.deleteDraft();
    endReading();
    await deleted;
    await hasEnded();
    expect(later.$draft.get()).toMatchObject({ phase: 'ready', step1Data: { surname: '', name: '' } });
    expect(device.stored.size).toBe(0);
  });

  it('does not replace an application that is sent while it is being read', async () => {
    await readLate();
    const begun = later.beginAttempt('fingerprint');
    endReading();
    const { key } = await begun;
    await hasEnded();
    expect(later.attempt).toMatchObject({ idempotencyKey: key, fingerprint: 'fingerprint' });
    expect(later.$draft.get().step1Data).toMatchObject({ surname: 'Typed', name: '' });
  });
});
