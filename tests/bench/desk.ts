/**
 * `npm run bench:desk`: how long the desk's searches, lists and statistics take with many applicants, with its own local D1,
 * in the desk's process. The start of the runtime, once per call, is not included.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLine } from '../../functions/command-line.ts';
import { makeTables } from '../../functions/local/database.ts';
import { runCommand } from '../../functions/terminal/commands.ts';
import { openStorage } from '../../functions/terminal/platform.ts';
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
const desk = await openStorage(false);
try {
  await fill(desk.env.DB, COUNT);
  const { id, fields } = applicant(Math.floor(COUNT / 2), COUNT);
  const COMMANDS: [name: string, ...args: (string | Record<string, string | boolean>)[]][] = [
    ['find', id.toLowerCase()],
    ['find', fields.email],
    ['find', `request-${fields.email}`],
    ['find', fields.passport_number],
    ['find', 'Карим'],
    ['find', 'karimov', 'anna'],
    ['find', 'a'],
    ['find', 'a', 'k'],
    ['find', 'nobody'],
    ['list'],
    ['list', { overdue: true }],
    ['list', { type: 'investor' }],
    ['show', id],
    ['stats'],
  ];
  const rows: string[][] = [];
  for (const [name, ...rest] of COMMANDS) {
    const args = rest.filter((part) => typeof part === 'string');
    const options = rest.find((part) => typeof part === 'object') ?? {};
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now();
      const operator: Parameters<typeof runCommand>[1] = {
        ...desk,
        ...{ locale: 'en', by: 'bench@office.example', now: Date.now(), isAsked: false },
        may: () => true,
        confirm: async () => {},
      };
      await runCommand(name, operator, args, options);
      times.push(performance.now() - began);
    }
    const longest = Math.max(...times);
    rows.push([
      [name, ...args, ...Object.keys(options)].join(' '),
      `${median(times).toFixed(1)} ms`,
      `${longest.toFixed(1)} ms`,
    ]);
  }
  printTable([[`${COUNT} applicants`, 'median', 'longest'], ...rows]);
} finally {
  await desk.close();
  rmSync(state, { recursive: true });
}
