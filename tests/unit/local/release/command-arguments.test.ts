/** Arguments of the commands of package.json. */
import { expect, it } from 'vitest';
import { passed, typed } from '../../../fixtures/typed-commands.ts';

it.each([
  ['deploy', 'production', '--dry-run'],
  ['deploy', 'production', '--dryrun'],
  ['deploy', 'production', '--dry'],
  ['rollback', 'production', '--dry-run'],
  ['restore', 'production', '/backups/today', '--replace', '--yes'],
  ['desk', 'demo', '--jso'],
])('npm run %s %s %s without "--" is refused, and does nothing', (...given) => {
  const { status, stderr } = typed(...given);
  expect(status, stderr).not.toBe(0);
  expect(stderr).toMatch(/npm took --[a-z-]+(?: --[a-z-]+)* as its own option/);
});

it.each([
  ['deploy', 'prodution'],
  ['deploy', 'production', '--dryrun'],
  ['restore', 'local', '/tmp/x', '--replase'],
  ['test', 'unt'],
  ['desk', 'demo', '--jsn'],
  ['rollback', 'production', 'why', 'not'],
  ['ops', 'rotate', 'production', 'SECRET'],
  ['ops', 'close', 'production', '--until', '2030-01-01T00:00Z', '--wait', 'soon'],
  ['backup', 'lokal', '/tmp/x'],
  ['start', 'now'],
  ['dev', '--port'],
  ['openapi', '--check'],
  ['test:again', 'twice'],
  ['test:mutation', 'rule'],
  ['check-host', 'local', '--levle'],
  ['desk', 'lst'],
  ['bench:desk', '10'],
])('npm run %s -- %s %s with an unknown word is refused', (name, ...given) => {
  const { status, stdout, stderr } = passed(name, ...given);
  expect({ status: status !== 0, stdout }, stderr).toEqual({ status: true, stdout: '' });
  expect(stderr.split('\n').filter((line) => /^\s+at /.test(line))).toEqual([]);
  expect(stderr).toMatch(/^error: |Unknown: |There is no stage/);
});

const names = ['dev', 'start', 'test', 'desk', 'deploy', 'backup', 'test:again', 'test:mutation', 'check-host'];
const benches = ['desk', 'gateway', 'forms', 'load', 'mrz', 'memory', 'pages', 'profile', 'strangers'].map(
  (it) => `bench:${it}`,
);
it.each([...names, ...benches, 'build', 'ops', 'rollback', 'restore', 'openapi'])(
  'npm run %s -- --help prints the usage and ends with 0',
  (name) => {
    const { status, stdout, stderr } = passed(name, '--help');
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(`npm ${['start', 'test'].includes(name) ? '' : 'run '}${name}`);
  },
);
