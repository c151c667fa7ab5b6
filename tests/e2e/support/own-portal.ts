/** A portal of a test's own, which may be killed and started again on the same state, as when a machine fails. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenStorage, openStorage, type Storage } from './storage.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface OwnPortal {
  origin: string;
  /** D1 and R2; only while nothing is being killed. */
  storage(): Promise<Storage>;
  /** Ends the workers without a warning. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends the portal and removes its state. */
  stop(): Promise<void>;
}

/** @param adminHost origin of the admin host behind the gateway; the embedded one unless it is given */
export async function startPortal(adminHost = ''): Promise<OwnPortal> {
  const port = await freePort();
  const state = mkdtempSync(join(tmpdir(), 'it-visa-own-'));
  let launcher = await launch(port, state, adminHost);
  let opened: OpenStorage | undefined;
  return {
    origin: `http://localhost:${port}`,
    async storage() {
      opened ??= await openStorage(state);
      return opened.env;
    },
    async kill() {
      const gone = exit(launcher);
      // The launcher's only child leads the group of all workers.
      const workers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(launcher.pid)], { encoding: 'utf8' });
      for (const pid of workers.trim().split(/\s+/)) process.kill(-Number(pid), 'SIGKILL');
      await gone;
    },
    async restart() {
      launcher = await launch(port, state, adminHost);
    },
    async stop() {
      await opened?.dispose();
      const gone = exit(launcher);
      launcher.kill('SIGTERM');
      await gone;
      rmSync(state, { recursive: true, force: true });
    },
  };
}

function launch(port: number, state: string, adminHost: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['functions/local/start.mjs'], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), PORTAL_STATE: state, ADMIN_HOST: adminHost },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('Portal ready')) resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`the portal ended with ${code}`)));
  });
}

async function exit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
