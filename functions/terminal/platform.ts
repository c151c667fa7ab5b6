/** Database, bucket and mail for the command line: local ones, also while the portal runs, or deployed ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AdminEnv, OfficeEnv } from '../admin/runtime/env.ts';
import { retrying } from '../admin/store/database.ts';
import { type LocalMail, saveMail } from '../platform/save-mail.ts';
import { ADMIN_CONFIG, DESK_CONFIG, readConfig, readCopy, writeConfig } from '../wrangler-config.ts';
import { DEPLOYED, explainRemote, remoteConfig } from './remote.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Storage {
  env: OfficeEnv;
  remote: boolean;
  /** The rule of the desk that runs on the same database. */
  fourEyes: boolean;
  /** Address at which fictional officers sign in to the local desk; undefined where none was started. */
  officersAt?: string | undefined;
  /** Paths of mails that were saved in place of being sent; empty for the deployed host. */
  mailFiles: string[];
  close(): Promise<void>;
}

/** Opens the local state (PORTAL_STATE, else `.wrangler/state`), or the deployed one. @throws RemoteUnreachable */
export async function openStorage(remote: boolean): Promise<Storage> {
  // Prints errors only; wrangler reads this while it loads.
  process.env.WRANGLER_LOG ??= 'error';
  silenceLocks();
  // The local runtime and this process write personal data: only the operator may read the files.
  process.umask(0o077);
  const { getPlatformProxy } = await import('wrangler');
  const state = resolve(ROOT, process.env.PORTAL_STATE || '.wrangler/state');
  const configPath = remote
    ? writeConfig(join(state, 'remote/wrangler.json'), remoteConfig(readConfig(ADMIN_CONFIG)))
    : localConfig(state);
  const platform = await getPlatformProxy<AdminEnv & Record<string, unknown>>({
    configPath,
    ...(remote ? { environment: DEPLOYED } : {}),
    persist: { path: join(state, 'v3') },
    remoteBindings: remote,
  }).catch((error: unknown) => {
    throw remote ? explainRemote(error) : error;
  });
  const mailFiles: string[] = [];
  const officers = join(state, 'desk/officers');
  // As deployed: only the worker has the secret.
  const { FILES_SECRET: _, ...settings } = platform.env;
  const DB = retrying(platform.env.DB, true);
  const FILES = retrying(platform.env.FILES, true);
  const MAIL = remote ? platform.env.MAIL : mailFolder(join(state, 'mail'), mailFiles);
  return {
    env: { ...settings, DB, FILES, MAIL },
    remote,
    fourEyes: remote ? fourEyesOf(readConfig(DESK_CONFIG).env?.[DEPLOYED]) : localFourEyes(state),
    ...(remote || !existsSync(officers) ? {} : { officersAt: readFileSync(officers, 'utf8') }),
    mailFiles,
    close: () => platform.dispose(),
  };
}

/** As the runtime reports a lock, with its stack. Miniflare prints that on the console, and `retrying` repeats the call. */
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

const fourEyesOf = (config: { vars?: unknown } | undefined): boolean =>
  (config?.vars as { FOUR_EYES?: unknown } | undefined)?.FOUR_EYES === 'yes';

/** Of the local desk that last ran on this state; else of the project. */
function localFourEyes(state: string): boolean {
  const running = join(state, 'desk/wrangler.json');
  return fourEyesOf(existsSync(running) ? readCopy(running) : readConfig(DESK_CONFIG));
}

function mailFolder(folder: string, written: string[]): SendEmail {
  const send = (mail: LocalMail) => {
    written.push(saveMail(folder, mail, `desk-${written.length}`));
    return Promise.resolve({ messageId: '' });
  };
  return { send } as unknown as SendEmail;
}
