/**
 * The commands `npm run deploy` and `npm run rollback` on a copy of the configurations, and arguments of some commands;
 * tests/unit/local/release has those of the others.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyConfigs, copyLaunchers, EXAMPLES, writeOwnerSettings } from '../../../fixtures/owner-settings.ts';
import { passed, typed } from '../../../fixtures/typed-commands.ts';

describe('arguments of commands', () => {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  afterAll(() => rmSync(root, { recursive: true }));
  copyConfigs(root);
  writeOwnerSettings(root, EXAMPLES);
  copyLaunchers(root);
  const command = (...given: string[]) =>
    spawnSync('node', ['functions/local/launch.mjs', 'functions/local/deploy.ts', ...given], {
      cwd: root,
      encoding: 'utf8',
    });

  it('npm run deploy refuses examples and lists all of them', () => {
    const { status, stdout, stderr } = command('deploy', 'production', '--dry-run');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Nothing was deployed\. Fix these first:\n(?: {2}- .+\.\n){6}$/);
  });

  it.each(['deploy', 'rollback'])('npm run %s asks for a known environment', (action) => {
    for (const given of [[], ['--dry-run'], ['staging']]) {
      const { status, stdout, stderr } = command(action, ...given);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(/missing required argument 'where'|Allowed choices are preview, production/);
    }
  });

  it.each([
    ['deploy', 'production', '--dry-run'],
    ['rollback', 'production', '--dry-run'],
  ])('npm run %s %s %s without "--" is refused, and does nothing', (...given) => {
    const { status, stderr } = typed(...given);
    expect(status, stderr).not.toBe(0);
    expect(stderr).toMatch(/npm took --[a-z-]+(?: --[a-z-]+)* as its own option/);
  });

  it.each([
    ['deploy', 'production', '--dryrun'],
    ['restore', 'local', '/tmp/x', '--replase'],
    ['test', 'unt'],
    ['desk', 'demo', '--jsn'],
  ])('npm run %s -- %s %s with an unknown word is refused', (name, ...given) => {
    const { status, stdout, stderr } = passed(name, ...given);
    expect({ status: status !== 0, stdout }, stderr).toEqual({ status: true, stdout: '' });
    expect(stderr.split('\n').filter((line) => /^\s+at /.test(line))).toEqual([]);
    expect(stderr).toMatch(/^error: |Unknown: |There is no stage/);
  });

  it.each(['start', 'test', 'desk', 'deploy', 'backup'])(
    'npm run %s -- --help prints the usage and ends with 0',
    (name) => {
      const { status, stdout, stderr } = passed(name, '--help');
      expect(status, stderr).toBe(0);
      expect(stdout).toContain(`npm ${['start', 'test'].includes(name) ? '' : 'run '}${name}`);
    },
  );
});
