/** Database, bucket and mail for the command line: of this machine, also while the portal runs on it, or deployed ones. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  ADMIN_CONFIG,
  isPlaceholderId,
  type RawConfig,
  readConfig,
  readCopy,
  writeConfig,
} from '../../wrangler-config.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { retryWhenLocked } from '../store/database.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface Desk {
  env: AdminEnv;
  remote: boolean;
  /** Where made-up officers enter the desk in a browser; undefined where none was started on this state. */
  officersAt?: string;
  /** Mail is left to the portal's own run of every minute: nothing can be sent from here. */
  leavesMail?: boolean;
  /** Files of the mails that were written instead of sent; always empty for the deployed host. */
  mailFiles: string[];
  close(): Promise<void>;
}

/**
 * Opens the state of this machine (PORTAL_STATE, else `.wrangler/state`), or the deployed one.
 * @throws RemoteUnreachable
 */
export async function openDesk(remote: boolean): Promise<Desk> {
  // Only what goes wrong is of interest here; wrangler reads this while it is loaded.
  process.env.WRANGLER_LOG ??= 'error';
  // What the local runtime makes in the state, and what this one writes, is personal data: for the operator alone.
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
  const DB = retryWhenLocked(platform.env.DB);
  const FILES = retryWhenLocked(platform.env.FILES);
  const MAIL = remote ? platform.env.MAIL : mailFolder(join(state, 'mail'), mailFiles);
  return {
    env: { DB, FILES, MAIL, FILES_SECRET, MAIL_FROM, PORTAL_ORIGIN, ...(RETENTION_MONTHS ? { RETENTION_MONTHS } : {}) },
    remote,
    ...(remote || !existsSync(officers) ? {} : { officersAt: readFileSync(officers, 'utf8') }),
    mailFiles,
    close: () => platform.dispose(),
  };
}

/** That of the portal that runs, or ran last, on this state: it knows the portal's address. Else the project's. */
function localConfig(state: string): string {
  const running = join(state, 'admin/wrangler.json');
  if (!existsSync(running)) return join(ROOT, ADMIN_CONFIG);
  // Without the mail of the worker, which runs in no process of the desk; beside it for its secrets.
  const { services: _, main: __, ...config } = readCopy(running);
  return writeConfig(join(state, 'admin/desk.json'), config);
}

/** A copy of the configuration, since the one in the project must not reach the deployed resources. */
function writeRemoteConfig(): string {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-desk-'));
  return writeConfig(join(folder, 'wrangler.json'), remoteConfig(readConfig(ADMIN_CONFIG)));
}

/** Writes mails into the folder in which the local portal keeps them, in the same two forms. */
function mailFolder(folder: string, written: string[]): SendEmail {
  const send = ({ to, subject, text, html }: { to: string; subject: string; text: string; html: string }) => {
    mkdirSync(folder, { recursive: true });
    const name = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-desk`);
    writeFileSync(`${name}.txt`, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    writeFileSync(`${name}.html`, html, { mode: 0o600 });
    written.push(`${name}.txt`);
    return Promise.resolve({ messageId: '' });
  };
  return { send } as unknown as SendEmail;
}

/** What an operator has to do before `--remote` works; the desk has words for each. */
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

/** The environment of wrangler.toml that `--remote` works on. */
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

/** Wrangler's own words for "not signed in", in a terminal and without one. */
const SIGNED_OUT = /CLOUDFLARE_API_TOKEN|wrangler login|not (?:logged|signed) in|authenticat/i;

/** What to tell of an error that wrangler stopped with: the first line of it, never its stack. */
export function explainRemote(error: unknown): RemoteUnreachable {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new RemoteUnreachable(SIGNED_OUT.test(line) ? 'remoteSignIn' : 'remoteFailed', line);
}
