import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormState } from '../../../../src/domain/application/form.ts';
import { DRAFT_KEY, DRAFT_VERSION } from '../../../../src/stores/application/draft-record.ts';
import { chosenFile, date, filledForm, saveParts, TODAY, withLists } from './filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from './one-device.ts';

const FILE_PREFIX = 'file:';

const DAY = 24 * 60 * 60 * 1000;
const EMPTY_RECORD = {
  version: DRAFT_VERSION,
  type: null,
  stepStatus: 0,
  saved: [],
  step1Data: {},
  step2Data: {},
  changedAt: '2026-11-20T00:00:00Z',
};
let device: Device;
let tab: Tab;

beforeEach(async () => {
  vi.useFakeTimers({ now: TODAY });
  device = createDevice();
  tab = device.tab();
  await tab.openDraft();
});
afterEach(() => {
  vi.useRealTimers();
});

const draft = () => tab.$draft.get();
const fileKeys = () => [...device.stored.keys()].filter((key) => key.startsWith(FILE_PREFIX));

describe('opening a draft', () => {
  it('a draft is loading until the device was read, and then ready with empty fields', async () => {
    const fresh = createDevice().tab();
    expect(fresh.$draft.get().phase).toBe('loading');
    await fresh.openDraft();
    expect(fresh.$draft.get()).toMatchObject({
      phase: 'ready',
      type: null,
      stepStatus: 0,
      saveState: 'idle',
      owner: 'here',
    });
    expect(fresh.$draft.get().step1Data.surname).toBe('');
  });

  it('openDraft reads the device once for several calls', async () => {
    const get = vi.spyOn(device.storage, 'get');
    const again = reloadTab(device);
    await Promise.all([again.openDraft(), again.openDraft(), again.openDraft()]);
    expect(get).toHaveBeenCalledTimes(1);
  });
});

describe('edits while the draft is being read', () => {
  const leaveDraft = async () => {
    tab.chooseType('specialist');
    tab.typeInPart('name', { ...filledForm('specialist', { part: 'name' }), surname: 'Kept' });
    tab.typeInPart('contact', { email: 'kept@example.org' });
    await tab.flushDraft();
    tab = reloadTab(device);
  };

  it('an early edit replaces the stored value of its field and no other', async () => {
    await leaveDraft();
    const opened = tab.openDraft();
    const form = { surname: 'Early', name: '', date_birth: { day: '7', month: '', year: '' } };
    tab.typeInPart('name', form, 'surname');
    tab.typeInPart('name', form, 'date_birth.day');
    tab.typeInPart('stay', { validity_time: '12' }, 'validity_time');
    await opened;
    expect(draft()).toMatchObject({
      type: 'specialist',
      step1Data: {
        surname: 'Early',
        name: 'Anna',
        email: 'kept@example.org',
        date_birth: { day: '7', year: expect.stringMatching(/^\d{4}$/) },
      },
      step2Data: { validity_time: '12' },
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft().saveState).toBe('saved');
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Early' } });
  });

  it('an early edit on a device without a draft does not reset the form', async () => {
    tab = reloadTab(device);
    const opened = tab.openDraft();
    tab.chooseType('founder');
    tab.typeInPart('name', { surname: 'Early' }, 'surname');
    await opened;
    expect(draft()).toMatchObject({ revision: 0, type: 'founder', step1Data: { surname: 'Early' } });
    await tab.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ type: 'founder', step1Data: { surname: 'Early' } });
  });
});

