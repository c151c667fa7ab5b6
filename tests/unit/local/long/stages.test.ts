/** `npm test` on stages that fail. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');

const env = { ...process.env, VITEST: '', NODE_OPTIONS: '' };

function runStages(...given: string[]) {
  return spawnSync(process.execPath, ['tests/run/test.ts', ...given], { cwd: ROOT, env, encoding: 'utf8' });
}

it('a failed stage prints its output, and the table names the command that repeats it', () => {
  const { status, stdout } = runStages('lint', 'unit', 'tests/unit/no-such.test.ts');
  expect(status).toBe(1);
  expect(stdout).toContain('No test files found');
  expect(stdout).toMatch(/^ {2}unit +\d+\.\d s {2}failed; again: npm test -- unit$/m);
  expect(stdout).toMatch(/^ {2}lint +\d+\.\d s {2}passed$/m);
});

it('an interrupted run prints the output of a stage that has failed', async () => {
  const args = ['tests/run/test.ts', 'types', 'unit', 'tests/unit/no-such.test.ts'];
  const run = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(run, 'close');
  let printed = '';
  for await (const chunk of run.stdout) {
    if (!printed.includes('unit failed') && `${printed}${chunk}`.includes('unit failed')) run.kill('SIGINT');
    printed += chunk;
  }
  expect(printed).toContain('No test files found');
  expect(await closed).toEqual([130, null]);
});

it('a passed stage that is quiet prints only its line of the table', () => {
  const { status, stdout } = runStages('lint', 'tests/run/test.ts');
  expect(status, stdout).toBe(0);
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringMatching(/^── lint ─+$/),
    expect.stringMatching(/^── lint passed in /),
    expect.stringMatching(/^ {2}lint +\d+\.\d s {2}passed$/),
    expect.stringMatching(/^ {2}all +\d+\.\d s$/),
  ]);
});
