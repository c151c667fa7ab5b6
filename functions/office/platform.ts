/** Database, bucket and mail for the command line: local ones, also while the portal runs, or deployed ones. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AdminEnv } from '../admin/runtime/env.ts';
import { retrying } from '../admin/store/database.ts';
import { type LocalMail, saveMail } from '../platform/save-mail.ts';
import {
  ADMIN_CONFIG,
  isPlaceholderId,
  type RawConfig,
  readConfig,
  readCopy,
  writeConfig,
} from '../wrangler-config.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Desk {
  env: AdminEnv;
  remote: boolean;
  /** Address at which fictional officers sign in to the local desk; undefined where none was started. */
  officersAt?: string;
  /** True where only the portal's cron sends mail, every minute. */
  leavesMail?: boolean;
  /** Paths of mails that were saved in place of being sent; empty for the deployed host. */
  mailFiles: string[];
  close(): Promise<void>;
}

/** Opens the local state (PORTAL_STATE, else `.wrangler/state`), or the deployed one. @throws RemoteUnreachable */
export async function openDesk(remote: boolean): Promise<Desk> {
  // Prints errors only; wrangler reads this while it loads.
  process.env.WRANGLER_LOG ??= 'error';
  // The local runtime and this process write personal data: only the operator may read the files.
  process.umask(0o077);
  const { getPlatformProxy } = await import('wrangler');
  const state = resolve(ROOT, process.env.PORTAL_STATE || '.wrangler/state');
  const configPath = remote ? writeRemoteConfig() : localConfig(state);
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
  const { FILES_SECRET, MAIL_FROM, PORTAL_ORIGIN, RETENTION_MONTHS } = platform.env;
  const DB = retrying(platform.env.DB, true);
  const FILES = retrying(platform.env.FILES, true);
  const MAIL = remote ? platform.env.MAIL : mailFolder(join(state, 'mail'), mailFiles);
  return {
    env: { DB, FILES, MAIL, FILES_SECRET, MAIL_FROM, PORTAL_ORIGIN, ...(RETENTION_MONTHS ? { RETENTION_MONTHS } : {}) },
    remote,
    ...(remote || !existsSync(officers) ? {} : { officersAt: readFileSync(officers, 'utf8') }),
    mailFiles,
    close: () => platform.dispose(),
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

function writeRemoteConfig(): string {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-desk-'));
  return writeConfig(join(folder, 'wrangler.json'), remoteConfig(readConfig(ADMIN_CONFIG)));
}

/** Saves mails in the local portal's folder like the portal does. */
function mailFolder(folder: string, written: string[]): SendEmail {
  const send = (mail: LocalMail) => {
    written.push(saveMail(folder, mail, `desk-${written.length}`));
    return Promise.resolve({ messageId: '' });
  };
  return { send } as unknown as SendEmail;
}

/** Why `--remote` fails; each is a key of the desk's texts. */
export type RemoteProblem = 'remoteNoDatabase' | 'remoteSignIn' | 'remoteFailed';

/** The deployed database or bucket can't be reached. */
export class RemoteUnreachable extends Error {
  readonly problem: RemoteProblem;
  constructor(problem: RemoteProblem, detail = '') {
    super(detail);
    this.name = 'RemoteUnreachable';
    this.problem = problem;
  }
}

export const DEPLOYED = 'production';

/**
 * The admin host's configuration in which the bindings of {@link DEPLOYED} reach what is deployed.
 * @throws RemoteUnreachable when it names no deployed database yet
 */
export function remoteConfig(config: RawConfig): RawConfig {
  const deployed = config.env?.[DEPLOYED];
  const { d1_databases: databases = [], r2_buckets: buckets = [], send_email: mail = [] } = deployed ?? {};
  if (!deployed || databases.every(({ database_id }) => isPlaceholderId(database_id)))
    throw new RemoteUnreachable('remoteNoDatabase');
  const remote = <Binding>(binding: Binding) => ({ ...binding, remote: true });
  const bound = {
    ...deployed,
    d1_databases: databases.map(remote),
    r2_buckets: buckets.map(remote),
    send_email: mail.map(remote),
  };
  return { ...config, env: { ...config.env, [DEPLOYED]: bound } };
}

/** Wrangler's messages for a missing sign-in, with and without a terminal. */
const SIGNED_OUT = /CLOUDFLARE_API_TOKEN|wrangler login|not (?:logged|signed) in|authenticat/i;

/** Converts an error of wrangler; keeps the first line of its message. */
export function explainRemote(error: unknown): RemoteUnreachable {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new RemoteUnreachable(SIGNED_OUT.test(line) ? 'remoteSignIn' : 'remoteFailed', line);
}
