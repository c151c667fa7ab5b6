/** The Node that an install script fetches is in no lock file: the launcher compares it before the first run. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'it-visa-node-'));
afterAll(() => rmSync(root, { recursive: true }));
const node = join(root, 'node_modules/node/bin/node');

/** A project without packages, whose npm "fetches" a text as Node. @param given to the Node that runs the launcher */
function launch(...given: string[]) {
  for (const folder of ['functions/local', 'node_modules/node/bin', 'bin'])
    mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(ROOT, 'functions/local/launch.mjs'), join(root, 'functions/local/launch.mjs'));
  writeFileSync(join(root, 'package.json'), '{ "devDependencies": { "node": "0.0.0" } }');
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(root, lock), '{ "packages": {} }');
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n[ "$1" = --version ] && echo 11.0.0 || echo ran > "${node}"\n`);
  chmodSync(join(root, 'bin/npm'), 0o700);
  writeFileSync(join(root, 'command.ts'), '');
  return spawnSync(process.execPath, [...given, 'functions/local/launch.mjs', 'command.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
  });
}

it('a fetched Node with another hash is deleted and not run', () => {
  const { status, stderr } = launch();
  expect([status, existsSync(node)]).toEqual([1, false]);
  expect(stderr).toContain(createHash('sha256').update('ran\n').digest('hex'));
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it('a system without a known Node ends with one sentence, before anything is installed', () => {
  const { status, stdout, stderr } = launch(
    '--import',
    "data:text/javascript,Object.defineProperty(process, 'platform', { value: 'darwin' })",
  );
  expect({ status, stdout, isFetched: existsSync(node) }).toEqual({ status: 1, stdout: '', isFetched: false });
  expect(stderr).toMatch(
    /^The project runs on Linux \(linux-x64, linux-arm64\), and this machine is darwin-\w+: [^\n]+\n$/,
  );
});

it('the launcher knows the hash of the Node that is installed', () => {
  const installed = createHash('sha256')
    .update(readFileSync(join(ROOT, 'node_modules/node/bin/node')))
    .digest('hex');
  expect(readFileSync(join(ROOT, 'functions/local/launch.mjs'), 'utf8')).toContain(installed);
});
