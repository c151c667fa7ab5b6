/** The time of the last backup, which /healthz reports: of kept backups only, and an error of it leaves the backup complete. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTables } from '../../../../functions/local/database.ts';
import { installedNode } from '../../../../functions/local/machine.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const top = mkdtempSync(join(tmpdir(), 'it-visa-recorded-'));
const state = join(top, 'state');
let db: DatabaseSync;

beforeAll(async () => {
  await makeTables(state);
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' });
  db = new DatabaseSync(join(state, names.find((name) => /d1.*[0-9a-f]{32,}\.sqlite$/.test(name)) ?? ''));
});
afterAll(() => {
  db.close();
  rmSync(top, { recursive: true });
});

async function run(script: string, ...given: string[]) {
  const child = spawn(installedNode(), [`functions/local/${script}/command.ts`, ...given], {
    cwd: ROOT,
    env: { ...process.env, PORTAL_STATE: state, VITEST: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise((done) => child.once('close', done));
  return { code, output };
}
const recorded = () => db.prepare("SELECT name FROM last_runs WHERE name = 'backup'").all().length;

it('a drill, whose backup is deleted, is not recorded as the last backup', async () => {
  const { code, output } = await run('ops', 'drill', 'local');
  expect(code, output).toBe(0);
  expect(output).toContain('The backup is whole, and was restored. Both copies are deleted.');
  expect(recorded()).toBe(0);
});

it('a backup whose time cannot be recorded is reported as complete, and its folder is a backup', async () => {
  db.exec(
    "CREATE TRIGGER refused BEFORE INSERT ON last_runs WHEN NEW.name = 'backup' BEGIN SELECT raise(ABORT, 'full'); END",
  );
  const folder = join(top, 'backup');
  const { code, output } = await run('backup', 'backup', 'local', folder);
  expect(code, output).toBe(1);
  expect(output).toContain('The backup is complete, and /healthz does not show it.');
  expect(output).not.toContain('incomplete');
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'database.sql', 'manifest.json', 'objects']);
  db.exec('DROP TRIGGER refused');
  await run('backup', 'backup', 'local', join(top, 'next'));
  expect(recorded()).toBe(1);
});
