/**
 * `npm run bench:desk`: how long the desk's searches, lists and numbers take with many applicants, on a local D1 of its own,
 * in the desk's own process. The start of the runtime, once for each call, is not in it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operator } from '../../functions/admin/desk/command.ts';
import { runCommand } from '../../functions/admin/desk/commands.ts';
import { openDesk } from '../../functions/admin/desk/platform.ts';
import { wordsOf } from '../../functions/admin/mail/words.ts';
import { makeMissingKeys } from '../../functions/admin/store/search-keys.ts';
import { readArguments } from '../../functions/local/command-line.ts';
import { makeTables } from '../../functions/local/set-up.ts';
import { median, printTable } from './portal.ts';

readArguments({
  command: 'npm run bench:desk',
  about: "How long the desk's searches, lists and numbers take with many applicants.",
  settings: {
    COUNT: 'applicants; 100000 unless set',
    RUNS: 'times each; 15 unless set',
  },
});

const COUNT = Number(process.env.COUNT ?? 100_000);
const RUNS = Number(process.env.RUNS ?? 15);
const PIECE = 1000;
const HOUR = 60 * 60 * 1000;

const NAMES = [
  'Anna',
  'Aziz',
  'Bekzod',
  'Dilnoza',
  'Elena',
  'Farhod',
  'Gulnora',
  'Ivan',
  'Jasur',
  'Maria',
  'Nodira',
  'Olim',
];
const SURNAMES = ['Karimov', 'Yusupov', 'Ivanov', 'Rahimov', 'Smith', 'Schmidt', 'Kim', 'Singh', 'Petrov', 'Aliev'];
const STATUSES = [
  'visa_issued',
  'visa_issued',
  'visa_issued',
  'rejected',
  'rejected',
  'in_review',
  'submitted',
  'approved',
];

/** The nth applicant: every surname has a thousand bearers and an end of its own, so that some are common and all are different. */
function applicant(nth: number) {
  const pick = (list: readonly string[], step: number) => list[Math.floor(nth / step) % list.length] ?? '';
  const id = `ITV-${nth
    .toString(32)
    .toUpperCase()
    .replace(/[ILOU]/g, 'Z')
    .padStart(6, '0')}${String(nth).slice(-4).padStart(4, '0')}`;
  const surname = nth % 3 === 0 ? pick(SURNAMES, 7) : `${pick(SURNAMES, 7)}${(nth % 997).toString(36)}`;
  const name = pick(NAMES, 1);
  const fields = {
    ...{
      surname,
      name,
      fio: `${surname} ${name}`,
      email: `a${nth}@example.org`,
      passport_number: `FA${1_000_000 + nth}`,
    },
    // As long as the other answers of an application are.
    activity: 'x'.repeat(1500),
  };
  return { id, email: fields.email, fields, status: pick(STATUSES, 1), at: Date.now() - (COUNT - nth) * 0.2 * HOUR };
}

async function fill(DB: D1Database): Promise<void> {
  for (let from = 0; from < COUNT; from += PIECE) {
    const rows = JSON.stringify(Array.from({ length: Math.min(PIECE, COUNT - from) }, (_, at) => applicant(from + at)));
    await DB.batch([
      DB.prepare(
        `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at, request_id)
         SELECT value ->> '$.id', value ->> '$.email', 'founder', 'en', 'hash', value -> '$.fields', value ->> '$.status', 1,
           CAST(value ->> '$.at' AS INTEGER), 0, 'request-' || (value ->> '$.email') FROM json_each(?)`,
      ).bind(rows),
      ...['submitted', null].map((status, position) =>
        DB.prepare(
          `INSERT INTO status_history (applicant_id, position, status, note, created_at)
           SELECT value ->> '$.id', ?2, ifnull(?3, value ->> '$.status'), '', CAST(value ->> '$.at' AS INTEGER) + ?2 * 1000 FROM json_each(?1)`,
        ).bind(rows, position, status),
      ),
    ]);
  }
  for (let made = 0; made < COUNT; made += 50_000) await makeMissingKeys(DB);
}

const state = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
process.env.PORTAL_STATE = state;
await makeTables(state);
const desk = await openDesk(false);
try {
  await fill(desk.env.DB);
  const { id, fields } = applicant(Math.floor(COUNT / 2));
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
      const operator: Operator = {
        desk,
        t: wordsOf('en', 'desk'),
        locale: 'en',
        by: 'bench',
        now: Date.now(),
        confirm: async () => {},
      };
      await runCommand({ name, args, options }, operator);
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