describe('saving a draft', () => {
  it('an edit is stored within a second, and the time of saving is set', async () => {
    tab.typeInPart('name', { surname: 'Ivanova' });
    expect(draft().saveState).toBe('saving');
    await vi.advanceTimersByTimeAsync(1000);
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Ivanova' } });
    expect(draft().saveState).toBe('saved');
    expect(Date.parse(draft().savedAt ?? '')).toBeLessThanOrEqual(TODAY.getTime() + 1000);
    expect(draft().expiresAt).toBe(new Date(TODAY.getTime() + 30 * DAY).toISOString());
  });

  it('an edit stores its path only, whatever else the form shows', async () => {
    const street = { region: '1', district: '2', street: 'Old', flat: '3' };
    tab.typeInPart('name', { surname: 'Newer', name: 'Anna', date_birth: { day: '7', month: '11', year: '1990' } });
    tab.typeInPart('stay', { formatted_address: street });
    const shown = { surname: 'Older', name: 'B', date_birth: { day: '8', month: '1', year: '1980' } };
    tab.typeInPart('name', shown, 'name');
    tab.typeInPart('name', shown, 'date_birth.day');
    tab.typeInPart('stay', { formatted_address: { street: 'New' } }, 'formatted_address.street');
    await vi.advanceTimersByTimeAsync(1000);
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({
      step1Data: { surname: 'Newer', name: 'B', date_birth: { day: '8', month: '11', year: '1990' } },
      step2Data: { formatted_address: { ...street, street: 'New' } },
    });
  });

  it('continuous typing is stored within a second too', async () => {
    for (let typed = 1; typed <= 10; typed += 1) {
      tab.typeInPart('name', { surname: 'x'.repeat(typed) });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(device.stored.get(DRAFT_KEY)).toBeDefined();
  });

  it('formOf returns the last edit before it is stored', () => {
    tab.typeInPart('project', { activity: 'Old' });
    tab.typeInPart('project', { activity: 'New' });
    expect(tab.formOf(2)).toMatchObject({ activity: 'New' });
    expect(tab.formOf(1)).toEqual(draft().step1Data);
  });

  it('edits in two parts of a step before either is stored are both kept', async () => {
    tab.typeInPart('name', { surname: 'Ivanova' });
    tab.typeInPart('contact', { email: 'anna@example.org' });
    tab.typeInPart('stay', { validity_time: '12' });
    tab.typeInPart('name', { surname: 'Petrova' });
    const person = { surname: 'Petrova', email: 'anna@example.org' };
    expect(tab.formOf(1)).toMatchObject(person);
    await tab.flushDraft();
    const [step1Data, step2Data] = [person, { validity_time: '12' }];
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data, step2Data });
  });

  it('listeners of a draft are notified once while it is saving, not at each key stroke', async () => {
    const listener = vi.fn();
    tab.$draft.listen(listener);
    for (const surname of ['I', 'Iv', 'Iva', 'Ivan']) tab.typeInPart('name', { surname });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('values and new files are stored in one call when the page is left', () => {
    const setLast = vi.spyOn(device.storage, 'setOnLeave');
    tab.typeInPart('passport', { passport_number: 'N1', file4: chosenFile('passport.pdf') });
    tab.hide();
    const [[entries = []] = []] = setLast.mock.calls;
    expect(entries.map(([key]) => key.slice(0, 5))).toEqual(['file:', 'appli']);
    tab.hide();
    expect(setLast).toHaveBeenCalledTimes(1);
  });

  it.each(['file:', 'appli'])(
    'a page that is left while "%s…" is being written stores everything once more',
    async (begun) => {
      const setLast = vi.spyOn(device.storage, 'setOnLeave');
      const { set } = device.storage;
      vi.spyOn(device.storage, 'set').mockImplementation((key, ...rest) =>
        key.startsWith(begun) ? new Promise(() => {}) : set(key, ...rest),
      );
      tab.typeInPart('passport', { passport_number: 'N1', file4: chosenFile('passport.pdf') });
      await vi.advanceTimersByTimeAsync(1000);
      expect(draft().saveState).toBe('saving');
      tab.hide();
      const entries = setLast.mock.calls.flatMap(([stored]) => stored.map(([key]) => key.slice(0, 5)));
      expect(entries).toEqual(begun === 'file:' ? ['file:', 'appli'] : ['appli']);
      tab.hide();
      expect(setLast).toHaveBeenCalledTimes(1);
    },
  );

  it('a write that a page left behind replaces no newer record and deletes none of its files', async () => {
    const { set } = device.storage;
    let endWrite = () => {};
    vi.spyOn(device.storage, 'set').mockImplementationOnce(async (...entry) => {
      await new Promise<void>((resolve) => {
        endWrite = resolve;
      });
      return set(...entry);
    });
    tab.typeInPart('passport', { passport_number: 'N1', file4: chosenFile('old.pdf') });
    await vi.advanceTimersByTimeAsync(1000);
    tab.typeInPart('passport', { passport_number: 'N2', file4: chosenFile('new.pdf') });
    const deleted = vi.spyOn(device.storage, 'delete');
    tab.hide();
    const keys = fileKeys();
    const numbers: unknown[] = [];
    vi.spyOn(device.storage, 'set').mockImplementation(async (key, value, allowed) => {
      const isStored = await set(key, value, allowed);
      if (isStored && key === DRAFT_KEY) numbers.push((value as { step1Data: FormState }).step1Data.passport_number);
      return isStored;
    });
    endWrite();
    await tab.flushDraft();
    expect(new Set(numbers)).toEqual(new Set(['N2']));
    expect(deleted).not.toHaveBeenCalledWith(keys[0]);
    expect(fileKeys()).toEqual(keys);
    expect(draft()).toMatchObject({ saveState: 'saved', owner: 'here', unsaved: [] });

    tab.typeInPart('passport', { passport_number: 'N3' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(numbers.at(-1)).toBe('N3');
    expect(draft().saveState).toBe('saved');
  });

  it.each(['stored its record', 'emptied the draft'])(
    'a write that has %s when the page is left deletes no file stored then',
    async (done) => {
      tab.typeInPart('passport', { passport_number: 'N1', file4: chosenFile('old.pdf') });
      await tab.flushDraft();
      const { keys } = device.storage;
      let endListing = () => {};
      const listing = vi.spyOn(device.storage, 'keys').mockImplementationOnce(async () => {
        await new Promise<void>((resolve) => {
          endListing = resolve;
        });
        return keys();
      });
      tab.typeInPart('passport', { passport_number: done === 'emptied the draft' ? '' : 'N1', file4: null });
      await vi.advanceTimersByTimeAsync(1000);
      expect(listing).toHaveBeenCalled();
      tab.typeInPart('passport', { passport_number: 'N2', file4: chosenFile('new.pdf') });
      const deleted = vi.spyOn(device.storage, 'delete');
      tab.hide();
      const stored = fileKeys().at(-1);
      endListing();
      await tab.flushDraft();
      expect(deleted).not.toHaveBeenCalledWith(stored);
      expect(fileKeys()).toEqual([stored]);
      expect(draft()).toMatchObject({ saveState: 'saved', step1Data: { passport_number: 'N2' } });
    },
  );

  it('a write that fails after the page was left is not reported, and the next one is', async () => {
    let fail = () => {};
    vi.spyOn(device.storage, 'set').mockImplementationOnce(
      () =>
        new Promise((_resolve, reject) => {
          fail = () => reject(new DOMException('aborted', 'AbortError'));
        }),
    );
    tab.typeInPart('name', { surname: 'Ivanova' });
    await vi.advanceTimersByTimeAsync(1000);
    const states: string[] = [];
    tab.$draft.listen(({ saveState }) => states.push(saveState));
    tab.hide();
    fail();
    await tab.flushDraft();
    expect(states).not.toContain('failed');
    expect(draft().saveState).toBe('saved');
  });

  it("a draft keeps a copy of the form's values", async () => {
    const values = { formatted_address: { region: '2', district: '', street: '', flat: '' } };
    tab.typeInPart('stay', values);
    await tab.flushDraft();
    values.formatted_address.region = '3';
    expect(draft().step2Data).toMatchObject({ formatted_address: { region: '2' } });
  });

  it('a file is stored once, however often other fields change', async () => {
    const values = filledForm('founder', { part: 'passport' });
    for (const passport_number of ['N', 'N1', 'N12']) {
      tab.typeInPart('passport', { ...values, passport_number });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(device.writes.filter((key) => key.startsWith(FILE_PREFIX))).toHaveLength(1);
    expect(device.writes.filter((key) => key === DRAFT_KEY)).toHaveLength(3);
  });

  it('a replaced file is deleted from the device', async () => {
    tab.typeInPart('passport', { file4: chosenFile('old.pdf') });
    await tab.flushDraft();
    tab.typeInPart('passport', { file4: chosenFile('new.pdf') });
    await tab.flushDraft();
    expect(fileKeys()).toHaveLength(1);
    expect(await (device.stored.get(fileKeys()[0] ?? '') as Blob).text()).toBe('%PDF-1.7 new.pdf');
  });

  it('a draft never stores a password, in whatever field it is', async () => {
    const secret = 'correct horse battery';
    tab.typeInPart('passport', { passport_number: 'N1234567', password: secret, new_password: secret });
    tab.typeInPart('project', { project: 'x', account: { password: secret, passwordAgain: secret } });
    await tab.flushDraft();
    expect(JSON.stringify([...device.stored.values(), draft()])).not.toContain(secret);
    expect(draft().step1Data.passport_number).toBe('N1234567');
  });
});

describe('reopening a draft', () => {
  it('a draft is restored after a reload with values, lists, files, type and saved parts', async () => {
    tab.chooseType('investor');
    saveParts(tab, 'investor', 1);
    tab.savePart('stay', filledForm('investor', { part: 'stay' }));
    tab.typeInPart('family', withLists());
    await tab.flushDraft();
    const { saved } = draft();

    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft()).toMatchObject({ type: 'investor', stepStatus: 2, saved, saveState: 'saved' });
    expect(draft().step1Data).toMatchObject({ surname: 'Ivanova', date_birth: date('1990-05-17') });
    const { blob } = draft().step1Data.file4 as { blob: Blob };
    expect(await blob.text()).toBe('%PDF-1.7 passport.pdf');
    const [son] = draft().step2Data.formatted_relatives as { file6: { blob: Blob; name: string } }[];
    expect(son?.file6.name).toBe('passport.png');
    expect(await son?.file6.blob.text()).toBe('%PDF-1.7 passport.png');
  });

  it('a draft is restored for 30 days and then deleted with its files', async () => {
    saveParts(tab, 'founder', 1);
    await tab.flushDraft();
    vi.setSystemTime(TODAY.getTime() + 30 * DAY);
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft().step1Data.surname).toBe('Ivanova');

    vi.setSystemTime(TODAY.getTime() + 30 * DAY + 1);
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft().step1Data.surname).toBe('');
    expect(device.stored.size).toBe(0);
  });

  it('a draft expires 30 days after the last change', async () => {
    tab.typeInPart('name', { surname: 'Ivanova' });
    await tab.flushDraft();
    vi.setSystemTime(TODAY.getTime() + 20 * DAY);
    tab.typeInPart('name', { surname: 'Petrova' });
    await tab.flushDraft();
    vi.setSystemTime(TODAY.getTime() + 45 * DAY);
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft().step1Data.surname).toBe('Petrova');
  });

  const empty = new Blob([]);
  const unreadable = Object.assign(new Blob(['x']), {
    slice: () => unreadable,
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });
  it.each([
    ['is gone', null],
    ['is empty', empty],
    ['has bytes that the device cannot read', unreadable],
  ])('a draft with a file that %s is incomplete, names the file and keeps the rest', async (_why, left) => {
    tab.chooseType('founder');
    saveParts(tab, 'founder');
    await tab.flushDraft();
    const [key = ''] = fileKeys();
    device.stored.delete(key);
    if (left) device.stored.set(key, left);
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft()).toMatchObject({ stepStatus: 2, step1Data: { surname: 'Ivanova', file4: null } });
    expect(draft().lost).toEqual([{ path: 'file4', name: 'passport.pdf' }]);
  });

  it('files that no draft references are deleted from the device', async () => {
    device.stored.set(`${FILE_PREFIX}left-over`, new Blob(['x']));
    await reloadTab(device).openDraft();
    expect(device.stored.size).toBe(0);
  });
});

