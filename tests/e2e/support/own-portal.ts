/** A separate portal for a test, which can be killed and restarted with the same state, like a failing machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { openStorage, type Storage } from './storage.ts';

export const ROOT = `${resolve(import.meta.dirname, '../../..')}/`;

export interface OwnPortal {
  origin: string;
  /** The portal's PORTAL_STATE. */
  state: string;
  /** D1 and R2; only while the portal is not being killed. */
  storage(): Storage;
  /** The output of the runtime and the workers so far. */
  log(): string;
  /** Kills the workers. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends the portal and removes its state. */
  stop(): Promise<void>;
}

/**
 * @param adminHost origin of the admin host; the embedded one by default
 * @param root the project's folder, or that of a copy
 */
export async function startPortal(adminHost = '', root = ROOT): Promise<OwnPortal> {
  const state = mkdtempSync(join(tmpdir(), 'it-visa-own-'));
  if (process.env.E2E_EMPTY) cpSync(process.env.E2E_EMPTY, state, { recursive: true });
  let { launcher, origin } = await launch('0', state, adminHost, root);
  let opened: Storage | undefined;
  return {
    origin,
    state,
    storage() {
      opened ??= openStorage(state);
      return opened;
    },
    log: () => readFileSync(join(state, 'portal.log'), 'utf8'),
    async kill() {
      const gone = exit(launcher);
      process.kill(-Number(readFileSync(join(state, 'workers.pid'), 'utf8')), 'SIGKILL');
      await gone;
    },
    async restart() {
      ({ launcher } = await launch(new URL(origin).port, state, adminHost, root));
    },
    async stop() {
      opened?.DB.close();
      const gone = exit(launcher);
      launcher.kill('SIGTERM');
      await gone;
      rmSync(state, { recursive: true, force: true });
    },
  };
}

function launch(
  port: string,
  state: string,
  adminHost: string,
  root: string,
): Promise<{ launcher: ChildProcess; origin: string }> {
  return new Promise((resolve, reject) => {
    const launcher = spawn(process.execPath, ['functions/local/start.ts'], {
      cwd: root,
      env: { ...process.env, PORT: port, PORTAL_STATE: state, ADMIN_HOST: adminHost },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    createInterface({ input: launcher.stdout }).on('line', (line) => {
      const origin = /^Portal ready at (\S+)$/.exec(line)?.[1];
      if (origin) resolve({ launcher, origin });
    });
    launcher.once('exit', (code) => reject(new Error(`the portal ended with ${code}`)));
  });
}

async function exit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}
