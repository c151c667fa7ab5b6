/** The database, bucket and mail of what is deployed, for commands on this machine. */
import { isPlaceholderId, type RawConfig } from '../wrangler-config.ts';

const REMOTE_PROBLEMS = {
  remoteNoDatabase:
    'functions/admin/wrangler.toml names no database: create it and add its database_id (docs/operations.md)',
  remoteSignIn: 'sign in to Cloudflare first: npx wrangler login; without a terminal set CLOUDFLARE_API_TOKEN',
  remoteFailed: 'the deployed database can not be opened. Check the connection and repeat',
} as const;
type RemoteProblem = keyof typeof REMOTE_PROBLEMS;

/** The deployed database or bucket can't be reached. */
class RemoteUnreachable extends Error {
  readonly problem: RemoteProblem;
  constructor(problem: RemoteProblem, detail = '') {
    super([REMOTE_PROBLEMS[problem], detail].filter(Boolean).join(': '));
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
