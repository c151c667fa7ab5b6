/** Every benchmark runs to its end, on the smallest settings; what it measured is not judged. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { ROOT } from '../support/own-portal.ts';

// They have ports of their own, some the same.
test.describe.configure({ mode: 'serial' });

/** The smallest settings of each. */
const SETTINGS: Record<string, Record<string, string>> = {
  'bench:desk': { COUNT: '200', RUNS: '1' },
  'bench:forms': { ONLY: 'typing', RUNS: '1' },
  'bench:gateway': { CALLS: '50', RUNS: '1' },
  'bench:load': { COUNT: '2' },
  'bench:memory': { RUNS: '1' },
  'bench:mrz': { COUNT: '1' },
  'bench:pages': { ONLY: 'not found', RUNS: '1' },
  'bench:profile': { RUNS: '1' },
  'bench:strangers': { RUNS: '2' },
};

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const benchmarks = Object.keys(scripts).filter((name) => name.startsWith('bench:'));

for (const name of benchmarks) {
  test(`npm run ${name} ends, and prints what it measured`, async () => {
    const [, ...script] = scripts[name]?.split(' ') ?? [];
    const child = spawn(process.execPath, script, {
      cwd: ROOT,
      env: { ...process.env, ...SETTINGS[name] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    const code = await new Promise((done) => child.once('exit', done));
    expect(code, errors || output).toBe(0);
    expect(output).toMatch(/\d/);
    expect(output).not.toMatch(/NaN|Infinity|undefined/);
  });
}

test('no benchmark is without its smallest settings', () => {
  expect(Object.keys(SETTINGS).sort()).toEqual(benchmarks.sort());
});
