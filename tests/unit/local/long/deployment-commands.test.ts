/** The commands `npm run deploy` and `npm run rollback` on a copy of the configurations. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyConfigs, copyLaunchers, EXAMPLES, writeOwnerSettings } from '../../../fixtures/owner-settings.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

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
  /** Runs a command as typed in the project, without the environment of the test's own npm. */
  const typed = (...given: string[]) => {
    const ofNpm = Object.keys(process.env).filter((name) => name.startsWith('npm_'));
    const without = Object.fromEntries(ofNpm.map((name) => [name, undefined]));
    const env = { ...process.env, ...without, LC_ALL: 'en_GB.UTF-8' };
    return spawnSync('npm', ['run', '--silent', ...given], { cwd: ROOT, encoding: 'utf8', env, timeout: 100_000 });
  };

  /** Runs a script with arguments as npm does after "--", without the time that npm takes to start. */
  const passed = (name: string, ...given: string[]) => {
    const [, ...script] = scripts[name]?.split(' ') ?? [];
    const env = { ...process.env, LC_ALL: 'en_GB.UTF-8' };
    return spawnSync('node', [...script, ...given], { cwd: ROOT, encoding: 'utf8', env, timeout: 100_000 });
  };

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
    ['deploy', 'production', '--dryrun'],
    ['deploy', 'production', '--dry'],
    ['rollback', 'production', '--dry-run'],
    ['restore', 'production', '/backups/today', '--replace', '--yes'],
    ['desk', 'list', '--remote'],
    ['desk', 'set', 'ITV-1', 'approved', '--remote', '--yes'],
  ])('npm run %s %s %s without "--" is refused, and does nothing', (...given) => {
    const { status, stderr } = typed(...given);
    expect(status, stderr).not.toBe(0);
    expect(stderr).toMatch(/npm took --[a-z-]+(?: --[a-z-]+)* as its own option/);
  });

  it.each([
    ['deploy', 'prodution'],
    ['deploy', 'production', '--dryrun'],
    ['rollback', 'production', 'why', 'not'],
    ['ops', 'rotate', 'production', 'SECRET'],
    ['ops', 'close', 'production', '--until', '2030-01-01T00:00Z', '--wait', 'soon'],
    ['backup', 'lokal', '/tmp/x'],
    ['restore', 'local', '/tmp/x', '--replase'],
    ['start', 'now'],
    ['dev', '--port'],
    ['openapi', '--check'],
    ['test', 'unt'],
    ['test:again', 'twice'],
    ['test:mutation', 'rule'],
    ['check-host', 'local', '--levle'],
    ['desk', 'lst'],
    ['desk', 'list', '--remot'],
    ['bench:desk', '10'],
  ])('npm run %s -- %s %s with an unknown word is refused', (name, ...given) => {
    const { status, stdout, stderr } = passed(name, ...given);
    expect({ status: status !== 0, stdout }, stderr).toEqual({ status: true, stdout: '' });
    expect(stderr.split('\n').filter((line) => /^\s+at /.test(line))).toEqual([]);
    expect(stderr).toMatch(/^error: |Unknown: |There is no stage/);
  });

  const names = ['start', 'dev', 'test', 'test:again', 'test:mutation', 'desk', 'check-host'];
  const benches = ['desk', 'gateway', 'forms', 'load', 'mrz', 'memory', 'pages', 'profile', 'strangers'].map(
    (it) => `bench:${it}`,
  );
  it.each([...names, ...benches, 'build', 'deploy', 'ops', 'rollback', 'backup', 'restore', 'openapi'])(
    'npm run %s -- --help prints the usage and ends with 0',
    (name) => {
      const { status, stdout, stderr } = passed(name, '--help');
      expect(status, stderr).toBe(0);
      expect(stdout).toContain(`npm ${['start', 'test'].includes(name) ? '' : 'run '}${name}`);
    },
  );
});
