/** The tables that a start makes are those of wrangler's migrations, and wrangler knows that they are applied. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { makeTables } from '../../../../functions/local/database.ts';
import { toolCommand } from '../../../../functions/local/machine.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const CONFIG = 'functions/admin/wrangler.toml';
const MIGRATIONS = readdirSync(join(ROOT, 'functions/admin/migrations')).sort();
const state = mkdtempSync(join(tmpdir(), 'it-visa-tables-'));
afterAll(() => rmSync(state, { recursive: true, force: true }));

async function wrangler(...args: string[]): Promise<string> {
  const [node = '', script = ''] = toolCommand('wrangler');
  const env = { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_LOG: undefined };
  const where = ['--local', '-c', CONFIG, '--persist-to', state];
  const { stdout } = await promisify(execFile)(node, [script, 'd1', ...args, ...where], { cwd: ROOT, env });
  return stdout;
}

it('a start adds the migrations that are missing, and leaves none to wrangler', { timeout: 300_000 }, async () => {
  const [first, later] = [MIGRATIONS.slice(0, 8), MIGRATIONS.slice(8)];
  const unknown = (names: string[]) => names.map((name) => ({ name, sha256: null }));
  await makeTables(state, unknown(later));
  const unapplied = await wrangler('migrations', 'list', 'DB');
  for (const name of first) expect(unapplied).not.toContain(name);
  for (const name of later) expect(unapplied).toContain(name);

  await makeTables(state, unknown(first));
  expect(await wrangler('migrations', 'list', 'DB')).toContain('No migrations to apply');
  const names = await wrangler('execute', 'DB', '--json', '--command', 'SELECT name FROM d1_migrations ORDER BY id');
  expect(JSON.parse(names)[0].results.map(({ name }: { name: string }) => name)).toEqual(MIGRATIONS);
});
