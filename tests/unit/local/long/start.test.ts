/** Invalid settings end a launcher with one sentence and its remedy, before anything is installed or built. */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'it-visa-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the portal, which must end early. @returns its output and exit code */
function start(env: Record<string, string>, launcher = 'start') {
  const { status, stdout, stderr } = spawnSync(
    'node',
    ['functions/local/launch.mjs', `functions/local/${launcher}.ts`],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, PORT: '0', PORTAL_STATE: join(folder, 'state'), ADMIN_HOST: '', ...env },
    },
  );
  return { status, stdout, stderr };
}

const file = join(folder, 'file');
writeFileSync(file, '');
const broken = join(folder, 'broken');
const database = join(broken, 'v3/d1/miniflare-D1DatabaseObject/0123456789abcdef0123456789abcdef.sqlite');
mkdirSync(dirname(database), { recursive: true });
writeFileSync(database, 'SQLite format 3\0 and then something that no database holds'.padEnd(8192, '.'));

describe('npm start', () => {
  it.each([
    [
      'letters for a port',
      { PORT: 'abc' },
      /^PORT must be a whole number from 0 to 65535, for example PORT=8788; it is "abc"\.$/,
    ],
    ['a port that is too high', { PORT: '70000' }, /^PORT must be .* it is "70000"\.$/],
    ['half a port', { PORT: '80.5' }, /^PORT must be .* it is "80\.5"\.$/],
    [
      'a state that is a file',
      { PORTAL_STATE: file },
      /^PORTAL_STATE must be a folder that can be written, and \S+file is not \(EEXIST\)\. Name another one/,
    ],
    [
      'a state below a file',
      { PORTAL_STATE: join(file, 'state') },
      /^PORTAL_STATE must be a folder that can be written, .* Name another one/,
    ],
    [
      'a state that cannot be written',
      { PORTAL_STATE: '/sys/portal' },
      /^PORTAL_STATE must be a folder that can be written, .* Name another one/,
    ],
    [
      'an admin host without a scheme',
      { ADMIN_HOST: 'admin.example.org' },
      /^ADMIN_HOST must be an https origin such as https:\S+ .* it is "admin\.example\.org"\.$/,
    ],
    [
      'an admin host on the internet without TLS',
      { ADMIN_HOST: 'http://admin.example.org' },
      /^ADMIN_HOST must be an https origin/,
    ],
    [
      'a damaged database',
      { PORTAL_STATE: broken },
      /^The database in \S+broken is damaged \(.+\)\. Replace the folder with a copy, or delete it to start without .*\.$/,
    ],
  ])('npm start says what to do about %s, and ends with 1', (_, env, sentence) => {
    const { status, stdout, stderr } = start(env);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  });

  it('npm start says what to do about a used port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    // The launcher queries this process, so that it must not block.
    const failed = await new Promise<{ code?: unknown; stderr: string }>((done) =>
      execFile(
        'node',
        ['functions/local/launch.mjs', 'functions/local/start.ts'],
        { cwd: ROOT, env: { ...process.env, PORT: String(port), PORTAL_STATE: join(folder, 'state') } },
        (error, _, stderr) => done({ code: error?.code, stderr }),
      ),
    );
    server.close();
    expect(failed).toEqual({
      code: 1,
      stderr: `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${Number(port) + 1} npm start\n`,
    });
  });
});

describe('npm run dev', () => {
  it('npm run dev refuses the same settings', () => {
    expect(start({ PORT: 'abc' }, 'dev')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^PORT must be .*\n$/),
    });
  });
});

it('a folder that cannot be written, and a user without a home, end a command with one sentence', () => {
  const copy = mkdtempSync(join(tmpdir(), 'it-visa-readonly-'));
  mkdirSync(join(copy, 'functions/local'), { recursive: true });
  for (const path of ['package.json', 'functions/local/launch.mjs']) copyFileSync(join(ROOT, path), join(copy, path));
  chmodSync(copy, 0o555);
  // Permissions do not bind root, so root runs it as another user.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { status, stdout, stderr } = spawnSync('/usr/bin/env', ['node', 'functions/local/launch.mjs', 'x.ts'], {
    ...user,
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, HOME: '/nonexistent' },
  });
  chmodSync(copy, 0o755);
  rmSync(copy, { recursive: true });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `${copy} cannot be written, and packages, secrets and pages are made there: run the command as the folder's owner, or in a copy of it.\n`,
  );
});