describe('versions of a draft', () => {
  it('a draft that lacks a new field gets an empty one, in list items too', async () => {
    tab.chooseType('founder');
    tab.typeInPart('name', { surname: 'Ivanova' });
    tab.typeInPart('travel', { last_trips: [{ trip_country: 'DE', trim_date: { date_from: date('2025-01-01') } }] });
    await tab.flushDraft();
    const record = device.stored.get(DRAFT_KEY) as { step1Data: Record<string, unknown> };
    delete record.step1Data.phone;
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft().step1Data).toMatchObject({ surname: 'Ivanova', phone: '' });
    expect(draft().step2Data.last_trips).toEqual([
      {
        trip_country: 'DE',
        trip_aim: '',
        trim_date: { date_from: date('2025-01-01'), date_to: { day: '', month: '', year: '' } },
      },
    ]);
  });

  it('a draft of a newer version stays unchanged and is reported', async () => {
    const newer = { version: 99, anything: 'else' };
    device.stored.set(DRAFT_KEY, newer);
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft()).toMatchObject({ phase: 'unavailable', reason: 'newer_version' });
    tab.typeInPart('name', { surname: 'Ivanova' });
    tab.chooseType('founder');
    tab.savePart('name', filledForm('founder', { part: 'name' }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(device.stored.get(DRAFT_KEY)).toEqual(newer);
  });

  it('a draft of a newer version that another tab stored meanwhile is not overwritten', async () => {
    tab.typeInPart('name', { surname: 'Ivanova' });
    await tab.flushDraft();
    const newer = { version: 99 };
    device.stored.set(DRAFT_KEY, newer);
    tab.typeInPart('name', { surname: 'Petrova' });
    await tab.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toEqual(newer);
    expect(draft().owner).toBe('elsewhere');
  });

  it.each([
    ['text', 'garbage'],
    ['no version', { step1Data: {} }],
    ['a version before the first', { version: 0 }],
    ['an unknown step', { ...EMPTY_RECORD, stepStatus: 9 }],
    ['an unknown part', { ...EMPTY_RECORD, saved: ['name', 'toString'] }],
  ])('a draft with %s is unreadable and can be deleted', async (_, garbage) => {
    device.stored.set(DRAFT_KEY, garbage);
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft()).toMatchObject({ phase: 'unavailable', reason: 'unreadable' });
    await tab.deleteDraft();
    expect(draft().phase).toBe('ready');
    expect(device.stored.size).toBe(0);
  });
});

