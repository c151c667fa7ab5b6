/** The local portal's database and bucket for the command line, also while the portal runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AdminEnv, OfficeEnv } from '../admin/runtime/env.ts';
import { retrying } from '../admin/store/database.ts';
import { ADMIN_CONFIG, readConfig, readCopy, writeConfig } from '../wrangler-config.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** PORTAL_STATE, else `.wrangler/state`. */
const stateFolder = () => resolve(ROOT, process.env.PORTAL_STATE || '.wrangler/state');

export interface LocalStorage {
  env: OfficeEnv;
  /** Address at which fictional officers sign in to the local desk; undefined where none was started. */
  officersAt?: string | undefined;
  close(): Promise<void>;
}

/** Opens the local state. */
export async function openTerminalStorage(): Promise<LocalStorage> {
  // Prints errors only. Set here, since wrangler reads it while it is loaded.
  process.env.WRANGLER_LOG ??= 'error';
  silenceLocks();
  // The local runtime and this process write personal data, which only the operator may read.
  process.umask(0o077);
  const { getPlatformProxy } = await import('wrangler');
  const state = stateFolder();
  const platform = await getPlatformProxy<AdminEnv & Record<string, unknown>>({
    configPath: localConfig(state),
    persist: { path: join(state, 'v3') },
    remoteBindings: false,
  });
  // As in a deployment, only the worker has the secret.
  const { FILES_SECRET: _, ...settings } = platform.env;
  const bound = { DB: retrying(platform.env.DB, true), FILES: retrying(platform.env.FILES, true) };
  return { env: { ...settings, ...bound }, officersAt: officersAt(state), close: () => platform.dispose() };
}

function officersAt(state: string): string | undefined {
  const file = join(state, 'desk/officers');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Where officers find the desk, in lines. */
export function deskPlaces(): string[] {
  const local = officersAt(stateFolder());
  const deployed = readConfig(ADMIN_CONFIG).env?.production as { vars?: { DESK_ORIGIN?: string } } | undefined;
  return [
    `On this machine: ${local ? `${local}, while "npm start" runs` : 'run "npm start", which prints its address'}`,
    `Deployed: ${deployed?.vars?.DESK_ORIGIN || 'DESK_ORIGIN in functions/admin/wrangler.toml is not set'}`,
  ];
}

/** The runtime's report of a lock, with its stack. Miniflare prints it on the console, and `retrying` repeats the call. */
const LOCK_REPORT = /workerd\/util\/sqlite.*(?:SQLITE_BUSY|database is locked)/s;

/** Leaves reports of locks out of the error output, for a command beside a portal that writes. */
export function silenceLocks(): void {
  const { error } = console;
  console.error = (...given: unknown[]) => {
    if (!given.some((one) => LOCK_REPORT.test(String(one)))) error(...given);
  };
}

/** The configuration of the portal that last ran on this state, which has its address; else the project's. @returns its path */
function localConfig(state: string): string {
  const running = join(state, 'admin/wrangler.json');
  if (!existsSync(running)) return join(ROOT, ADMIN_CONFIG);
  // Leaves out the mail service, which only the portal runs. Written to the same folder, since its secrets are there.
  const { services: _, main: __, ...config } = readCopy(running);
  return writeConfig(join(state, 'admin/desk.json'), config);
}
