import { describe, expect, it } from 'vitest';
import { STAGES } from '../../../../src/domain/application/stages.ts';
import {
  currentStatus,
  expectedBy,
  isStatus,
  mailsSteps,
  remainingStatuses,
  STATUSES,
  sentAt,
  workingDaysUntil,
} from '../../../../src/domain/application/status.ts';

const entry = (status_type: string) => ({ status_type, created_at: '2026-11-20T10:00:00Z', note: '' });

it('workingDaysUntil counts from sending to a stage, or to the last one', () => {
  expect(workingDaysUntil('submitted')).toBe(1);
  expect(workingDaysUntil('in_review')).toBe(21);
  expect(workingDaysUntil()).toBe(25);
});

describe('the status of an application', () => {
  it('currentStatus returns the last entry of a history', () => {
    expect(currentStatus([entry('submitted'), entry('in_review')])?.status_type).toBe('in_review');
    expect(currentStatus([])).toBeNull();
  });

  it('an unknown status has neither stages ahead nor an expected date', () => {
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
  ])('after %s, remainingStatuses returns %j', (status, ahead) => {
    expect(remainingStatuses(status)).toEqual(ahead);
  });

  it('every status has existing next statuses, and only four end the application', () => {
    for (const status of STATUSES) for (const next of STAGES[status].next) expect(isStatus(next)).toBe(true);
    expect(STATUSES.filter((status) => STAGES[status].phase !== 'now')).toEqual([
      'visa_issued',
      'visa_revoked',
      'rejected',
      'withdrawn',
    ]);
    expect(STATUSES.filter((status) => STAGES[status].next.length === 0)).toEqual([]);
  });

  it('an application can be changed before the review, after a request for changes, a refusal and a withdrawal', () => {
    expect(STATUSES.filter((status) => STAGES[status].editable)).toEqual([
      'submitted',
      'changes_requested',
      'rejected',
      'withdrawn',
    ]);
  });

  it('a change returns a requested application to the review, and a refused or withdrawn one to the start', () => {
    const led = STATUSES.flatMap((status) => STAGES[status].afterChange ?? []);
    expect(led).toEqual(['in_review', 'submitted', 'submitted']);
  });

  it('sentAt returns the last submission, and null after a refusal', () => {
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
  it('mailsSteps is false without a history, and where the record says so', () => {
    const history = { application_status_history: [entry('submitted')] };
    expect([{}, { ...history, mails_steps: false }, history].map(mailsSteps)).toEqual([false, false, true]);
  });
});

describe('the expected date of news', () => {
  it.each([
    ['submitted on a Thursday', 'submitted', '2026-11-19T10:00:00Z', '2026-11-20'],
    ['submitted on a Friday', 'submitted', '2026-11-20T10:00:00Z', '2026-11-23'],
    ['submitted on a Saturday', 'submitted', '2026-11-21T10:00:00Z', '2026-11-23'],
    [
      'a review of 20 working days with a holiday is four weeks and a day',
      'in_review',
      '2026-11-20T10:00:00Z',
      '2026-12-21',
    ],
    ['approved: the recommendation and the visa', 'approved', '2026-11-20T10:00:00Z', '2026-11-26'],
  ])('expectedBy returns the expected date: %s', (_, status, since, expected) => {
    expect(expectedBy(status, since)).toBe(expected);
  });

  it.each(['changes_requested', 'visa_issued', 'visa_revoked', 'rejected'])('expectedBy is null after %s', (status) => {
    expect(expectedBy(status, '2026-11-20T10:00:00Z')).toBeNull();
  });
});
