import { beforeAll, describe, expect, it } from 'vitest';
import { desk, deskWith, expectRefusal, t } from './support/desk.ts';
import { bindings, migrate } from './support/host.ts';
import { addRows } from './support/many.ts';
import { expectSearches, planOf, watchDatabase } from './support/query-plans.ts';

interface Listed {
  id: string;
  days: number;
  expectedBy: string | null;
  isOverdue: boolean;
  cursor: string;
}

const time = (date: string) => Date.parse(`${date}T08:00:00Z`);
const listed = async (...options: string[]) => (await desk('list', ...options)).data as Listed[];
const idsOf = (rows: readonly Listed[]) => rows.map(({ id }) => id);
const LATE = ['ITV-LATE1', 'ITV-LATE2', 'ITV-LATE3'];

beforeAll(async () => {
  await migrate();
  // Each test runs on Saturday, 21 November 2026.
  await addRows([
    // One working day: news were due on Thursday, 19 November.
    { id: 'ITV-LATE2', history: [['submitted', time('2026-11-18')]] },
    // 20 working days from 22 October end on 19 November, from 23 October on 20 November, and from 26 October on Monday.
    {
      id: 'ITV-LATE1',
      type: 'investor',
      history: [
        ['submitted', time('2026-09-01')],
        ['in_review', time('2026-10-22')],
      ],
    },
    {
      id: 'ITV-INTIME',
      history: [
        ['submitted', time('2026-09-02')],
        ['in_review', time('2026-10-26')],
      ],
    },
    // Decision and visa together take four working days.
    {
      id: 'ITV-LATE3',
      history: [
        ['submitted', time('2026-09-03')],
        ['approved', time('2026-11-16')],
        ['in_review', time('2026-10-23')],
      ],
    },
    {
      id: 'ITV-ASKED',
      history: [
        ['submitted', time('2026-01-03')],
        ['changes_requested', time('2026-01-04')],
      ],
    },
    {
      id: 'ITV-ENDED',
      history: [
        ['submitted', time('2026-01-05')],
        ['rejected', time('2026-01-06')],
      ],
    },
    { id: 'ITV-TODAY', history: [['submitted', time('2026-11-20')]] },
  ]);
});

