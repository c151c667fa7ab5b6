/** Runs every benchmark and every other command of package.json to its end; results of benchmarks are not judged. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { characterNetwork } from '../../../../src/stores/passport-reader/network.ts';
import { WEIGHTS as SHIPPED } from '../../../../src/stores/passport-reader/weights.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The smallest settings of each. */
const SETTINGS: Record<string, Record<string, string>> = {
  'bench:desk': { COUNT: '200', RUNS: '1' },
  'bench:desk-pages': { COUNT: '200', RUNS: '1' },
  'bench:forms': { ONLY: 'opening', RUNS: '1' },
  'bench:gateway': { CALLS: '50', RUNS: '1' },
  'bench:load': { COUNT: '1', SECONDS: '1' },
  'bench:memory': { RUNS: '1', AT_ONCE: '1' },
  'bench:mrz': { COUNT: '1', KINDS: 'clear' },
  'bench:pages': { ONLY: 'not found', RUNS: '1' },
  'bench:profile': { RUNS: '1', ONLY: 'phone' },
  'bench:strangers': { RUNS: '2', ONLY: 'sign-in' },
};

/**
 * Commands covered elsewhere: those that serve, deploy, reach other machines or run tests have their own tests
 * (tests/e2e/long, deployment-commands.test.ts), `lint` and `types` are stages of `npm test`, and tests/workers/admin/upgrade.test.ts
 * starts on what `upgrade:fixture` wrote at a release.
 */
const ELSEWHERE = [
  ...[
    'start',
    'dev',
    'test',
    'test:long',
    'test:release',
    'test:again',
    'test:mutation',
    'accessibility:results',
    'pictures',
  ],
  ...[
    'desk',
    'check-host',
    'build',
    'deploy',
    'ops',
    'rollback',
    'backup',
    'restore',
    'openapi',
    'types',
    'lint',
    'upgrade:fixture',
  ],
];
/** Commands that write into the sources; here they write into a folder. */
const WRITING = ['format', 'train:mrz'];

/** Runs a script like npm. */
async function run(name: string, own: Record<string, string> = {}) {
  const [, ...script] = scripts[name]?.split(' ') ?? [];
  const env = { ...process.env, PORT: '', VITEST: '', ...SETTINGS[name], ...own };
  const child = spawn(process.execPath, script, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const code = await new Promise((done) => child.once('close', done));
  return { code, output, errors };
}

describe('benchmarks', () => {
  // Durations are not judged, so two may run at once (vitest.config.ts).
  it.concurrent.each(Object.keys(SETTINGS))(
    'a benchmark ends and prints its results: npm run %s',
    { timeout: 300_000 },
    async (name) => {
      const { code, output, errors } = await run(name);
      expect(code, errors || output).toBe(0);
      expect(output).toMatch(/\d/);
      expect(output).not.toMatch(/NaN|Infinity|undefined/);
    },
  );
});

describe('commands that write into the sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-commands-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('npm run train:mrz writes weights that the reader can load', { timeout: 300_000 }, async () => {
    const file = join(folder, 'weights.ts');
    const { code, output, errors } = await run('train:mrz', { ZONES: '2', ROUNDS: '1', TO: file });
    expect(code, errors || output).toBe(0);
    expect(output).toMatch(/round 1: .* known/);
    const { WEIGHTS } = await import(file);
    expect(characterNetwork.unpack(WEIGHTS).length).toBe(characterNetwork.unpack(SHIPPED).length);
  });

  it('npm run upgrade:fixture writes the stored state of a portal', { timeout: 300_000 }, async () => {
    const file = join(folder, 'portal.json');
    const { code, output, errors } = await run('upgrade:fixture', { TO: file });
    expect(code, errors || output).toBe(0);
    const { statements } = JSON.parse(readFileSync(file, 'utf8')) as { statements: string[] };
    expect(statements.some((statement) => statement.startsWith('INSERT INTO "applicants"'))).toBe(true);
  });

  it('npm run format formats a file', () => {
    const file = join(folder, 'unformatted.ts');
    writeFileSync(file, 'export   const one = "1"\n');
    for (const name of ['biome.json', '.gitignore']) copyFileSync(join(ROOT, name), join(folder, name));
    const [tool = '', ...rest] = scripts.format?.split(' ') ?? [];
    const { status, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', tool), rest, {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe("export const one = '1';\n");
  });
});

it('every command of package.json is run by a test', () => {
  expect([...Object.keys(SETTINGS), ...ELSEWHERE, ...WRITING].sort()).toEqual(Object.keys(scripts).sort());
});
