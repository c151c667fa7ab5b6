/** A draft in a page from the back/forward cache, which reads it again, and in a page that could not read it at first. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormState } from '../../../../src/domain/application/form.ts';
import { DRAFT_KEY, type DraftContent } from '../../../../src/stores/application/draft-record.ts';
import { chosenFile, filledForm, withLists } from './filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from './one-device.ts';

let device: Device;
let tab: Tab;

beforeEach(async () => {
  device = createDevice();
  tab = reloadTab(device);
  await tab.openDraft();
  tab.typeInPart('name', { surname: 'Ivanova', name: 'Anna' });
  await tab.flushDraft();
});

const draft = (of: Tab = tab) => of.$draft.get();
const stored = () => device.stored.get(DRAFT_KEY) as DraftContent;
/** The device responds without timers. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Every read returns what is stored now, once it is released. @returns releases the reads */
function holdReads(): () => void {
  const { get } = device.storage;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reads = vi.spyOn(device.storage, 'get').mockImplementation(async (key) => {
    const value = await get(key);
    await released;
    return value;
  });
  return () => {
    reads.mockRestore();
    release();
  };
}

/** Another page writes the record. */
function writeElsewhere(change: Partial<DraftContent>): void {
  device.stored.set(DRAFT_KEY, { ...stored(), ...change, writer: 'another page' });
}

describe('a page that is shown again', () => {
  it.each([true, false])(
    'keeps answers that the device refused, with its lock taken meanwhile: %s',
    async (isTaken) => {
      device = createDevice();
      tab = device.tab();
      await tab.openDraft();
      tab.typeInPart('name', { surname: 'Ivanova', name: 'Anna' });
      await tab.flushDraft();
      device.refuses.write = () => true;
      tab.typeInPart('name', { surname: 'Petrova', name: 'Anna' }, 'surname');
      tab.hide();
      await tab.flushDraft();
      if (isTaken) device.endLock();
      tab.comeBack();
      tab.typeInPart('name', { surname: 'Petrova', name: 'Olga' }, 'name');
      await tab.flushDraft();
      const answers = { surname: 'Petrova', name: 'Olga' };
      expect(draft()).toMatchObject({ owner: 'here', saveState: 'failed', step1Data: answers });
      delete device.refuses.write;
      tab.typeInPart('passport', { passport_number: 'N1' });
      await tab.flushDraft();
      expect(draft().saveState).toBe('saved');
      expect(stored().step1Data).toMatchObject({ ...answers, passport_number: 'N1' });
    },
  );

  it('keeps a file that the device refused', async () => {
    device.refuses.write = (key) => key.startsWith('file:');
    tab.typeInPart('passport', { passport_number: 'N1', file4: chosenFile('passport.pdf') });
    await tab.flushDraft();
    tab.hide();
    tab.comeBack();
    await tab.flushDraft();
    expect(draft()).toMatchObject({ saveState: 'failed', lost: [], step1Data: { file4: { name: 'passport.pdf' } } });
  });

  it('shows what another page wrote, although the device refused its own last answers', async () => {
    device.refuses.write = () => true;
    tab.typeInPart('name', { surname: 'Petrova', name: 'Anna' }, 'surname');
    tab.hide();
    await tab.flushDraft();
    writeElsewhere({ step1Data: { surname: 'Sidorova', name: 'Anna' } });
    tab.comeBack();
    await tab.flushDraft();
    expect(draft()).toMatchObject({ saveState: 'saved', step1Data: { surname: 'Sidorova' } });
  });

  it('shows what was written between two returns', async () => {
    const release = holdReads();
    tab.comeBack();
    await settled();
    tab.hide();
    writeElsewhere({ step1Data: { surname: 'Sidorova', name: 'Anna' } });
    tab.comeBack();
    release();
    await tab.flushDraft();
    expect(draft()).toMatchObject({ owner: 'here', step1Data: { surname: 'Sidorova' } });
  });

  it('keeps an item whose list another page has emptied, when a key is typed in it', async () => {
    const { formatted_relatives: relatives } = withLists() as { formatted_relatives: FormState[] };
    const both = [relatives[0] as FormState, { ...relatives[0], name: 'Olga' }];
    tab.chooseType('founder');
    tab.typeInPart('family', { relatives_check: 'yes', formatted_relatives: both });
    await tab.flushDraft();
    writeElsewhere({ step2Data: { ...stored().step2Data, formatted_relatives: [] } });
    tab.comeBack();
    for (const name of ['M', 'Ma', 'Maria']) {
      const typed = [both[0], { ...both[1], name }];
      tab.typeInPart('family', { formatted_relatives: typed }, 'formatted_relatives.1.name');
    }
    await tab.flushDraft();
    const again = reloadTab(device);
    await again.openDraft();
    expect(draft(again).dropped).toEqual([]);
    expect(draft(again).step2Data.formatted_relatives).toMatchObject([both[0], { ...both[1], name: 'Maria' }]);
  });

  it('keeps a part that is saved while the page reads, and stores it whole after that', async () => {
    const release = holdReads();
    tab.comeBack();
    await settled();
    expect(tab.savePart('name', { ...filledForm('founder', { part: 'name' }), surname: 'Saved' })).toEqual({});
    const isStored = tab.storeDraft();
    await settled();
    release();
    expect(await isStored).toBe(true);
    const saved = { saved: ['name'], step1Data: { surname: 'Saved' } };
    expect(draft()).toMatchObject(saved);
    expect(stored()).toMatchObject(saved);
  });

  it('keeps a link, an attempt to send and its end of while the page reads', async () => {
    const company = { secret: 'secret', parts: [] };
    tab.comeBack();
    expect(await tab.storeLinks({ company })).toBe(true);
    tab.comeBack();
    const { key } = await tab.beginAttempt('fingerprint');
    expect(tab.attempt).toMatchObject({ idempotencyKey: key, fingerprint: 'fingerprint' });
    expect(stored()).toMatchObject({ company, idempotencyKey: key });
    tab.comeBack();
    await tab.endAttempt();
    expect(tab.attempt.sentAt).toBeNull();
    expect(stored().sentAt).toBeNull();
  });

  it.each(['deleted', 'replaced', 'taken over'])(
    'shows a draft that was being %s when the page returned',
    async (end) => {
      const { set, delete: remove } = device.storage;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      vi.spyOn(device.storage, 'set').mockImplementation((...entry) => released.then(() => set(...entry)));
      vi.spyOn(device.storage, 'delete').mockImplementation((key) => released.then(() => remove(key)));
      const content = { ...stored(), step1Data: { surname: 'Other', name: '' } };
      const task = {
        deleted: () => tab.deleteDraft(),
        replaced: () => tab.replaceDraft(content),
        'taken over': () => tab.takeOverDraft(),
      }[end];
      const done = task?.();
      await settled();
      const releaseReads = holdReads();
      tab.comeBack();
      await settled();
      release();
      await settled();
      releaseReads();
      await done;
      await tab.flushDraft();
      const surname = { deleted: '', replaced: 'Other' }[end] ?? 'Ivanova';
      expect(draft()).toMatchObject({ owner: 'here', phase: 'ready', step1Data: { surname } });
      expect(stored()?.step1Data.surname ?? '').toBe(surname);
    },
  );

  it('keeps keys typed before the draft is taken over while the page reads', async () => {
    const release = holdReads();
    tab.comeBack();
    tab.typeInPart('name', { surname: 'Petrova', name: 'Anna' }, 'surname');
    await settled();
    const taken = tab.takeOverDraft();
    await settled();
    release();
    await taken;
    expect(draft().step1Data.surname).toBe('Petrova');
    expect(stored().step1Data.surname).toBe('Petrova');
  });

  it('does not own a draft that another tab took over while the page read, and deletes none of its files', async () => {
    device = createDevice();
    tab = device.tab();
    await tab.openDraft();
    tab.typeInPart('name', { surname: 'Ivanova', name: 'Anna' });
    await tab.flushDraft();
    const other = device.tab();
    await other.openDraft();
    device.endLock();
    const { get } = device.storage;
    let release = () => {};
    const read = vi.spyOn(device.storage, 'get').mockImplementationOnce(async (key) => {
      const value = await get(key);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return value;
    });
    tab.comeBack();
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    await settled();
    await other.takeOverDraft();
    other.typeInPart('passport', { file4: chosenFile('passport.pdf') });
    await other.flushDraft();
    release();
    await tab.flushDraft();
    expect([draft().owner, draft(other).owner]).toEqual(['elsewhere', 'here']);
    const again = reloadTab(device);
    await again.openDraft();
    expect(draft(again)).toMatchObject({ lost: [], step1Data: { file4: { name: 'passport.pdf' } } });
  });
});