describe('deleting a draft', () => {
  it('deleting a draft removes values and files, and resets the forms', async () => {
    tab.chooseType('founder');
    saveParts(tab, 'founder', 1);
    await tab.flushDraft();
    const { revision } = draft();
    await tab.deleteDraft();
    expect(device.stored.size).toBe(0);
    expect(draft()).toMatchObject({
      phase: 'ready',
      type: null,
      stepStatus: 0,
      saved: [],
      saveState: 'idle',
      savedAt: null,
    });
    expect(draft().step1Data.surname).toBe('');
    expect(draft().step2Data).toEqual({});
    expect(draft().revision).toBeGreaterThan(revision);
  });

  it('deleting a draft wins over a write in progress', async () => {
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    void tab.flushDraft();
    await tab.deleteDraft();
    await vi.advanceTimersByTimeAsync(2000);
    expect(device.stored.size).toBe(0);
  });

  it('deleting a draft wins over a form that empties itself afterwards', async () => {
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    await tab.deleteDraft();
    tab.typeInPart('name', { surname: '', date_birth: date('') });
    tab.typeInPart('passport', { file4: null });
    await vi.advanceTimersByTimeAsync(2000);
    expect(device.stored.size).toBe(0);
    expect(draft().saveState).toBe('idle');
  });

  it('deleting a draft reports a refusal of the device and keeps the values', async () => {
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    await tab.flushDraft();
    device.refuses.delete = true;
    await tab.deleteDraft();
    expect(draft()).toMatchObject({ saveState: 'failed', step1Data: { surname: 'Ivanova' } });
  });
});

