/**
 * A signal to `npm start` ends all that it has started, workerd too; no process is left behind. SIGTERM goes to npm alone, as a
 * service manager sends it; SIGINT goes to its whole group, as a terminal sends it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'playwright/test';
import { ROOT } from '../support/own-portal.ts';

interface Process {
  pid: number;
  parent: number;
  name: string;
}

/** What runs on this machine, by Linux's proc_pid_stat(5); a zombie has ended. */
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
  test(`${signal} to npm start leaves no process behind`, async () => {
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
          // It has ended.
        }
      }
      rmSync(state, { recursive: true, force: true });
    }
  });
}
