/** `--remote`: the configuration whose bindings reach the deployed resources, and why they can't be reached. */
import { join } from 'node:path';

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
