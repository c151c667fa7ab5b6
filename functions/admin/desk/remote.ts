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

/**
 * @param text the admin host's wrangler.toml
 * @param folder where it stands, since the copy stands elsewhere
 * @throws RemoteUnreachable when it names no deployed database yet
 */
export function remoteConfig(text: string, folder: string): string {
  if (!/^database_id = ".+"$/m.test(text)) throw new RemoteUnreachable('remoteNoDatabase');
  return text
    .replace(/^(main|migrations_dir) = "(.*)"$/gm, (_, key: string, path: string) => `${key} = "${join(folder, path)}"`)
    .replace(/^(binding|name) = "(DB|FILES|MAIL)"$/gm, '$&\nremote = true');
}

/** Wrangler's own words for "not signed in", in a terminal and without one. */
const SIGNED_OUT = /CLOUDFLARE_API_TOKEN|wrangler login|not (?:logged|signed) in|authenticat/i;

/** What to tell of an error that wrangler stopped with: the first line of it, never its stack. */
export function explainRemote(error: unknown): RemoteUnreachable {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new RemoteUnreachable(SIGNED_OUT.test(line) ? 'remoteSignIn' : 'remoteFailed', line);
}
