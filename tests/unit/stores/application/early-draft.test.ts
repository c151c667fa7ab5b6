/** What happens while the draft is being read: a prerendered form can be typed into before. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { personForm, TODAY } from './filled-forms.ts';
import { type Device, oneDevice, reloaded } from './one-device.ts';

let device: Device;

beforeEach(() => {
  vi.useFakeTimers({ now: TODAY });
  device = oneDevice();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The device as an earlier visit left it. */
async function leaveDraft(): Promise<void> {
  const earlier = device.tab();
  await earlier.openDraft();
  earlier.chooseType('specialist');
  earlier.typeInStep(1, { ...personForm(), surname: 'Kept', email: 'kept@example.org' });
  await earlier.flushDraft();
}

describe('what is typed while the draft is being read', () => {
  it('wins over what the draft holds for that field, and leaves all others as they are', async () => {
    await leaveDraft();
    const tab = reloaded(device);
    const opened = tab.openDraft();
    const form = { ...personForm(), surname: 'Early', email: '', date_birth: { day: '7', month: '', year: '' } };
    tab.typeInStep(1, form, 'surname');
    tab.typeInStep(1, form, 'date_birth.day');
    await opened;
    expect(tab.$draft.get()).toMatchObject({
      type: 'specialist',
      step1Data: {
        surname: 'Early',
        email: 'kept@example.org',
        date_birth: { day: '7', year: expect.stringMatching(/^\d{4}$/) },
      },
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(tab.$draft.get().saveState).toBe('saved');
    expect(device.stored.get('application')).toMatchObject({ step1Data: { surname: 'Early' } });
  });

  it('does not make the form start anew on a device without a draft', async () => {
    const tab = device.tab();
    const opened = tab.openDraft();
    tab.chooseType('founder');
    tab.typeInStep(1, { surname: 'Early' }, 'surname');
    await opened;
    expect(tab.$draft.get()).toMatchObject({ revision: 0, type: 'founder', step1Data: { surname: 'Early' } });
  });

  it('never shows a draft that has been read and lacks the type that was asked for meanwhile', async () => {
    const tab = device.tab();
    const seen: unknown[] = [];
    tab.$draft.listen(({ phase, type }) => phase === 'ready' && seen.push(type));
    tab.chooseType('investor');
    await tab.openDraft();
    expect(new Set(seen)).toEqual(new Set(['investor']));
  });
});

describe('a second tab', () => {
  it('has the draft when the first one has typed nothing: there is nothing to guard', async () => {
    const first = device.tab();
    await first.openDraft();
    const second = device.tab();
    await second.openDraft();
    expect(second.$draft.get().owner).toBe('here');
    expect(first.$draft.get().owner).toBe('elsewhere');
  });

  it('is told when the first one has', async () => {
    await leaveDraft();
    const second = device.tab();
    await second.openDraft();
    expect(second.$draft.get().owner).toBe('elsewhere');
  });
});

describe('the sign that the device holds a draft', () => {
  it('is there from the first saving until the draft is deleted', async () => {
    const tab = device.tab();
    await tab.openDraft();
    expect(device.signed()).toBe(false);
    tab.typeInStep(1, { surname: 'Ivanova' }, 'surname');
    await tab.flushDraft();
    expect(device.signed()).toBe(true);
    await tab.deleteDraft();
    expect(device.signed()).toBe(false);
  });

  it('goes with a draft that has expired', async () => {
    await leaveDraft();
    expect(device.signed()).toBe(true);
    vi.setSystemTime(TODAY.getTime() + 31 * 24 * 60 * 60 * 1000);
    await reloaded(device).openDraft();
    expect(device.signed()).toBe(false);
  });
});