describe('a draft on a device that refuses storage', () => {
  it('a draft stays in memory when the device refuses, and is saved at the next accepted change', async () => {
    device.refuses.write = () => true;
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft()).toMatchObject({ saveState: 'failed', savedAt: null, step1Data: { surname: 'Ivanova' } });

    delete device.refuses.write;
    tab.typeInPart('project', { project: 'Sample Project' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft()).toMatchObject({ saveState: 'saved', unsaved: [] });
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Ivanova' } });
  });

  it('a draft can be used although the device refuses to read', async () => {
    device.refuses.read = true;
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft()).toMatchObject({ phase: 'ready', saveState: 'failed' });
    expect(saveParts(tab, 'founder', 1)).toEqual({});
    expect(draft().stepStatus).toBe(1);
  });

  it('a file is stored as bytes where the device stores no blobs', async () => {
    device.refuses.write = (_key, value) => value instanceof Blob;
    const file = chosenFile('passport.pdf');
    tab.typeInPart('passport', { passport_number: 'N1', file4: file });
    await tab.flushDraft();
    expect(draft()).toMatchObject({ saveState: 'saved', unsaved: [] });

    tab = reloadTab(device);
    await tab.openDraft();
    const kept = draft().step1Data.file4 as typeof file;
    expect(kept).toMatchObject({ name: 'passport.pdf' });
    expect(kept.blob.type).toBe(file.blob.type);
    expect(await kept.blob.text()).toBe(await file.blob.text());
  });

  it('a draft is saved without a refused file, which is reported', async () => {
    device.refuses.write = (key) => key.startsWith(FILE_PREFIX);
    tab.typeInPart('passport', { passport_number: 'N1', file4: chosenFile('passport.pdf') });
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft()).toMatchObject({ saveState: 'failed', unsaved: ['file4'] });
    expect(draft().step1Data.file4).toMatchObject({ name: 'passport.pdf' });

    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft().step1Data).toMatchObject({ passport_number: 'N1', file4: null });
  });
});

