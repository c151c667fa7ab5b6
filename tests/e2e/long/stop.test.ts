/**
 * A signal to `npm start` ends all processes that it has started, workerd included. A service manager sends SIGTERM to npm
 * alone, and a terminal sends SIGINT to the process group.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'playwright/test';
import { copyConfigs, copyLaunchers } from '../../fixtures/owner-settings.ts';
import { ROOT } from '../support/own-portal.ts';
import { RELEASE, releaseIf } from '../support/stages.ts';

interface Process {
  pid: number;
  parent: number;
  name: string;
}

/** The running processes by Linux's proc_pid_stat(5); a zombie has ended. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, name = '', state, parent] =
          /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
      } catch {
        return [];
      }
    });
}

function descendants(pid: number, all = processes()): Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return [...children, ...children.flatMap((child) => descendants(child.pid, all))];
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to npm start ends every process`, releaseIf(signal === 'SIGINT'), async () => {
    const state = mkdtempSync(join(tmpdir(), 'it-visa-stop-'));
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', PORTAL_STATE: state, ADMIN_HOST: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const exited = new Promise((done) => npm.once('exit', done));
    let started: Process[] = [];
    try {
      await new Promise<void>((done, failed) => {
        npm.once('exit', () => failed(new Error('npm start ended')));
        createInterface({ input: npm.stdout }).on('line', (line) => /^Portal ready/.test(line) && done());
      });
      started = descendants(Number(npm.pid));
      expect(started.map(({ name }) => name)).toContain('workerd');
      process.kill(signal === 'SIGINT' ? -Number(npm.pid) : Number(npm.pid), signal);
      const left = () => {
        const pids = new Set(started.map(({ pid }) => pid));
        return processes().filter(({ pid }) => pids.has(pid));
      };
      await expect.poll(left, { intervals: [100] }).toEqual([]);
      await exited;
    } finally {
      for (const { pid } of started) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has ended.
        }
      }
      rmSync(state, { recursive: true, force: true });
    }
  });
}

/** Starts a portal without npm. @returns it, its lines, and all processes that it ever had */
function startAlone(state: string, root = ROOT) {
  const launcher = spawn(process.execPath, ['functions/local/launch.mjs', 'functions/local/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', PORTAL_STATE: state, ADMIN_HOST: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [launcher.stdout, launcher.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const ended = new Promise((done) => launcher.once('exit', done));
  const seen = new Map<number, Process>();
  const look = () => {
    for (const one of descendants(Number(launcher.pid))) seen.set(one.pid, one);
    return [...seen.values()].map(({ name }) => name);
  };
  const left = () => processes().filter(({ pid, name }) => seen.get(pid)?.name === name);
  const cleanUp = () => {
    launcher.kill('SIGKILL');
    for (const { pid } of left()) process.kill(pid, 'SIGKILL');
    rmSync(state, { recursive: true, force: true });
  };
  return { launcher, lines, ended, look, left, cleanUp };
}

const newState = () => mkdtempSync(join(tmpdir(), 'it-visa-stop-'));

test('closing the output of npm start ends every process', RELEASE, async () => {
  const { launcher, ended, look, left, cleanUp } = startAlone(newState());
  try {
    await expect.poll(look).toContain('workerd');
    launcher.stdout.destroy();
    launcher.stderr.destroy();
    await ended;
    await expect.poll(left).toEqual([]);
  } finally {
    cleanUp();
  }
});

test('a log that cannot be written is reported once, and the portal goes on', RELEASE, async () => {
  const state = newState();
  // Every write fails as on a full disk.
  symlinkSync('/dev/full', join(state, 'portal.log'));
  const { launcher, lines, ended, look, left, cleanUp } = startAlone(state);
  try {
    await expect.poll(() => lines.find((line) => line.startsWith('Portal ready'))).toBeTruthy();
    expect(look()).toContain('workerd');
    expect(lines.filter((line) => line.includes('ENOSPC'))).toEqual([
      `The log ${join(state, 'portal.log')} can't be written (ENOSPC). The portal continues without it.`,
    ]);
    launcher.kill('SIGTERM');
    await ended;
    await expect.poll(left).toEqual([]);
  } finally {
    cleanUp();
  }
});

test('hanging workers are restarted at the same address', RELEASE, async () => {
  const { launcher, lines, ended, look, left, cleanUp } = startAlone(newState());
  const ready = () => lines.filter((line) => line.startsWith('Portal ready'));
  try {
    await expect.poll(() => ready().length).toBe(1);
    look();
    for (const { pid, name } of left()) if (name === 'workerd') process.kill(pid, 'SIGSTOP');
    await expect.poll(() => ready().length, { timeout: 240_000 }).toBe(2);
    expect(lines).toContain('The workers do not respond. They are restarted.');
    const [first, second] = ready();
    expect(second).toBe(first);
    const origin = first?.split(' ').at(-1);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    launcher.kill('SIGTERM');
    look();
    await ended;
    await expect.poll(left).toEqual([]);
  } finally {
    cleanUp();
  }
});

test('Ctrl-C during the installation of packages ends every process', RELEASE, async () => {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-install-'));
  copyConfigs(root);
  copyLaunchers(root, { withTools: false });
  const { launcher, lines, ended, look, left, cleanUp } = startAlone(newState(), root);
  try {
    await expect.poll(() => lines.some((line) => line.startsWith('Installing packages'))).toBe(true);
    await expect.poll(() => look().length).toBeGreaterThan(0);
    launcher.kill('SIGINT');
    await ended;
    await expect.poll(left).toEqual([]);
  } finally {
    cleanUp();
    rmSync(root, { recursive: true, force: true });
  }
});
