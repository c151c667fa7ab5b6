/**
 * `npm run bench:strangers`: whether the time of a response distinguishes a known address from an unknown one. Both take
 * turns, each attempt with its own address and network, so that no limit applies; the Mann-Whitney U test says how likely the
 * difference is by chance. It asserts nothing, since a busy machine differs by chance now and then.
 */

import { CommandLine } from '../../functions/command-line.ts';
import { apply } from '../e2e/support/apply.ts';
import { openStorage, type Storage } from '../e2e/support/storage.ts';
import { median, printTable, withPortal } from './portal.ts';

new CommandLine(
  'npm run bench:strangers',
  'Whether the time of a response distinguishes a known address from an unknown one.',
  {
    RUNS: 'tries each; 300 unless set',
    ONLY: 'one call',
  },
).parse();

const RUNS = Number(process.env.RUNS ?? 300);
const PORT = Number(process.env.PORT || 8799);
/** Measures only calls whose name contains this. */
const ONLY = process.env.ONLY ?? '';
const KINDS = ['known', 'unknown'] as const;
type Kind = (typeof KINDS)[number];

/** A call to the host, and the call needed before it. */
interface Call {
  name: string;
  path: string;
  body: Record<string, string>;
  first?: string;
}

const CALLS: readonly Call[] = [
  { name: 'sign-in, wrong password', path: '/user-login', body: { password: 'a wrong password' } },
  { name: 'request of a reset code', path: '/forgot-password-token', body: {} },
  {
    name: 'check of a reset code',
    path: '/check-forgot-password-token',
    body: { code: 'no code' },
    first: '/forgot-password-token',
  },
  {
    name: 'reset by a wrong code',
    path: '/forgot-password-by-code',
    body: { code: 'no code', password: 'blue lantern on the roof' },
    first: '/forgot-password-token',
  },
];

let network = 0;

async function timeCall(origin: string, path: string, body: Record<string, string>): Promise<number> {
  network += 1;
  const headers = {
    'Content-Type': 'application/json',
    'CF-Connecting-IP': [10, network >> 16, (network >> 8) & 255, network & 255].join('.'),
  };
  const began = performance.now();
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  if (response.status === 429 || response.status >= 500) throw new Error(`${path} got status ${response.status}`);
  return performance.now() - began;
}

/** Applicants with their own addresses, copied from one, since hashing a password for each takes long. */
function addApplicants({ DB }: Storage, original: string): void {
  const copy = DB.prepare(
    `INSERT INTO applicants (id, email_key, application_type, locale, password_hash, fields, status, version, created_at, updated_at)
     SELECT ?, ?, application_type, locale, password_hash, fields, status, version, created_at, updated_at
     FROM applicants WHERE id = ?`,
  );
  DB.exec('BEGIN');
  for (let nth = 0; nth < RUNS; nth++) copy.run(`ITV-BENCH${nth}`, emailOf('known', nth), original);
  DB.exec('COMMIT');
}

const emailOf = (kind: Kind, nth: number) => `${kind}.${nth}@example.org`;

async function timesOf(
  origin: string,
  DB: Storage['DB'],
  { path, body, first }: Call,
): Promise<Record<Kind, number[]>> {
  DB.exec('DELETE FROM reset_codes; DELETE FROM sign_in_tries');
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  for (let nth = 0; first && nth < RUNS; nth++)
    for (const kind of KINDS) await timeCall(origin, first, { email: emailOf(kind, nth) });
  for (let nth = 0; nth < RUNS; nth++) {
    // In random order: otherwise the mail of one call, sent 50 ms after its response, would always meet a call of the same
    // kind.
    for (const kind of Math.random() < 0.5 ? KINDS : KINDS.toReversed()) {
      times[kind].push(await timeCall(origin, path, { ...body, email: emailOf(kind, nth) }));
    }
  }
  return times;
}

/** The Mann-Whitney U test of two samples, two-sided, by the normal approximation with a correction for ties. */
function mannWhitney(first: readonly number[], second: readonly number[]): { z: number; p: number } {
  const all = [...first.map((value) => ({ value, own: true })), ...second.map((value) => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let [rankSum, ties] = [0, 0];
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const same = to - from;
    rankSum += all.slice(from, to).filter(({ own }) => own).length * ((from + 1 + to) / 2);
    ties += same ** 3 - same;
    from = to;
  }
  const [m, n, count] = [first.length, second.length, all.length];
  const u = rankSum - (m * (m + 1)) / 2;
  const deviation = Math.sqrt(((m * n) / 12) * (count + 1 - ties / (count * (count - 1))));
  const z = deviation === 0 ? 0 : (u - (m * n) / 2) / deviation;
  return { z, p: 2 * upperTail(Math.abs(z)) };
}

/** The part of a normal distribution above z (Abramowitz and Stegun 26.2.17, to 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = factors.reduceRight((rest, factor) => t * (factor + rest), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

await withPortal(PORT, async (origin, state) => {
  const { id } = await apply(origin, 'en', 'founder');
  const storage = openStorage(state);
  try {
    addApplicants(storage, id);
    const rows: string[][] = [];
    for (const call of CALLS.filter(({ name }) => name.includes(ONLY))) {
      const { known, unknown } = await timesOf(origin, storage.DB, call);
      const { z, p } = mannWhitney(known, unknown);
      const ms = (values: readonly number[]) => `${median(values).toFixed(2)} ms`;
      rows.push([call.name, ms(known), ms(unknown), z.toFixed(2), p.toFixed(3)]);
    }
    printTable([['', 'known', 'unknown', 'z', 'p'], ...rows]);
    console.log(
      `Medians of ${RUNS} tries for each kind, and the Mann-Whitney U test; p below 0.01 more than once is a sign.`,
    );
  } finally {
    storage.DB.close();
  }
});