describe('a page that could not read the draft', () => {
  let later: Tab;
  let respond = () => {};
  let lock: Promise<boolean>;

  beforeEach(async () => {
    lock = Promise.resolve(true);
    device.storage.whenResponding = (action) => {
      respond = action;
    };
    Object.assign(device.refuses, { read: true, write: () => true });
    later = device.tab({ lock: { take: () => lock, steal: async () => undefined } });
    await later.openDraft();
    later.typeInPart('name', { surname: 'Typed', name: '' }, 'surname');
    await later.flushDraft();
    Object.assign(device.refuses, { read: false, write: () => false });
  });

  const keeps = async (expected: object) => {
    await later.flushDraft();
    expect(draft(later)).toMatchObject({ owner: 'here', ...expected });
    expect(stored()).toMatchObject(expected);
  };

  it('keeps it, and what was typed, when another device sends a draft that does not fit', async () => {
    later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
    device.refuses.write = (key, value) => key === DRAFT_KEY && JSON.stringify(value).includes('Other');
    expect(await later.replaceDraft({ ...stored(), step1Data: { surname: 'Other', name: '' } })).toBe(false);
    await keeps({ step1Data: { surname: 'Typed again', name: 'Anna' } });
  });

  it('does not overwrite it when the page is left', async () => {
    later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
    later.hide();
    expect(stored().step1Data).toMatchObject({ surname: 'Ivanova', name: 'Anna' });
    await later.flushDraft();
    await keeps({ step1Data: { surname: 'Typed again', name: 'Anna' } });
  });

  it.each([true, false])(
    'merges it when the device responds while the page, shown again, waits for the lock: %s',
    async (isFree) => {
      let answer = (_isFree: boolean) => {};
      lock = new Promise((resolve) => {
        answer = resolve;
      });
      later.comeBack();
      later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
      await settled();
      respond();
      await settled();
      answer(isFree);
      await keeps({ step1Data: { surname: 'Typed again', name: 'Anna' } });
    },
  );

  it('keeps a type chosen while the page, shown again during the merge, reads once more', async () => {
    const release = holdReads();
    respond();
    await settled();
    later.typeInPart('name', { surname: 'Typed again', name: '' }, 'surname');
    later.comeBack();
    release();
    const releaseAgain = holdReads();
    await settled();
    later.chooseType('founder');
    later.typeInPart('name', { surname: 'Third', name: 'Anna' }, 'surname');
    releaseAgain();
    await keeps({ type: 'founder', step1Data: { surname: 'Third', name: 'Anna' } });
  });
});
