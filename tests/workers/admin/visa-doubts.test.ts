/** Doubtful dates of a visa on the command line. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from './support/applications.ts';
import { desk, deskWith, expectRefusal, t } from './support/desk.ts';
import { migrate } from './support/host.ts';

beforeAll(migrate);

const DOUBTFUL = ['--from', '2020-01-01', '--to', '2126-01-01'];

async function approved(): Promise<string> {
  const { id } = await createApplication({ type: 'founder' });
  for (const status of ['in_review', 'approved']) await desk('set', id, status);
  return id;
}

const unasked = deskWith({ operator: { isAsked: false } });

describe('desk visa with doubtful dates', () => {
  it('desk visa --yes refuses doubtful dates, and names the doubts that are left', async () => {
    const id = await approved();
    for (const [sure, left] of [
      [[], 'past,longer,passport'],
      [['--sure', 'yes'], 'past,longer,passport'],
      [['--sure', 'past,longer'], 'passport'],
    ] as const)
      expect(await expectRefusal(() => unasked('set', id, 'visa_issued', ...DOUBTFUL, ...sure))).toContain(
        `--sure ${left}`,
      );
    const { data } = await unasked('set', id, 'visa_issued', ...DOUBTFUL, '--sure', 'past,longer,passport');
    expect(data).toMatchObject({ status: 'visa_issued', doubts: ['past', 'longer', 'passport'] });
  });

  it('desk visa without --yes asks about doubtful dates', async () => {
    const id = await approved();
    const asked: string[] = [];
    const ask = deskWith({ asked: (question) => void asked.push(question) });
    expect((await ask('set', id, 'visa_issued', ...DOUBTFUL)).data).toMatchObject({
      doubts: ['past', 'longer', 'passport'],
    });
    expect(asked.join()).toContain('Check: past, longer, passport.');
  });

  it('desk visa --yes issues a visa with usual dates', async () => {
    const id = await approved();
    const { data } = await unasked('set', id, 'visa_issued', '--from', '2027-01-10', '--to', '2027-12-31');
    expect(data).toMatchObject({ doubts: [] });
  });

  it.each(['0001-01-01', '1969-12-31', '3000-01-01', '9999-12-31'])('desk visa refuses the date %s', async (date) => {
    const id = await approved();
    for (const dates of [
      ['--from', date, '--to', '2027-12-31'],
      ['--from', '2027-01-01', '--to', date],
    ])
      expect(await expectRefusal(() => desk('set', id, 'visa_issued', ...dates))).toBe(t('visaDates'));
  });
});

describe('dates of a period', () => {
  it.each(['0001-01-01', '1000-01-01', '3000-01-01', '9999-12-31'])('desk list and stats refuse %s', async (date) => {
    for (const name of ['list', 'stats'])
      for (const option of ['--from', '--to'])
        expect(await expectRefusal(() => desk(name, option, date))).toBe(t('periodDates'));
  });
});
