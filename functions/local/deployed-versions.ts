import { run } from './machine.ts';

const TAG_LENGTH = 12;
/** Cloudflare's limit for the message of a version. */
const MAX_MESSAGE = 100;

export interface DeployedVersion {
  id: string;
  tag: string | undefined;
}

/** The commit of a folder, and whether everything in it is committed. */
export async function readCommit(root: string) {
  const git = (...given: string[]) => run(['git', '-C', root, ...given]);
  const [log, status] = [await git('log', '-1', '--format=%H %s'), await git('status', '--porcelain')];
  if (log.code !== 0 || status.code !== 0) {
    const fault =
      'This folder is not a git checkout, so the deployment would have no commit. To deploy it anyway, add --dirty.';
    return { tag: 'no-commit', message: 'Deployed from outside a git checkout', isClean: false, fault };
  }
  const [hash = '', ...subject] = log.stdout.trim().split(' ');
  const changed = status.stdout.split('\n').filter(Boolean).length;
  const short = hash.slice(0, TAG_LENGTH);
  return {
    tag: changed > 0 ? `${short}-dirty` : short,
    message: subject.join(' ').slice(0, MAX_MESSAGE),
    isClean: changed === 0,
    fault: `${changed} files have uncommitted changes. Commit them, or deploy them with --dirty.`,
  };
}

/**
 * The deployments of one worker, newest first. A version without a tag, such as after setting a secret, has the previous one's
 * code. @param deployments JSON of `wrangler deployments list` @param versions JSON of `wrangler versions list`
 */
export function deployedVersions(deployments: string, versions: string): DeployedVersion[] {
  const known: { id: string; annotations?: Record<string, string> }[] = JSON.parse(versions);
  const tags = new Map(known.map(({ id, annotations }) => [id, annotations?.['workers/tag']]));
  const listed: { created_on: string; versions: { version_id: string }[] }[] = JSON.parse(deployments);
  const oldestFirst = listed
    .sort((a, b) => Date.parse(a.created_on) - Date.parse(b.created_on))
    .flatMap(({ versions: [version] }) => (version ? [version.version_id] : []));
  let last: string | undefined;
  return oldestFirst
    .map((id) => {
      last = tags.get(id) ?? last;
      return { id, tag: last };
    })
    .reverse();
}

/**
 * The newest commit that every worker had and not all run now, or `wanted`.
 * @param deployed of each worker, newest first
 * @param wanted a commit, or its beginning
 * @returns null for a worker that runs it already
 */
export function chooseVersions(
  deployed: readonly DeployedVersion[][],
  wanted?: string,
): { tag: string; versions: (string | null)[] } | { fault: string } {
  const [first = [], ...others] = deployed;
  const isRunByAll = (tag: string) => deployed.every(([now]) => now?.tag === tag);
  const isWanted = (tag: string) => (wanted ? tag.startsWith(wanted) || wanted.startsWith(tag) : !isRunByAll(tag));
  const found = first.find(({ tag }) => {
    return tag !== undefined && isWanted(tag) && others.every((list) => list.some((version) => version.tag === tag));
  });
  if (!found?.tag) {
    const known = wanted ? `No version of ${wanted}` : 'No earlier version';
    const by = 'npx wrangler deployments list, then npx wrangler rollback <version-id> (docs/operations.md)';
    return {
      fault: `${known} that ${others.length > 0 ? 'both workers' : 'the gateway'} ran is marked with its commit. To roll back by hand: ${by}.`,
    };
  }
  const { tag } = found;
  const versions = deployed.map((list) =>
    list[0]?.tag === tag ? null : (list.find((one) => one.tag === tag)?.id ?? null),
  );
  return { tag, versions };
}
