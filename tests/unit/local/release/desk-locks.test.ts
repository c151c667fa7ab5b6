/** The desk's command line beside a portal that writes all the time: commands wait for the lock, and print nothing of it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTables } from '../../../../functions/local/database.ts';
import { installedNode } from '../../../../functions/local/machine.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const state = mkdtempSync(join(tmpdir(), 'it-visa-desk-locks-'));
let file = '';

beforeAll(async () => {
  await makeTables(state);
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' });
  file = join(state, names.find((name) => /d1.*[0-9a-f]{32,}\.sqlite$/.test(name)) ?? '');
}, 120_000);
afterAll(() => rmSync(state, { recursive: true, force: true }));

async function desk(...given: string[]) {
  const child = spawn(installedNode(), ['functions/terminal/main.ts', ...given], {
    cwd: ROOT,
    env: { ...process.env, PORTAL_STATE: state, LC_ALL: 'en_GB.UTF-8', VITEST: '', WRANGLER_LOG: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output, errors };
}

/** Holds the lock more than half of the time, with a commit after each, until `work` ends. @returns how often it was held, and the result */
async function besideWriter<Result>(work: () => Promise<Result>): Promise<{ held: number; result: Result }> {
  const portal = new DatabaseSync(file, { timeout: 5000 });
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  let held = 0;
  while (!isOver) {
    portal.exec('BEGIN IMMEDIATE');
    portal.exec("INSERT INTO last_runs VALUES ('mail', 1) ON CONFLICT (name) DO UPDATE SET at = at + 1");
    await pause(60);
    portal.exec('COMMIT');
    held += 1;
    await pause(40);
  }
  portal.close();
  return { held, result: await done };
}

it.each([['demo']])(
  'npm run desk -- %s beside a busy portal ends well and prints no error of the runtime',
  { timeout: 300_000 },
  async (...given) => {
    const { held, result } = await besideWriter(() => desk(...given));
    expect(held).toBeGreaterThan(3);
    expect([result.code, result.errors]).toEqual([0, '']);
    expect(result.output).not.toMatch(/SQLITE|locked|\bat .*:\d+/);
  },
);