describe('desk list', () => {
  it('desk list has the days in the stage and the expected date that the account shows', async () => {
    const rows = (await listed()).filter(({ id }) => id === 'ITV-LATE1');
    expect(rows).toMatchObject([{ id: 'ITV-LATE1', days: 30, expectedBy: '2026-11-19', isOverdue: true }]);
    expect(rows[0]).toMatchObject({ createdAt: '2026-09-01T08:00:00.000Z', since: '2026-10-22T08:00:00.000Z' });
    const [ended] = await listed('--status', 'rejected');
    expect(ended).toMatchObject({ expectedBy: null, isOverdue: false });
  });

  it('desk list --overdue has only overdue applications, the longest waiting first', async () => {
    expect(idsOf(await listed('--overdue'))).toEqual(
      LATE.toSorted((a, b) => (a === 'ITV-LATE2' ? 1 : b === 'ITV-LATE2' ? -1 : a < b ? -1 : 1)),
    );
    expect(idsOf(await listed('--overdue', '--status', 'submitted'))).toEqual(['ITV-LATE2']);
    expect(await listed('--overdue', '--status', 'rejected')).toEqual([]);
    const all = await listed();
    expect(idsOf(all.filter(({ isOverdue }) => isOverdue)).sort()).toEqual(LATE);
  });

  it('desk list --from and --to select by the day of receipt, both days included', async () => {
    expect(idsOf(await listed('--from', '2026-11-18'))).toEqual(['ITV-TODAY', 'ITV-LATE2']);
    expect(idsOf(await listed('--from', '2026-01-03', '--to', '2026-01-03'))).toEqual(['ITV-ASKED']);
    expect(idsOf(await listed('--to', '2026-01-04'))).toEqual(['ITV-ASKED']);
    for (const dates of [
      ['--from', '2026-02-30'],
      ['--to', 'today'],
      ['--from', '2026-02-02', '--to', '2026-02-01'],
    ])
      expect(await expectRefusal(() => desk('list', ...dates))).toBe(t('periodDates'));
  });

  it('desk list --after continues behind the last row, although rows are added and deleted meanwhile', async () => {
    const day = time('2025-03-03');
    const ids = Array.from({ length: 120 }, (_, nth) => `ITV-PAGE${String(nth).padStart(3, '0')}`);
    // Many rows within one millisecond.
    await addRows(ids.map((id, nth) => ({ id, history: [['submitted', day + Math.floor(nth / 40)]] })));
    const page = async (after?: string) => listed('--to', '2025-12-31', ...(after ? ['--after', after] : []));
    const first = await page();
    await addRows([{ id: 'ITV-PAGE999', history: [['submitted', day + 9]] }]);
    await bindings.DB.prepare('DELETE FROM applicants WHERE id = ?').bind(first.at(-1)?.id).run();
    const second = await page(first.at(-1)?.cursor);
    const third = await page(second.at(-1)?.cursor);
    expect([first, second, third].map(({ length }) => length)).toEqual([50, 50, 20]);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids.toReversed());
  });

  it('desk list --overdue --after continues although the last row is no longer overdue', async () => {
    await addRows(
      Array.from({ length: 51 }, (_, nth) => ({
        id: `ITV-OLD${String(nth).padStart(3, '0')}`,
        history: [['submitted', time('2024-05-01') + nth]] as const,
      })),
    );
    const first = await listed('--overdue');
    const last = first.at(-1)?.id ?? '';
    expect(last).toBe('ITV-OLD049');
    await desk('set', last, 'in_review');
    const second = await listed('--overdue', '--after', first.at(-1)?.cursor ?? '');
    expect(second.at(0)?.id).toBe('ITV-OLD050');
    expect(second.at(1)?.id).toBe('ITV-PAGE000');
  });

  it('desk list of a queue continues with --after, and takes no filter', async () => {
    await addRows(
      Array.from({ length: 51 }, (_, nth) => ({
        id: `ITV-WAIT${nth + 10}`,
        history: [['changes_requested', nth]] as const,
      })),
    );
    const first = await listed('waiting');
    const second = await listed('waiting', '--after', first.at(-1)?.cursor ?? '');
    expect([first, second].map(({ length }) => length)).toEqual([50, 2]);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(52);
  });

  it('desk list --after refuses a cursor that no page has given', async () => {
    expect(await expectRefusal(() => desk('list', '--after', 'ITV-LATE1'))).toBe(t('cursorUnreadable'));
  });

  it.each([
    ['--status', 'submitted'],
    ['--from', '2026-01-01', '--to', '2026-02-01'],
    ['--overdue'],
    ['--overdue', '--status', 'in_review'],
    ['--after', '1790000000000.ITV-LATE1'],
  ])('every query of desk list uses an index: %s %s', async (...options) => {
    const { DB, statements } = watchDatabase();
    await deskWith({ operator: { env: { ...bindings, DB } } })('list', ...options);
    await expectSearches(statements);
  });

  it('desk list without options reads the index by time and sorts nothing', async () => {
    const { DB, statements } = watchDatabase();
    await deskWith({ operator: { env: { ...bindings, DB } } })('list');
    const plan = (await Promise.all(statements.map(planOf))).flat().join('\n');
    expect(plan).toContain('USING INDEX applicants_by_time');
    expect(plan).not.toContain('TEMP B-TREE');
  });

  it('desk list --overdue reads each stage in order from the index', async () => {
    const { DB, statements } = watchDatabase();
    await deskWith({ operator: { env: { ...bindings, DB } } })(
      'list',
      '--overdue',
      '--after',
      '1790000000000.ITV-LATE1',
    );
    const plan = (await Promise.all(statements.map(planOf))).flat().join('\n');
    expect(plan).toContain('USING INDEX applicants_by_stage (status=? AND (stage_since,id)>(?,?) AND stage_since<?)');
  });
});

it('the beginning of the stage is the last entry of the history, also when that is removed', async () => {
  const since = async () =>
    (
      await bindings.DB.prepare("SELECT stage_since AS at FROM applicants WHERE id = 'ITV-LATE3'").first<{
        at: number;
      }>()
    )?.at;
  expect(await since()).toBe(time('2026-10-23'));
  await bindings.DB.prepare("DELETE FROM status_history WHERE applicant_id = 'ITV-LATE3' AND position = 2").run();
  expect(await since()).toBe(time('2026-11-16'));
});
