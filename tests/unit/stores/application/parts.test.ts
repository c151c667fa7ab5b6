import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OWN_BODY_FORM } from '../../../../src/domain/application/body-form.ts';
import { type Part, partsOf } from '../../../../src/domain/application/fields.ts';
import { answeredParts } from '../../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { loadBodyForm } from '../../../../src/stores/api/body-form.ts';
import { offers } from '../../../../src/stores/api/offers.ts';
import { setPorts } from '../../../fixtures/ports.ts';
import { date, filledForm, saveParts, TODAY, withLists } from './filled-forms.ts';
import { createDevice, type Device, reloadTab, type Tab } from './one-device.ts';

let device: Device;
let tab: Tab;
const draft = () => tab.$draft.get();
const form = filledForm.bind(null, 'founder');

beforeEach(async () => {
  vi.useFakeTimers({ now: TODAY });
  device = createDevice();
  tab = device.tab();
  await tab.openDraft();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('savePart', () => {
  it('savePart counts a part as saved once, however often it is saved', () => {
    expect(tab.savePart('name', form({ part: 'name' }))).toEqual({});
    tab.savePart('name', { ...form({ part: 'name' }), surname: 'Petrova' });
    expect(draft()).toMatchObject({ saved: ['name'], step1Data: { surname: 'Petrova' } });
  });

  it('savePart returns errors by form path, does not count the part, and keeps its values', () => {
    const errors = tab.savePart('name', { ...form({ part: 'name' }), surname: '', date_birth: date('1990-02-31') });
    expect(errors).toEqual({ surname: ['required'], date_birth: ['date_unreal'] });
    expect(draft()).toMatchObject({ saved: [], step1Data: { name: 'Anna' } });
  });

  it('savePart checks dates against today: a passport issued tomorrow is an error', () => {
    const passport = { ...form({ part: 'passport' }), passport_date: date('2026-11-22') };
    expect(tab.savePart('passport', passport)).toEqual({ passport_date: ['date_in_future'] });
  });

  it('savePart checks against other parts, unsaved ones too, and returns errors of its own fields only', () => {
    tab.chooseType('founder');
    const passport = { ...form({ part: 'passport' }), passport_expire: date('2027-06-09') };
    tab.typeInPart('passport', passport);
    expect(tab.savePart('stay', form({ part: 'stay' }))).toEqual({});
    expect(tab.savePart('passport', passport)).toEqual({ passport_expire: ['expires_before_stay_ends'] });
    expect(draft().saved).toEqual(['stay']);
  });

  it('savePart keeps unsaved values of other parts', () => {
    tab.typeInPart('name', { surname: 'Ivanova' });
    tab.savePart('contact', form({ part: 'contact' }));
    expect(draft().step1Data).toMatchObject({ surname: 'Ivanova', email: 'anna@example.org' });
  });

  it('savePart returns errors in list items by form path, also for the nested dates of trips', () => {
    tab.chooseType('founder');
    const lists = withLists();
    const [trip] = lists.last_trips as object[];
    const trim_date = { date_from: date('2025-01-10'), date_to: date('2025-01-09') };
    const errors = tab.savePart('travel', { ...lists, last_trips: [{ ...trip, trim_date }] });
    expect(errors).toEqual({ 'last_trips.0.trim_date.date_to': ['trip_ends_before_start'] });
  });

  it('savePart ignores lists after a "no" and keeps their items', () => {
    tab.chooseType('founder');
    const family = { relatives_check: 'no', formatted_relatives: [{ surname: '' }] };
    expect(tab.savePart('family', family)).toEqual({});
    expect(draft().step2Data.formatted_relatives).toEqual([{ surname: '' }]);
  });

  it('savePart stores the part on the device', async () => {
    tab.savePart('name', form({ part: 'name' }));
    await tab.flushDraft();
    tab = reloadTab(device);
    await tab.openDraft();
    expect(draft()).toMatchObject({ saved: ['name'], step1Data: { surname: 'Ivanova' } });
  });
});

describe('checkAll', () => {
  it('checkAll requires unsaved parts, without a type those of step 1 only', () => {
    const missing = () => new Set(Object.keys(tab.checkAll()).map((path) => path.split('.')[0]));
    expect(missing()).toContain('file4');
    expect(missing()).not.toContain('validity_time');
    tab.chooseType('founder');
    expect(missing()).toContain('validity_time');
    saveParts(tab, 'founder');
    expect(missing()).toEqual(new Set());
  });

  it('checkAll includes unsaved edits', () => {
    tab.chooseType('founder');
    saveParts(tab, 'founder');
    tab.typeInPart('contact', { email: 'anna@' });
    tab.typeInPart('check', { read_check: 'no' });
    expect(tab.checkAll()).toEqual({ email: ['email_format'], read_check: ['consent_required'] });
  });
});

describe('stepStatus', () => {
  const status = () => draft().stepStatus;

  it.each(APPLICATION_TYPES)('stepStatus of a %s is 1 after step 1, 2 within step 2, and 3 after all parts', (type) => {
    tab.chooseType(type);
    const last = answeredParts(type).at(-1);
    for (const part of answeredParts(type)) {
      if (part === 'stay') tab.openPart(part);
      const before = partsOf(type, 1).includes(part) ? 0 : 2;
      expect(status(), part).toBe(before);
      expect(tab.savePart(part, { ...filledForm(type, { part }), ...(part === last && withLists()) })).toEqual({});
      if (part === 'photo') expect(status()).toBe(1);
    }
    expect(status()).toBe(3);
  });

  it('stepStatus depends on the saved parts, in whatever order they were saved', async () => {
    const orders = fc.shuffledSubarray(answeredParts('founder'));
    const [first, second] = [partsOf('founder', 1), partsOf('founder', 2).filter((part) => part !== 'check')];
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const store = createDevice().tab();
        await store.openDraft();
        store.chooseType('founder');
        for (const part of order) store.savePart(part, form({ part }));
        const saved = (part: Part) => order.includes(part);
        const expected = !first.every(saved) ? 0 : second.every(saved) ? 3 : second.some(saved) ? 2 : 1;
        expect(store.$draft.get().stepStatus).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('opening a part of step 2 makes stepStatus 2 only after step 1 is saved', () => {
    tab.openPart('stay');
    expect(status()).toBe(0);
    saveParts(tab, 'founder', 1);
    tab.openPart('name');
    expect(status()).toBe(1);
    tab.openPart('family');
    expect(status()).toBe(2);
  });

  it('opening a part takes effect after the draft was read', async () => {
    saveParts(tab, 'founder', 1);
    await tab.flushDraft();
    tab = reloadTab(device);
    tab.openPart('stay');
    expect(status()).toBe(0);
    await tab.openDraft();
    expect(status()).toBe(2);
  });

  it('stepStatus decreases when a saved part is saved with an error or reopened', () => {
    tab.chooseType('founder');
    saveParts(tab, 'founder');
    expect(tab.savePart('stay', { ...form({ part: 'stay' }), validity_time: '' })).toEqual({
      validity_time: ['required'],
    });
    expect(status()).toBe(2);
    tab.savePart('stay', form({ part: 'stay' }));
    expect(status()).toBe(3);
    tab.reopenPart('contact', { email: ['email_taken'] });
    expect(draft()).toMatchObject({ stepStatus: 0, step1Data: { email: 'anna@example.org' } });
    expect(draft().saved).not.toContain('contact');
    expect(draft().refused).toEqual({ email: ['email_taken'] });
    tab.savePart('contact', form({ part: 'contact' }));
    expect(status()).toBe(3);
  });

  it('stepStatus decreases when a change in one part makes another one invalid', () => {
    tab.chooseType('founder');
    saveParts(tab, 'founder');
    const later = { planned_length_stay_from: date('2030-12-01'), planned_length_stay_to: date('2031-05-01') };
    expect(tab.savePart('stay', { ...form({ part: 'stay' }), ...later })).toEqual({});
    expect(tab.checkAll()).toEqual({ passport_expire: ['expires_before_stay_ends'] });
    expect(status()).toBe(0);
  });
});

it('a year of birth is complete unless the host is known to take whole dates only', async () => {
  const year = { ...form({ part: 'name' }), date_birth: { day: '', month: '', year: '1960' } };
  expect(tab.savePart('name', year)).toEqual({});
  setPorts({ fetch: async () => Response.json({ ...OWN_BODY_FORM, partial_dates: false }) });
  await loadBodyForm();
  expect(tab.savePart('name', year)).toEqual({ date_birth: ['date_whole'] });
  offers.add('partial_dates');
  expect(tab.savePart('name', year)).toEqual({});
});

describe('choosing another type', () => {
  beforeEach(() => {
    tab.chooseType('founder');
    saveParts(tab, 'founder');
  });

  it('choosing another type reopens the parts of step 2 and keeps all answers', () => {
    tab.chooseType('investor');
    expect(draft()).toMatchObject({ type: 'investor', stepStatus: 1, saved: partsOf('investor', 1) });
    expect(draft().step2Data).toMatchObject({ petitioner_name: 'Aziz', project: '' });
    tab.typeInPart('project', { project: 'Sample Project' });
    tab.chooseType('founder');
    tab.chooseType('investor');
    expect(draft().step2Data).toMatchObject({ project: 'Sample Project' });
  });

  it('choosing the same type changes nothing', () => {
    tab.chooseType('founder');
    expect(draft()).toMatchObject({ stepStatus: 3, saved: answeredParts('founder') });
  });
});
