/** Database, bucket and mail for the command line: of this machine, also while the portal runs on it, or deployed ones. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AdminEnv } from '../runtime/env.ts';
import { retryWhenLocked } from '../store/database.ts';

const FOLDER = resolve(import.meta.dirname, '..');
const ROOT = resolve(FOLDER, '../..');

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
  const configPath = remote ? remoteCopy() : localConfig(state);
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
  const running = join(state, 'admin/wrangler.toml');
  return existsSync(running) ? running : join(FOLDER, 'wrangler.toml');
}

/** A copy of the configuration, since the one in the project must not reach the deployed resources. */
function remoteCopy(): string {
  const text = remoteConfig(readFileSync(join(FOLDER, 'wrangler.toml'), 'utf8'), FOLDER);
  const copy = join(mkdtempSync(join(tmpdir(), 'it-visa-desk-')), 'wrangler.toml');
  writeFileSync(copy, text);
  return copy;
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

/** Its database in wrangler.toml; the id of zeros is the placeholder. */
const DATABASE_ID = /^database_id = "(?!00000000-).+"$/m;

/**
 * @param text the admin host's wrangler.toml
 * @param folder where it stands, since the copy stands elsewhere
 * @throws RemoteUnreachable when it names no deployed database yet
 */
export function remoteConfig(text: string, folder: string): string {
  const at = text.indexOf(`[env.${DEPLOYED}]`);
  const deployed = text.slice(at);
  if (at === -1 || !DATABASE_ID.test(deployed)) throw new RemoteUnreachable('remoteNoDatabase');
  const bound = deployed.replace(/^(binding|name) = "(DB|FILES|MAIL)"$/gm, '$&\nremote = true');
  return (text.slice(0, at) + bound).replace(
    /^(main|migrations_dir) = "(.*)"$/gm,
    (_, key: string, path: string) => `${key} = "${join(folder, path)}"`,
  );
}

/** Wrangler's own words for "not signed in", in a terminal and without one. */
const SIGNED_OUT = /CLOUDFLARE_API_TOKEN|wrangler login|not (?:logged|signed) in|authenticat/i;

/** What to tell of an error that wrangler stopped with: the first line of it, never its stack. */
export function explainRemote(error: unknown): RemoteUnreachable {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new RemoteUnreachable(SIGNED_OUT.test(line) ? 'remoteSignIn' : 'remoteFailed', line);
}