describe('a draft in two tabs', () => {
  let later: Tab;
  const asTabs = async () => {
    tab.chooseType('founder');
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    await tab.flushDraft();
    later = device.tab();
    await later.openDraft();
  };

  it('a later tab shows the draft and cannot write', async () => {
    await asTabs();
    expect(later.$draft.get()).toMatchObject({ owner: 'elsewhere', step1Data: { surname: 'Ivanova' } });
    const before = device.writes.length;
    later.typeInPart('name', { surname: 'Other' });
    later.chooseType('investor');
    later.savePart('name', { ...filledForm('founder', { part: 'name' }), surname: 'Other' });
    later.openPart('stay');
    later.reopenPart('name', { name: ['name_characters'] });
    await later.deleteDraft();
    await vi.advanceTimersByTimeAsync(2000);
    expect(device.writes).toHaveLength(before);
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ type: 'founder', step1Data: { surname: 'Ivanova' } });
  });

  it('a later tab owns the draft when the first one has not edited it', async () => {
    later = device.tab();
    await later.openDraft();
    expect(later.$draft.get().owner).toBe('here');
    expect(draft().owner).toBe('elsewhere');
  });

  it('a later tab gets the newest values when it takes over, and the first tab loses the draft', async () => {
    await asTabs();
    tab.typeInPart('name', { surname: 'Petrova' });
    await tab.flushDraft();
    const { revision } = later.$draft.get();
    await later.takeOverDraft();
    expect(later.$draft.get()).toMatchObject({ owner: 'here', step1Data: { surname: 'Petrova' } });
    expect(later.$draft.get().revision).toBeGreaterThan(revision);
    expect(draft().owner).toBe('elsewhere');
  });

  it('a later tab gets the draft once the first one is closed', async () => {
    await asTabs();
    tab.typeInPart('name', { surname: 'Petrova' });
    await tab.flushDraft();
    device.closeOwner();
    await expect.poll(() => later.$draft.get()).toMatchObject({ owner: 'here', step1Data: { surname: 'Petrova' } });
    later.typeInPart('name', { surname: 'Sidorova' });
    await later.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Sidorova' } });
  });

  it('a later tab gets the draft when the lock arrives while it is being read', async () => {
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    await tab.flushDraft();
    later = device.tab();
    const opening = later.openDraft();
    await expect.poll(() => device.closeOwner()).toBe(true);
    await opening;
    await expect.poll(() => later.$draft.get().owner).toBe('here');
  });

  it('a tab from the back/forward cache gets the draft again with values written meanwhile', async () => {
    tab.typeInPart('name', filledForm('founder', { part: 'name' }));
    tab.hide();
    await tab.flushDraft();
    device.endLock();
    expect(draft().owner).toBe('elsewhere');

    const meanwhile = device.tab();
    await meanwhile.openDraft();
    meanwhile.typeInPart('name', { surname: 'Petrova' });
    await meanwhile.flushDraft();
    device.endLock();

    const { revision } = draft();
    tab.comeBack();
    await expect.poll(() => draft()).toMatchObject({ owner: 'here', step1Data: { surname: 'Petrova' } });
    expect(draft().revision).toBeGreaterThan(revision);
    tab.typeInPart('name', { surname: 'Sidorova' });
    await tab.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Sidorova' } });
  });

  it('keys typed while a tab from the back/forward cache reads the draft are kept, beside values written meanwhile', async () => {
    tab.typeInPart('name', { surname: 'Ivanova', name: 'Anna' });
    tab.hide();
    await tab.flushDraft();
    device.endLock();
    const meanwhile = device.tab();
    await meanwhile.openDraft();
    meanwhile.typeInPart('name', { surname: 'Petrova', name: 'Anna' });
    await meanwhile.flushDraft();
    device.endLock();

    const { revision } = draft();
    tab.comeBack();
    tab.typeInPart('name', { surname: 'Ivanova', name: 'Maria' }, 'name');
    tab.chooseType('investor');
    await expect.poll(() => draft().revision).toBeGreaterThan(revision);
    const both = { type: 'investor', step1Data: { surname: 'Petrova', name: 'Maria' } };
    expect(draft()).toMatchObject(both);
    await tab.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject(both);
  });

  it('keys typed while a tab that kept its draft reads it again are kept', async () => {
    // A second request waits for the lock that the tab has.
    const takes = [true, false];
    const lock = { take: async () => takes.shift() ?? false, steal: async () => undefined };
    const only = device.tab({ lock });
    await only.openDraft();
    only.typeInPart('name', { surname: 'Ivanova', name: 'Anna' });
    await only.flushDraft();
    const { revision } = only.$draft.get();
    only.comeBack();
    only.typeInPart('name', { surname: 'Ivanova', name: 'Maria' }, 'name');
    await only.flushDraft();
    expect(only.$draft.get().revision).toBeGreaterThan(revision);
    expect(only.$draft.get().step1Data).toMatchObject({ surname: 'Ivanova', name: 'Maria' });
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Ivanova', name: 'Maria' } });
  });

  it('the end of an earlier lock is ignored once the tab has taken the lock again', async () => {
    const lost: (() => void)[] = [];
    const late = { take: async (onLost: () => void) => lost.push(onLost) > 0, steal: async () => undefined };
    const first = device.tab({ lock: late });
    await first.openDraft();
    const { revision } = first.$draft.get();
    first.comeBack();
    await expect.poll(() => first.$draft.get().revision).toBeGreaterThan(revision);
    lost[0]?.();
    expect(first.$draft.get().owner).toBe('here');
    lost[1]?.();
    expect(first.$draft.get().owner).toBe('elsewhere');
  });

  it('a tab from the back/forward cache does not take the draft from another tab', async () => {
    await asTabs();
    await later.takeOverDraft();
    tab.comeBack();
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft().owner).toBe('elsewhere');
    expect(later.$draft.get().owner).toBe('here');
  });

  it("a late write is refused by the writer's mark in the record, without a notice to the tab", async () => {
    const deaf = { take: async () => true, steal: async () => undefined };
    const first = device.tab({ lock: deaf });
    await first.openDraft();
    first.typeInPart('name', { surname: 'First' });
    await first.flushDraft();
    const second = device.tab({ lock: deaf });
    await second.openDraft();
    second.typeInPart('name', { surname: 'Second' });
    await second.flushDraft();

    first.typeInPart('name', { surname: 'Late' });
    await first.flushDraft();
    expect(first.$draft.get().owner).toBe('elsewhere');
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Second' } });
  });

  it('taking over marks the record before any edit', async () => {
    const deaf = { take: async () => true, steal: async () => undefined };
    const first = device.tab({ lock: deaf });
    await first.openDraft();
    first.typeInPart('name', { surname: 'First' });
    await first.flushDraft();
    const second = device.tab({ lock: deaf });
    await second.takeOverDraft();
    first.typeInPart('name', { surname: 'Late' });
    await first.flushDraft();
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'First' } });
    expect(first.$draft.get().owner).toBe('elsewhere');
  });

  it('edits before a later tab knows that it is not the owner are dropped', async () => {
    await asTabs();
    const third = device.tab();
    const opened = third.openDraft();
    third.typeInPart('name', { surname: 'Early' });
    await opened;
    await vi.advanceTimersByTimeAsync(2000);
    expect(third.$draft.get()).toMatchObject({
      owner: 'elsewhere',
      saveState: 'saved',
      step1Data: { surname: 'Ivanova' },
    });
  });

  it('the first tab can take the draft back', async () => {
    await asTabs();
    await later.takeOverDraft();
    await tab.takeOverDraft();
    tab.typeInPart('name', { surname: 'Back' });
    await tab.flushDraft();
    expect(draft().owner).toBe('here');
    expect(later.$draft.get().owner).toBe('elsewhere');
    expect(device.stored.get(DRAFT_KEY)).toMatchObject({ step1Data: { surname: 'Back' } });
  });

  it('taking over a draft that was deleted meanwhile starts empty', async () => {
    await asTabs();
    await tab.deleteDraft();
    await later.takeOverDraft();
    expect(later.$draft.get()).toMatchObject({ owner: 'here', type: null, step1Data: { surname: '' } });
  });
});

