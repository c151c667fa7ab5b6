/** Database, bucket and mail for the command line: of this machine, also while the portal runs on it, or deployed ones. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AdminEnv } from '../env.ts';
import { patient } from '../store/patient.ts';
import { DEPLOYED, explainRemote, remoteConfig } from './remote.ts';

const FOLDER = resolve(import.meta.dirname, '..');
const ROOT = resolve(FOLDER, '../..');

export interface Desk {
  env: AdminEnv;
  remote: boolean;
  /** Files of the mails that were written instead of sent; always empty for the deployed host. */
  mailFiles: string[];
  close(): Promise<void>;
}

/**
 * Opens the state of this machine (PORTAL_STATE, else `.wrangler/state`), or the deployed one.
 * @throws RemoteUnreachable
 */
export async function openDesk(remote: boolean): Promise<Desk> {
  const configPath = remote ? remoteCopy() : join(FOLDER, 'wrangler.toml');
  // Only what goes wrong is of interest here; wrangler reads this while it is loaded.
  process.env.WRANGLER_LOG ??= 'error';
  const { getPlatformProxy } = await import('wrangler');
  const state = resolve(ROOT, process.env.PORTAL_STATE || '.wrangler/state');
  const platform = await getPlatformProxy<AdminEnv & Record<string, unknown>>({
    configPath,
    ...(remote ? { environment: DEPLOYED } : {}),
    persist: { path: join(state, 'v3') },
    remoteBindings: remote,
  }).catch((error: unknown) => {
    throw remote ? explainRemote(error) : error;
  });
  const mailFiles: string[] = [];
  const { FILES_SECRET, MAIL_FROM, PORTAL_ORIGIN } = platform.env;
  const DB = patient(platform.env.DB);
  const FILES = patient(platform.env.FILES);
  const MAIL = remote ? platform.env.MAIL : mailFolder(join(state, 'mail'), mailFiles);
  return {
    env: { DB, FILES, MAIL, FILES_SECRET, MAIL_FROM, PORTAL_ORIGIN },
    remote,
    mailFiles,
    close: () => platform.dispose(),
  };
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
