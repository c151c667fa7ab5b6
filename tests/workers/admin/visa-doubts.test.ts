/** Doubtful dates of a visa, and those of a period. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from './support/applications.ts';
import { desk, expectRefusal, t } from './support/desk.ts';
import { migrate } from './support/host.ts';

beforeAll(migrate);

const DOUBTFUL = ['--from', '2020-01-01', '--to', '2126-01-01'];

async function approved(): Promise<string> {
  const { id } = await createApplication({ type: 'founder' });
  for (const status of ['in_review', 'approved']) await desk('set', id, status);
  return id;
}

describe('a visa with doubtful dates', () => {
  it('is issued only when each doubt is confirmed', async () => {
    const id = await approved();
    for (const sure of ['yes', 'past', 'past,longer'])
      expect(await expectRefusal(() => desk('set', id, 'visa_issued', ...DOUBTFUL, '--sure', sure))).toBe(t('unsure'));
    const { data } = await desk('set', id, 'visa_issued', ...DOUBTFUL, '--sure', 'past,longer,passport,same');
    expect(data).toMatchObject({ status: 'visa_issued' });
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
