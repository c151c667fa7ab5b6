import { describe, expect, it } from 'vitest';
import { STAGES } from '../../../../src/domain/application/stages.ts';
import {
  addWorkingDays,
  currentStatus,
  expectedBy,
  isOfContract,
  isStatus,
  remainingStatuses,
  STATUSES,
  sentAt,
  workingDaysUntil,
} from '../../../../src/domain/application/status.ts';

const entry = (status_type: string) => ({ status_type, created_at: '2026-11-20T10:00:00Z', note: '' });

it('counts the working days from sending to each stage, and to the last one', () => {
  expect(workingDaysUntil('submitted')).toBe(1);
  expect(workingDaysUntil('in_review')).toBe(21);
  expect(workingDaysUntil()).toBe(25);
});

describe('where an application stands', () => {
  it('where an application stands is the last entry of its history', () => {
    expect(currentStatus([entry('submitted'), entry('in_review')])?.status_type).toBe('in_review');
    expect(currentStatus([])).toBeNull();
  });

  it('where an application stands may be a status that the portal does not know: shown as it is, with nothing foretold', () => {
    expect(isStatus('on_hold')).toBe(false);
    expect(isStatus('toString')).toBe(false);
    expect(remainingStatuses('on_hold')).toEqual([]);
    expect(expectedBy('on_hold', '2026-11-20T10:00:00Z')).toBeNull();
  });

  it.each([
    ['submitted', ['in_review', 'approved', 'visa_issued']],
    ['in_review', ['approved', 'visa_issued']],
    ['changes_requested', ['in_review', 'approved', 'visa_issued']],
    ['approved', ['visa_issued']],
    ['visa_issued', []],
    ['visa_revoked', []],
    ['rejected', []],
  ])('where an application stands has, after %s, %j ahead', (status, ahead) => {
    expect(remainingStatuses(status)).toEqual(ahead);
  });

  it('where an application stands goes on only to statuses that exist, and ends with a visa, or without one; nowhere by mistake for ever', () => {
    for (const status of STATUSES) for (const next of STAGES[status].next) expect(isStatus(next)).toBe(true);
    expect(STATUSES.filter((status) => STAGES[status].phase !== 'now')).toEqual([
      'visa_issued',
      'visa_revoked',
      'rejected',
      'withdrawn',
    ]);
    expect(STATUSES.filter((status) => STAGES[status].next.length === 0)).toEqual([]);
  });

  it('where an application stands lets the applicant change it before the review, when changes are asked for, after a refusal and after a withdrawal', () => {
    expect(STATUSES.filter((status) => STAGES[status].editable)).toEqual([
      'submitted',
      'changes_requested',
      'rejected',
      'withdrawn',
    ]);
  });

  it('where an application stands goes back to the experts with a change that was asked for, and to the beginning after a refusal', () => {
    const led = STATUSES.flatMap((status) => STAGES[status].afterChange ?? []);
    expect(led).toEqual(['in_review', 'submitted', 'submitted']);
  });

  it('where an application stands counts as sent when it was sent last, and as not sent yet once it was refused', () => {
    const entry = (status_type: string, day: number) => ({
      status_type,
      created_at: `2026-11-${10 + day}T10:00:00Z`,
      note: '',
    });
    const first = [entry('submitted', 0), entry('in_review', 1)];
    expect(sentAt(first)).toBe('2026-11-10T10:00:00Z');
    const refused = [...first, entry('rejected', 2)];
    expect(sentAt(refused)).toBeNull();
    expect(sentAt([...refused, entry('submitted', 3), entry('in_review', 4)])).toBe('2026-11-13T10:00:00Z');
    expect(sentAt([entry('of another host', 0)])).toBe('2026-11-10T10:00:00Z');
    expect(sentAt([])).toBeNull();
  });
});

describe('a history', () => {
  it.each([
    [true, [entry('submitted'), entry('changes_requested')]],
    [true, [{ ...entry('submitted'), created_at: '2026-11-20T10:00:00.000+05:00' }, entry('new')]],
    [false, []],
    [false, [entry('new'), entry('submitted')]],
    [false, [{ ...entry('approved'), created_at: '' }]],
    [false, [{ ...entry('submitted'), created_at: '2026-11-20T10:00:00' }]],
    [false, [{ ...entry('submitted'), created_at: '2026-11-20' }]],
  ])('a history is of the contract by its first entry: %s', (expected, history) => {
    expect(isOfContract(history)).toBe(expected);
  });
});

describe('when the next news is there', () => {
  it.each([
    ['submitted on a Thursday', 'submitted', '2026-11-19T10:00:00Z', '2026-11-20'],
    ['submitted on a Friday', 'submitted', '2026-11-20T10:00:00Z', '2026-11-23'],
    ['submitted on a Saturday', 'submitted', '2026-11-21T10:00:00Z', '2026-11-23'],
    ['a review of 20 working days is four weeks', 'in_review', '2026-11-20T10:00:00Z', '2026-12-18'],
    ['approved: the recommendation and the visa', 'approved', '2026-11-20T10:00:00Z', '2026-11-26'],
  ])('expectedBy: %s', (_, status, since, expected) => {
    expect(expectedBy(status, since)).toBe(expected);
  });

  it.each(['changes_requested', 'visa_issued', 'visa_revoked', 'rejected'])(
    'when the next news is there is not foretold after %s',
    (status) => {
      expect(expectedBy(status, '2026-11-20T10:00:00Z')).toBeNull();
    },
  );

  it('when the next news is there skips weekends across months and years', () => {
    expect(addWorkingDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addWorkingDays('2027-01-01', 1)).toBe('2027-01-04');
    expect(addWorkingDays('2026-11-20', 0)).toBe('2026-11-20');
  });
});
