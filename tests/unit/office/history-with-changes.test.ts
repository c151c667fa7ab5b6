import { expect, it } from 'vitest';
import { type Change, historyWithChanges } from '../../../functions/office/differences.ts';

const at = (day: number) => Date.parse(`2026-11-0${day}T09:00:00.000Z`);
const entry = (status_type: string, day: number) => ({
  status_type,
  created_at: new Date(at(day)).toISOString(),
  note: '',
});
const change = (version: number, day: number): Change => ({ version, at: at(day), differences: [] });

it('historyWithChanges shows a change beside the status it led to, and any other change on its own, newest first', () => {
  const history = [entry('submitted', 1), entry('changes_requested', 3), entry('in_review', 4)];
  const changes = [change(3, 4), change(2, 2), change(1, 1)];
  expect(
    historyWithChanges(history, changes).map((item) => [item.entry?.status_type, item.change?.version, item.at]),
  ).toEqual([
    ['in_review', 3, at(4)],
    ['changes_requested', undefined, at(3)],
    [undefined, 2, at(2)],
    ['submitted', undefined, at(1)],
    [undefined, 1, at(1)],
  ]);
});

it('historyWithChanges of an application without changes is its history, newest first', () => {
  const history = [entry('submitted', 1), entry('in_review', 1)];
  expect(historyWithChanges(history, []).map(({ entry: own }) => own?.status_type)).toEqual(['in_review', 'submitted']);
});
