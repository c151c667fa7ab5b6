/** The versions that a rollback chooses from wrangler's lists of each worker. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseVersions, deployedVersions, readCommit } from '../../../functions/local/deployed-versions.ts';

/** Returns the versions of a worker with these commits, oldest first; `null` has no mark. */
function lists(worker: string, commits: (string | null)[]) {
  const versions = commits.map((tag, index) => ({
    id: `${worker}${index}`,
    annotations: tag === null ? {} : { 'workers/tag': tag },
  }));
  const deployments = versions.map(({ id }, index) => ({
    created_on: new Date(Date.UTC(2026, 10, 1 + index)).toISOString(),
    versions: [{ version_id: id, percentage: 100 }],
  }));
  return deployedVersions(JSON.stringify(deployments), JSON.stringify(versions));
}

it.each<[string, (string | null)[], (string | null)[], string | undefined, object]>([
  ['the commit before', ['a', 'b'], ['a', 'b'], undefined, { tag: 'a', versions: ['g0', 'h0'] }],
  [
    'not a commit that only one worker had',
    ['a', 'c'],
    ['a', 'b', 'c'],
    undefined,
    { tag: 'a', versions: ['g0', 'h0'] },
  ],
  [
    'the gateway’s commit where its deployment failed',
    ['a', 'b'],
    ['a', 'b', 'c'],
    undefined,
    { tag: 'b', versions: [null, 'h1'] },
  ],
  ['the code before a secret was set', ['a', 'b', null], ['a', 'b'], undefined, { tag: 'a', versions: ['g0', 'h0'] }],
  ['the newest version of a commit', ['a', 'a', 'b'], ['a', 'b'], undefined, { tag: 'a', versions: ['g1', 'h0'] }],
  [
    'the later commit after a rollback',
    ['a', 'b', 'a'],
    ['a', 'b', 'a'],
    undefined,
    { tag: 'b', versions: ['g1', 'h1'] },
  ],
  [
    'the commit that was asked for',
    ['abc', 'b', 'c'],
    ['abc', 'b', 'c'],
    'abcdef',
    { tag: 'abc', versions: ['g0', 'h0'] },
  ],
])('a rollback restores %s', (_, gateway, host, wanted, choice) => {
  expect(chooseVersions([lists('g', gateway), lists('h', host)], wanted)).toEqual(choice);
});

it.each<[string, (string | null)[], (string | null)[], string | undefined]>([
  ['both workers have one commit only', ['a'], ['a'], undefined],
  ['no version is marked', [null, null], [null, null], undefined],
  ['the workers never ran the same commit', ['a', 'b'], ['c', 'd'], undefined],
  ['the commit that was asked for is unknown', ['a', 'b'], ['a', 'b'], 'c'],
])('a rollback is refused where %s', (_, gateway, host, wanted) => {
  expect(chooseVersions([lists('g', gateway), lists('h', host)], wanted)).toEqual({
    fault: expect.stringContaining('both workers ran'),
  });
});

it("readCommit returns a commit's subject and the number of uncommitted files", async () => {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-commit-'));
  try {
    expect(await readCommit(root)).toMatchObject({
      isClean: false,
      fault: expect.stringContaining('not a git checkout'),
    });
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    const git = (...given: string[]) => spawnSync('git', ['-C', root, ...identity, ...given]);
    git('init');
    writeFileSync(join(root, 'a'), '1');
    git('add', '.');
    git('commit', '-m', 'Add the first file');
    const commit = await readCommit(root);
    expect(commit).toMatchObject({ isClean: true, message: 'Add the first file' });
    expect(commit.tag).toMatch(/^[0-9a-f]{12}$/);
    writeFileSync(join(root, 'b'), '1');
    expect(await readCommit(root)).toMatchObject({ isClean: false, tag: `${commit.tag}-dirty` });
  } finally {
    rmSync(root, { recursive: true });
  }
});
