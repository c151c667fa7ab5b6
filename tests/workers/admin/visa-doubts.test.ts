/** Doubtful dates of a visa on the command line. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from './support/applications.ts';
import { desk, deskWith, expectRefusal, t } from './support/desk.ts';
import { migrate } from './support/host.ts';

beforeAll(migrate);

const DOUBTFUL = ['--from', '2020-01-01', '--to', '2126-01-01'];
const TEXTS = (['past', 'longer', 'passport'] as const).map((doubt) => t(`visaDoubts.${doubt}`));

async function approved(): Promise<string> {
  const { id } = await createApplication({ type: 'founder' });
  for (const status of ['in_review', 'approved']) await desk('set', id, status);
  return id;
}

describe('desk visa with doubtful dates', () => {
  it('desk visa --yes refuses doubtful dates, and names the doubts and the option that confirms them', async () => {
    const id = await approved();
    for (const [sure, left] of [
      [[], 'past,passport'],
      [['--sure', 'yes'], 'past,passport'],
      [['--sure', 'past,longer'], 'passport'],
    ] as const)
      expect(await expectRefusal(() => desk('visa', id, ...DOUBTFUL, '--yes', ...sure))).toBe(
        t('visaUnsure', { doubts: TEXTS.join(' '), sure: left }),
      );
  });

  it('desk visa --yes issues a visa that is longer than the applicant asked for, and names that', async () => {
    const id = await approved();
    const { lines, data } = await desk('visa', id, '--from', '2027-01-10', '--to', '2028-12-31', '--yes');
    expect(lines).toContain(t('visaDoubts.longer'));
    expect(data).toMatchObject({ doubts: ['longer'] });
  });

  it('desk visa --yes --sure issues a visa with the confirmed dates, and names the doubts', async () => {
    const id = await approved();
    const { lines, data } = await desk('visa', id, ...DOUBTFUL, '--yes', '--sure', 'past,passport');
    expect(lines).toEqual(expect.arrayContaining(TEXTS));
    expect(data).toMatchObject({ status: 'visa_issued', doubts: ['past', 'longer', 'passport'] });
  });

  it('desk visa without --yes asks about doubtful dates, and names them in its output', async () => {
    const id = await approved();
    const asked: string[] = [];
    const ask = deskWith({ asked: (question) => void asked.push(question) });
    expect((await ask('visa', id, ...DOUBTFUL)).lines).toEqual(expect.arrayContaining(TEXTS));
    for (const text of TEXTS) expect(asked.join()).toContain(text);
  });

  it('desk visa --yes issues a visa with usual dates', async () => {
    const id = await approved();
    const { data } = await desk('visa', id, '--from', '2027-01-10', '--to', '2027-12-31', '--yes');
    expect(data).toMatchObject({ doubts: [] });
  });

  it.each(['0001-01-01', '1969-12-31', '3000-01-01', '9999-12-31'])('desk visa refuses the date %s', async (date) => {
    const id = await approved();
    for (const dates of [
      ['--from', date, '--to', '2027-12-31'],
      ['--from', '2027-01-01', '--to', date],
    ])
      expect(await expectRefusal(() => desk('visa', id, ...dates))).toBe(t('visaDates'));
  });
});

describe('dates of a period', () => {
  it.each(['0001-01-01', '1000-01-01', '3000-01-01', '9999-12-31'])('desk list and stats refuse %s', async (date) => {
    for (const name of ['list', 'stats'])
      for (const option of ['--from', '--to'])
        expect(await expectRefusal(() => desk(name, option, date))).toBe(t('periodDates'));
  });
});
