import { beforeAll, describe, expect, it } from 'vitest';
import type { Statistics } from '../../../functions/office/statistics.ts';
import { createApplication } from './support/applications.ts';
import { desk, expectRefusal, t } from './support/desk.ts';
import { bindings, migrate } from './support/host.ts';
import { addRows } from './support/many.ts';

const HOUR = 60 * 60 * 1000;
const time = (date: string) => Date.parse(`${date}T08:00:00Z`);

const stats = async (...options: string[]) => (await desk('stats', ...options)).data as Statistics;

beforeAll(migrate);

describe('desk stats', () => {
  it('desk stats has zeros without applications', async () => {
    expect(await stats()).toMatchObject({
      counts: [],
      decisions: { approved: 0, refused: 0, withdrawn: 0, medianDays: null, ownMedianDays: null },
      overdue: [],
      mails: [],
    });
  });

  it('desk stats counts received applications by day, and over a longer period by week', async () => {
    const sent = [...Array.from({ length: 9 }, () => '2026-11-02'), '2026-03-02', '2026-11-17', '2026-11-20'];
    await addRows(sent.map((date, nth) => ({ id: `ITV-SENT${nth}`, history: [['submitted', time(date)]] as const })));
    const days = (await stats('--from', '2026-11-01', '--to', '2026-11-30')).received;
    expect(days).toHaveLength(30);
    expect(days.filter(({ count }) => count > 0)).toEqual([
      { from: '2026-11-02', count: 9 },
      { from: '2026-11-17', count: 1 },
      { from: '2026-11-20', count: 1 },
    ]);
    const weeks = (await stats('--from', '2026-09-01', '--to', '2026-11-30')).received;
    expect(weeks.slice(0, 2).map(({ from }) => from)).toEqual(['2026-09-01', '2026-09-07']);
    expect(weeks.filter(({ count }) => count > 0)).toEqual([
      { from: '2026-11-02', count: 9 },
      { from: '2026-11-16', count: 2 },
    ]);
    expect((await stats()).received.at(-1)).toEqual({ from: '2026-11-16', count: 2 });
    // The chart must fit on a page.
    const years = (await stats('--from', '2016-01-01', '--to', '2026-11-30')).received;
    expect(years.length).toBeLessThan(106);
    expect(years.reduce((sum, { count }) => sum + count, 0)).toBe(12);
  });

  it('desk stats counts waiting and failed mails, without personal data', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    await desk('set', id, 'in_review');
    expect((await stats()).mails).toEqual([{ state: 'waiting', count: 1 }]);
    await bindings.DB.prepare("UPDATE mails SET tries = 1 WHERE state = 'waiting'").run();
    expect((await stats()).mails).toEqual([{ state: 'failed', count: 1 }]);
    const { lines, data } = await desk('stats');
    const told = lines.join('\n') + JSON.stringify(data);
    for (const personal of [id, email, 'Sample', 'ITV-']) expect(told).not.toContain(personal);
  });

  it('every number of the statistics agrees with the rows', async () => {
    const waits = (from: string, days: number) => [time(from), time(from) + days * 24 * HOUR] as const;
    const [asked, back] = waits('2026-11-05', 4);
    await addRows([
      {
        id: 'ITV-SENTBACK',
        type: 'specialist',
        fields: { citizenship: 'DE' },
        history: [
          ['submitted', time('2026-11-03')],
          ['in_review', time('2026-11-04')],
          ['changes_requested', asked],
          ['in_review', back],
          ['approved', time('2026-11-13')],
          ['in_review', time('2026-11-13') + HOUR],
          ['rejected', time('2026-11-14')],
        ],
      },
      {
        id: 'ITV-GONE',
        history: [
          ['submitted', time('2026-11-03')],
          ['withdrawn', time('2026-11-10')],
        ],
      },
    ]);
    const set = "UPDATE status_history SET officer = 'a@office.example', reason = 'income' WHERE applicant_id = ?";
    await bindings.DB.prepare(`${set} AND status = 'rejected'`).bind('ITV-SENTBACK').run();
    const { results } = await bindings.DB.prepare(
      `SELECT h.applicant_id AS id, position, h.status, h.created_at AS at, application_type AS type
       FROM status_history h JOIN applicants a ON a.id = h.applicant_id ORDER BY h.applicant_id, position`,
    ).all<{ id: string; position: number; status: string; at: number; type: string }>();
    const [from, to] = [Date.parse('2026-10-31T19:00Z'), Date.parse('2026-11-30T19:00Z')];
    const DECIDING = ['approved', 'rejected', 'withdrawn'];
    const decided = [...Map.groupBy(results, ({ id }) => id).values()].flatMap((rows) => {
      const starts = rows.flatMap(({ status }, at) => (status === 'submitted' ? [at] : []));
      return starts.flatMap((start, nth) => {
        const round = rows.slice(start, starts[nth + 1] ?? rows.length);
        const end = round.findLast(({ status }) => DECIDING.includes(status));
        if (!end || end.at < from || end.at >= to) return [];
        const until = round.indexOf(end);
        const away = round
          .slice(0, until)
          .reduce(
            (sum, row, at) => sum + (row.status === 'changes_requested' ? (round[at + 1]?.at ?? 0) - row.at : 0),
            0,
          );
        return [{ ...end, took: end.at - (round[0]?.at ?? 0), away }];
      });
    });
    const of = (status: string) => decided.filter((row) => row.status === status).length;
    const days = (own: boolean, share: number) => {
      const sorted = decided
        .filter(({ status }) => status !== 'withdrawn')
        .map(({ took, away }) => took - (own ? away : 0))
        .sort((a, b) => a - b);
      return Math.round(((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / (24 * HOUR)) * 10) / 10;
    };
    const told = await stats('--from', '2026-11-01', '--to', '2026-11-30');
    expect(told.decisions).toEqual({
      ...{ approved: of('approved'), refused: of('rejected'), withdrawn: of('withdrawn') },
      ...{ medianDays: days(false, 0.5), ninetiethDays: days(false, 0.9) },
      ...{ ownMedianDays: days(true, 0.5), ownNinetiethDays: days(true, 0.9) },
      sentBack: decided.filter(({ away }) => away > 0).length,
    });
    expect(told.reasons).toContainEqual({ key: 'income', count: 1 });
    const officer = { key: 'a@office.example', approved: 0, refused: 1, withdrawn: 0 };
    expect(told.outcomes.officer).toContainEqual(officer);
    expect(told.outcomes.citizenship).toContainEqual({ ...officer, key: 'DE' });
    const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    expect(sum(told.received)).toBe(sum(told.counts));
    const isOpen = (status: string) => ['submitted', 'in_review', 'changes_requested', 'approved'].includes(status);
    const openAt = (instant: number) =>
      [...Map.groupBy(results, ({ id }) => id).values()].filter((rows) =>
        isOpen(rows.findLast(({ at }) => at < instant)?.status ?? ''),
      ).length;
    for (const { from: day, count } of told.backlog) expect(count, day).toBe(openAt(Date.parse(`${day}T19:00Z`)));
  });

  it('desk stats without a first day counts twelve weeks until the last one, also of an earlier year', async () => {
    const { from, received } = await stats('--to', '2020-01-31');
    expect(from).toBe('2019-11-09');
    expect([received.at(0)?.from, received.at(-1)?.from]).toEqual(['2019-11-09', '2020-01-27']);
    expect((await stats()).from).toBe('2026-08-30');
  });

  it('desk stats refuses an invalid date', async () => {
    expect(await expectRefusal(() => desk('stats', '--from', '2026-13-01'))).toBe(t('periodDates'));
  });
});
