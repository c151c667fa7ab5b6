/**
 * `npm run bench:desk`: how long the desk's searches, lists and statistics take with many applicants, with its own local D1,
 * in the desk's process. The start of the runtime, once per call, is not included.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationLists } from '../../functions/admin/store/lists.ts';
import { ApplicationSearch } from '../../functions/admin/store/search.ts';
import { WaitingDecisions } from '../../functions/admin/store/waiting-decisions.ts';
import { CommandLine } from '../../functions/command-line.ts';
import { makeTables } from '../../functions/local/database.ts';
import { type Filter, readFilter, readSearch } from '../../functions/office/lists.ts';
import { findApplicant } from '../../functions/office/officer.ts';
import { statistics } from '../../functions/office/statistics.ts';
import { openTerminalStorage } from '../../functions/terminal/platform.ts';
import { applicant, fill } from './many-applicants.ts';
import { median, printTable } from './portal.ts';

new CommandLine('npm run bench:desk', "How long the desk's searches, lists and numbers take with many applicants.", {
  COUNT: 'applicants; 100000 unless set',
  RUNS: 'times each; 15 unless set',
}).parse();

const COUNT = Number(process.env.COUNT ?? 100_000);
const RUNS = Number(process.env.RUNS ?? 15);

const state = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
process.env.PORTAL_STATE = state;
await makeTables(state);
const desk = await openTerminalStorage();
try {
  await fill(desk.env.DB, COUNT);
  const { id, fields } = applicant(Math.floor(COUNT / 2), COUNT);
  const officer = { env: desk.env, by: 'bench@office.example', now: Date.now(), fourEyes: false, may: () => true };
  const { DB } = desk.env;
  const page = { after: null, limit: 50 };
  const find = (text: string) => new ApplicationSearch(DB).find(readSearch(text), 50);
  const list = (filter: Filter) => new ApplicationLists(DB).page(readFilter(filter, officer.now), page);
  const WORKS: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(
      [
        ...[id.toLowerCase(), fields.email, `request-${fields.email}`, fields.passport_number],
        ...['Карим', 'karimov anna', 'a', 'a k', 'nobody'],
      ].map((text) => [`find ${text}`, () => find(text)]),
    ),
    list: () => list({}),
    'list overdue': () => list({ overdue: true }),
    show: () => findApplicant(officer, id),
    stats: () => statistics(officer, {}),
    'decisions that are due': () => new WaitingDecisions(DB).listDue(officer.now),
  };
  const rows: string[][] = [];
  for (const [name, work] of Object.entries(WORKS)) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    rows.push([name, `${median(times).toFixed(1)} ms`, `${Math.max(...times).toFixed(1)} ms`]);
  }
  printTable([[`${COUNT} applicants`, 'median', 'longest'], ...rows]);
} finally {
  await desk.close();
  rmSync(state, { recursive: true });
}
