import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { date, personForm, TODAY, visitForm, withLists } from './filled-forms.ts';
import { oneDevice, type Tab } from './one-device.ts';

let tab: Tab;
const draft = () => tab.$draft.get();

beforeEach(async () => {
  vi.useFakeTimers({ now: TODAY });
  tab = oneDevice().tab();
  await tab.openDraft();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('step 1', () => {
  it('moves on to status 1 when all is well', () => {
    expect(tab.saveStep(1, personForm())).toEqual({});
    expect(draft().stepStatus).toBe(1);
  });

  it('names each mistake by the field of the form, stays at 0, and keeps what was typed', () => {
    const errors = tab.saveStep(1, { ...personForm(), surname: '', date_birth: date('1990-02-31'), file5: null });
    expect(errors).toEqual({ surname: ['required'], date_birth: ['date_unreal'], file5: ['required'] });
    expect(draft()).toMatchObject({ stepStatus: 0, step1Data: { name: 'Anna' } });
  });

  it('takes today from the clock: a passport issued tomorrow is none yet', () => {
    const errors = tab.saveStep(1, { ...personForm(), passport_date: date('2026-11-22') });
    expect(errors).toEqual({ passport_date: ['date_in_future'] });
  });

  it('does not look at step 2: a passport that ends before the stay is told there', () => {
    tab.chooseType('founder');
    tab.typeInStep(2, visitForm('founder'));
    expect(tab.saveStep(1, { ...personForm(), passport_expire: date('2027-02-01') })).toEqual({});
  });
});

it('step 1 is not done any more when its address turns out to be taken; what was typed stays', () => {
  tab.chooseType('founder');
  tab.saveStep(1, personForm());
  tab.openVisit();
  tab.reopenStep1();
  expect(draft()).toMatchObject({ stepStatus: 0, step1Data: { name: 'Anna' } });
  expect(tab.saveStep(1, personForm())).toEqual({});
  expect(draft().stepStatus).toBe(1);
});

describe('step 2', () => {
  it.each(APPLICATION_TYPES)('of a %s leads to the review when all is well, lists included', (type) => {
    tab.chooseType(type);
    tab.saveStep(1, personForm());
    tab.openVisit();
    expect(draft().stepStatus).toBe(2);
    expect(tab.saveStep(2, withLists(visitForm(type)))).toEqual({});
    expect(draft().stepStatus).toBe(3);
  });

  it('tells a passport that ends before the stay at the field of step 1', () => {
    tab.chooseType('founder');
    tab.saveStep(1, { ...personForm(), passport_expire: date('2027-06-09') });
    tab.openVisit();
    expect(tab.saveStep(2, visitForm('founder'))).toEqual({ passport_expire: ['expires_before_stay_ends'] });
    expect(draft().stepStatus).toBe(2);
    expect(tab.saveStep(1, { ...personForm(), passport_expire: date('2027-06-10') })).toEqual({});
    expect(tab.saveStep(2, visitForm('founder'))).toEqual({});
    expect(draft().stepStatus).toBe(3);
  });

  it('is told apart from step 1 when the whole is looked at step by step, each in the light of both', () => {
    tab.chooseType('founder');
    tab.saveStep(1, { ...personForm(), passport_expire: date('2027-06-09') });
    tab.saveStep(2, { ...visitForm('founder'), read_check: 'no' });
    const person = tab.sending.checkAll(1);
    const visit = tab.sending.checkAll(2);
    expect(person).toEqual({ passport_expire: ['expires_before_stay_ends'] });
    expect(visit).toEqual({ read_check: ['consent_required'] });
    expect(tab.sending.checkAll()).toEqual({ ...person, ...visit });
  });

  it('names mistakes in list items by the path of the form, where dates of trips sit deeper', () => {
    tab.chooseType('founder');
    tab.saveStep(1, personForm());
    const form = withLists(visitForm('founder'));
    const [trip] = form.last_trips as object[];
    const errors = tab.saveStep(2, {
      ...form,
      last_trips: [{ ...trip, trim_date: { date_from: date('2025-01-10'), date_to: date('2025-01-09') } }],
    });
    expect(errors).toEqual({ 'last_trips.0.trim_date.date_to': ['trip_ends_before_start'] });
  });

  it('does not look at lists behind a "no", and keeps their items', () => {
    tab.chooseType('founder');
    tab.saveStep(1, personForm());
    const form = { ...withLists(visitForm('founder')), relatives_check: 'no', formatted_relatives: [{ surname: '' }] };
    expect(tab.saveStep(2, form)).toEqual({});
    expect(draft().step2Data.formatted_relatives).toEqual([{ surname: '' }]);
  });

  it('can not be opened before step 1 is saved', () => {
    tab.openVisit();
    expect(draft().stepStatus).toBe(0);
  });

  it('opens again from the review', () => {
    tab.chooseType('founder');
    tab.saveStep(1, personForm());
    tab.saveStep(2, visitForm('founder'));
    tab.openVisit();
    expect(draft().stepStatus).toBe(2);
  });
});

describe('changing from the review', () => {
  beforeEach(() => {
    tab.chooseType('founder');
    tab.saveStep(1, personForm());
    tab.saveStep(2, visitForm('founder'));
  });

  it('returns to the review when step 1 is changed and the whole is still right', () => {
    tab.saveStep(1, { ...personForm(), surname: 'Petrova' });
    expect(draft()).toMatchObject({ stepStatus: 3, step1Data: { surname: 'Petrova' } });
  });

  it('goes back to step 2 when the change makes it wrong', () => {
    expect(tab.saveStep(1, { ...personForm(), passport_expire: date('2027-02-01') })).toEqual({});
    expect(draft().stepStatus).toBe(2);
  });

  it('asks step 2 of another type anew, and keeps what both and what the first one hold', () => {
    tab.chooseType('investor');
    expect(draft()).toMatchObject({ type: 'investor', stepStatus: 1 });
    expect(draft().step2Data).toMatchObject({ petitioner_name: 'Aziz', project: '' });
    tab.typeInStep(2, { project: 'Sample Project' });
    tab.chooseType('founder');
    tab.chooseType('investor');
    expect(draft().step2Data).toMatchObject({ project: 'Sample Project' });
  });

  it('changes nothing when the same type is chosen again', () => {
    tab.chooseType('founder');
    expect(draft().stepStatus).toBe(3);
  });
});
