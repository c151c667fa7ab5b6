/** What the worker is given from outside. Rule: a worker that lacks its secret answers nothing, and says so in its log. */
import { readMonths } from './retention-setting.ts';

export interface AdminEnv {
  DB: D1Database;
  FILES: R2Bucket;
  MAIL: SendEmail;
  /** Key of file links, reset codes and fingerprints; 32 characters or more. */
  FILES_SECRET: string;
  /** Sender of every mail. */
  MAIL_FROM: string;
  /** Origin of the portal, for links in mails. */
  PORTAL_ORIGIN: string;
  /** After how many months closed applications are anonymised; empty is never. See `retentionMonths`. */
  RETENTION_MONTHS?: string;
  /** Set where the desk works on the same files beside this worker, which is on a developer's machine only. */
  STORAGE_IS_SHARED?: string;
}

const MIN_SECRET = 32;

/** The worker was deployed or started without something that it needs; its message may stand in the log. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

/** @throws ConfigurationError that names what is missing */
export function checkConfiguration(env: Partial<AdminEnv>): void {
  for (const name of ['DB', 'FILES', 'MAIL', 'MAIL_FROM', 'PORTAL_ORIGIN'] as const)
    if (!env[name]) throw new ConfigurationError(`${name} is not bound; see functions/admin/wrangler.toml`);
  if ((env.FILES_SECRET ?? '').length < MIN_SECRET)
    throw new ConfigurationError(
      `FILES_SECRET is missing or shorter than ${MIN_SECRET} characters; set it with "wrangler secret put FILES_SECRET", or locally in functions/admin/.dev.vars`,
    );
  retentionMonths(env);
}

/** RETENTION_MONTHS as a number; null where nothing is anonymised. @throws ConfigurationError */
export function retentionMonths({ RETENTION_MONTHS }: Pick<AdminEnv, 'RETENTION_MONTHS'>): number | null {
  try {
    return readMonths(RETENTION_MONTHS);
  } catch (error) {
    throw new ConfigurationError(`${(error as RangeError).message}; see functions/admin/wrangler.toml`);
  }
}
