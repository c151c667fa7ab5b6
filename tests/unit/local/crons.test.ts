import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CRONS, isDue } from '../../../functions/local/crons.ts';

it('the local portal runs the crons of the deployed one in their minutes', () => {
  const dueAt = (minute: number) => CRONS.filter((cron: string) => isDue(cron, minute));
  expect(CRONS).toHaveLength(2);
  expect(dueAt(17)).toEqual(CRONS);
  for (const minute of [0, 7, 18, 59]) expect(dueAt(minute)).toEqual(['* * * * *']);
});

it('the worker distinguishes the cron of mails from that of the sweep', () => {
  const index = readFileSync('functions/admin/index.ts', 'utf8');
  expect(CRONS).toContain(/^const MAIL_CRON = '(.*)';$/m.exec(index)?.[1]);
});
