import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from './support/applications.ts';
import { desk, deskWith, expectRefusal, t } from './support/desk.ts';
import { bindings, migrate } from './support/host.ts';
import { addRows } from './support/many.ts';

const HOUR = 60 * 60 * 1000;
const time = (date: string) => Date.parse(`${date}T08:00:00Z`);

interface Numbers {
  counts: object[];
  received: { from: string; count: number }[];
  decisions: object;
  overdue: object[];
  mails: object[];
}
const stats = async (...options: string[]) => (await desk('stats', ...options)).data as Numbers;

beforeAll(migrate);

describe('desk stats', () => {
  it('desk stats has zeros without applications', async () => {
    const { lines } = await desk('stats');
    expect(lines).toContain(t('stats.decisions', { count: 0 }));
    expect(await stats()).toMatchObject({
      counts: [],
      decisions: { count: 0, medianDays: null },
      overdue: [],
      mails: [],
    });
  });

  it('desk stats counts types, statuses and overdue applications, and how long decisions took', async () => {
    const sent = time('2026-11-02');
    // Ten decisions after 1 to 10 days; that of a repeated application counts from the repetition.
    await addRows(
      Array.from({ length: 9 }, (_, nth) => ({
        id: `ITV-DECIDED${nth}`,
        history: [
          ['submitted', sent],
          ['in_review', sent + HOUR],
          ['approved', sent + (nth + 2) * 24 * HOUR],
          ['visa_issued', sent + 20 * 24 * HOUR],
        ] as const,
      })),
    );
    await addRows([
      {
        id: 'ITV-AGAIN',
        type: 'investor',
        history: [
          ['submitted', time('2026-03-02')],
          ['rejected', time('2026-03-05')],
          ['submitted', time('2026-11-03')],
          ['rejected', time('2026-11-04')],
          ['in_review', time('2026-11-05')],
        ],
      },
      { id: 'ITV-LATE', type: 'investor', history: [['submitted', time('2026-11-17')]] },
      { id: 'ITV-LATER', history: [['submitted', time('2026-11-20')]] },
    ]);
    const numbers = await stats('--from', '2026-11-01', '--to', '2026-11-30');
    expect(numbers.decisions).toEqual({ count: 10, medianDays: 5, ninetiethDays: 9 });
    expect(numbers.overdue).toEqual([{ status: 'submitted', count: 1 }]);
    expect(numbers.counts).toEqual([
      { type: 'founder', status: 'submitted', count: 1 },
      { type: 'founder', status: 'visa_issued', count: 9 },
      { type: 'investor', status: 'submitted', count: 1 },
    ]);
    expect((await stats()).decisions).toMatchObject({ count: 11 });
    expect((await stats('--to', '2026-03-31')).decisions).toEqual({ count: 1, medianDays: 3, ninetiethDays: 3 });
  });

  it('desk stats counts received applications by day, and over a longer period by week', async () => {
    const days = (await stats('--from', '2026-11-01', '--to', '2026-11-30')).received;
    expect(days).toHaveLength(30);
    expect(days.filter(({ count }) => count > 0)).toEqual([
      { from: '2026-11-02', count: 9 },
      { from: '2026-11-17', count: 1 },
      { from: '2026-11-20', count: 1 },
    ]);
    const weeks = (await stats('--from', '2026-09-01', '--to', '2026-11-30')).received;
    expect(weeks[0]).toEqual({ from: '2026-08-31', count: 0 });
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
    const { lines, data } = await deskWith({ locale: 'ru' })('stats');
    expect(lines.join('\n')).toMatch(/^Заявки\n +Специалист +Основатель +Инвестор .*Всего\n/);
    const told = lines.join('\n') + JSON.stringify(data);
    for (const personal of [id, email, 'Sample', 'ITV-']) expect(told).not.toContain(personal);
  });

  it('desk stats refuses an invalid date', async () => {
    expect(await expectRefusal(() => desk('stats', '--from', '2026-13-01'))).toBe(t('periodDates'));
  });
});
