/** The dates of all stages: past ones as they were, future ones as usual. */
import { describe, expect, it } from 'vitest';
import { stagePlan } from '../../../../src/domain/application/stage-plan.ts';

const entry = (status_type: string, day: string) => ({
  status_type,
  created_at: day && `${day}T09:00:00.000Z`,
  note: '',
});
const rows = (history: ReturnType<typeof entry>[], today = '2026-11-25') =>
  stagePlan(history, today).map(({ status, state, at, due }) => [status, state, at?.slice(0, 10) ?? due]);

describe('the plan of stages', () => {
  it('the stage plan counts each stage ahead from the one before it', () => {
    // 25 November 2026 is a Wednesday.
    expect(rows([entry('submitted', '2026-11-25')])).toEqual([
      ['submitted', 'now', '2026-11-25'],
      ['in_review', 'next', '2026-12-25'],
      ['approved', 'next', '2026-12-28'],
      ['visa_issued', 'next', '2026-12-31'],
    ]);
    expect(stagePlan([entry('submitted', '2026-11-25')], '2026-11-25')[0]?.due).toBe('2026-11-26');
  });

  it('the stage plan has past stages with their last date, and none ahead while the applicant has to act', () => {
    const history = [
      entry('submitted', '2026-11-02'),
      entry('in_review', '2026-11-03'),
      entry('changes_requested', '2026-11-10'),
    ];
    expect(rows(history)).toEqual([
      ['submitted', 'done', '2026-11-02'],
      ['changes_requested', 'now', '2026-11-10'],
      ['in_review', 'next', null],
      ['approved', 'next', null],
      ['visa_issued', 'next', null],
    ]);
    expect(rows([...history, entry('in_review', '2026-11-12')])).toEqual([
      ['submitted', 'done', '2026-11-02'],
      ['in_review', 'now', '2026-11-12'],
      ['approved', 'next', '2026-12-14'],
      ['visa_issued', 'next', '2026-12-17'],
    ]);
  });

  it('the stage plan counts from today when the current stage is late', () => {
    expect(rows([entry('submitted', '2026-10-01'), entry('in_review', '2026-10-02')], '2026-11-25').at(2)).toEqual([
      'approved',
      'next',
      '2026-11-26',
    ]);
  });

  it('the stage plan ends with the visa, or where the application ended', () => {
    const way = ['submitted', 'in_review', 'approved'].map((status) => entry(status, '2026-11-02'));
    expect(rows([...way, entry('visa_issued', '2026-11-20')]).at(-1)).toEqual(['visa_issued', 'done', '2026-11-20']);
    expect(rows([...way, entry('rejected', '2026-11-20')]).at(-1)).toEqual(['rejected', 'stopped', '2026-11-20']);
  });

  it("the stage plan has another host's statuses unchanged, without dates where the host sends none", () => {
    expect(rows([entry('new', ''), entry('checked', '2026-11-20')])).toEqual([
      ['new', 'done', null],
      ['checked', 'now', '2026-11-20'],
    ]);
    expect(rows([entry('submitted', '')]).every(([, , date]) => date === null)).toBe(true);
    expect(stagePlan([], '2026-11-25')).toEqual([]);
  });
});