describe('the marker of a stored draft', () => {
  it('the marker of a draft exists from the first save until the draft is deleted', async () => {
    expect(device.marker()).toBeNull();
    tab.typeInPart('name', { surname: 'Ivanova' }, 'surname');
    await tab.flushDraft();
    expect(device.marker()).not.toBeNull();
    await tab.deleteDraft();
    expect(device.marker()).toBeNull();
  });

  it('the marker has the end of the draft, 30 days after its last change', async () => {
    const end = () => Number(device.marker()?.split(' ')[0]);
    tab.typeInPart('name', { surname: 'Ivanova' });
    await tab.flushDraft();
    expect(end()).toBe(TODAY.getTime() + 30 * DAY);
    vi.setSystemTime(TODAY.getTime() + 2 * DAY);
    const later = reloadTab(device);
    await later.openDraft();
    expect(end()).toBe(TODAY.getTime() + 30 * DAY);
    later.typeInPart('name', { surname: 'Ivanov' });
    await later.flushDraft();
    expect(end()).toBe(TODAY.getTime() + 32 * DAY);
  });

  it('the marker counts the parts without mistakes once a type is chosen', async () => {
    const counts = () => device.marker()?.split(' ').slice(1);
    const filled = filledForm('specialist', { part: 'name' });
    tab.savePart('name', filled);
    await tab.flushDraft();
    expect(counts()).toEqual([]);
    tab.chooseType('specialist');
    await tab.flushDraft();
    expect(counts()).toEqual(['1', '11']);
    tab.typeInPart('name', { ...filled, surname: '1' });
    await tab.flushDraft();
    expect(counts()).toEqual(['0', '11']);
    expect(device.marker()).toMatch(/^[\d ]+$/);
  });
});
