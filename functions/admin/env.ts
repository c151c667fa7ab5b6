/** What the worker is given from outside. Rule: a worker that lacks its secret answers nothing, and says so in its log. */

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
}

const MIN_SECRET = 32;

/** What is wrong with the worker's configuration, for the log; null when nothing is. */
export function configurationIssue(env: Partial<AdminEnv>): string | null {
  for (const name of ['DB', 'FILES', 'MAIL', 'MAIL_FROM', 'PORTAL_ORIGIN'] as const)
    if (!env[name]) return `${name} is not bound; see functions/admin/wrangler.toml`;
  if ((env.FILES_SECRET ?? '').length < MIN_SECRET)
    return `FILES_SECRET is missing or shorter than ${MIN_SECRET} characters; set it with "wrangler secret put FILES_SECRET", or locally in functions/admin/.dev.vars`;
  return null;
}
