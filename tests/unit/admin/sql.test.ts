import { expect, it } from 'vitest';
import { fragment, joinFragments, listOf, sql } from '../../../functions/admin/store/database.ts';

/** A database that returns what it was asked to prepare and to bind. */
const recording = () => {
  const prepare = (text: string) => ({ bind: (...values: unknown[]) => ({ text, values }) });
  return { prepare } as unknown as D1Database;
};

it('sql binds each value in the order of its place, and inserts fragments with their values', () => {
  const isOwn = fragment`owner = ${'anna'}`;
  const conditions = joinFragments([isOwn, fragment`id IN ${listOf(['a', 'b'])}`], ' AND ');
  expect(sql(recording())`UPDATE t SET n = ${1}, text = ${"'?"} WHERE ${conditions} OR ${isOwn}`).toEqual({
    text: 'UPDATE t SET n = ?, text = ? WHERE owner = ? AND id IN (SELECT value FROM json_each(?)) OR owner = ?',
    values: [1, "'?", 'anna', '["a","b"]', 'anna'],
  });
});

it('sql without values binds none', () => {
  expect(sql(recording())`SELECT 1 ${fragment``}`).toEqual({ text: 'SELECT 1 ', values: [] });
});
