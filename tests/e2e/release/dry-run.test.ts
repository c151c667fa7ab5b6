/** A complete deployment without uploads, of a copy of the project with all settings of the owner. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { readDeployment } from '../../../functions/local/deployment.ts';
import { DeploymentSteps } from '../../../functions/local/deployment-steps.ts';
import { SET, writeDeskSettings, writeOwnerSettings } from '../../fixtures/owner-settings.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';

let copy: ProjectCopy;
test.beforeAll(() => {
  copy = copyProject();
});
test.afterAll(() => copy.remove());

/** Runs a command in the copy, without a sign-in to Cloudflare. */
function run(command: string, given: string[]) {
  const env = {
    ...process.env,
    HOME: copy.root,
    CLOUDFLARE_API_TOKEN: '',
    FORCE_COLOR: '0',
    WRANGLER_SEND_METRICS: 'false',
  };
  const { status, stdout, stderr } = spawnSync(command, given, {
    cwd: copy.root,
    encoding: 'utf8',
    env,
    timeout: 180_000,
  });
  return { status, output: stdout + stderr };
}

test('a dry run builds, migrates a new database and bundles all workers, or only the gateway for another host', async () => {
  writeOwnerSettings(copy.root, SET);
  writeDeskSettings(copy.root);
  const own = run('npm', ['run', '--silent', 'deploy', '--', 'production', '--dry-run']);
  expect(own.status, own.output).toBe(0);
  const steps = [...own.output.matchAll(/^── (.*)$/gm)].map(([, what]) => what);
  expect(steps).toEqual([
    ...['build the pages', 'migrate the database', 'deploy the admin host', 'deploy the desk', 'deploy the gateway'],
  ]);
  expect(own.output).toMatch(/env\.ADMIN \(it-visa-admin-production\)/);
  expect(own.output).toMatch(/env\.PORTAL_ORIGIN \("https:\/\/visa\.it-park\.uz"\)/);
  expect(own.output).toContain('Dry run: nothing was deployed');
  expect(own.output).toContain('npx wrangler secret put BIND_SECRET -c wrangler.toml --env production');
  expect(own.output).not.toContain('HOST_SECRET');
  const robots = readFileSync(join(copy.root, 'dist/client/robots.txt'), 'utf8');
  expect(robots).toContain('Sitemap: https://visa.it-park.uz/sitemap.xml');

  // Runs the last step only, since the pages are the same.
  writeOwnerSettings(copy.root, { ...SET, adminHost: 'https://admin.it-park.uz' });
  const deployment = await readDeployment('production', copy.root);
  const commit = { tag: '0123456789ab', message: 'Fix the sign-in' };
  const otherSteps = new DeploymentSteps(deployment).deploy(commit, join(copy.root, '.wrangler/scratch'));
  expect(otherSteps.map(({ what }) => what)).toEqual(['build the pages', 'deploy the gateway']);
  const [node = '', ...given] = otherSteps.at(-1)?.command ?? [];
  const other = run(node, given);
  expect(other.status, other.output).toBe(0);
  expect(other.output).toMatch(/env\.ADMIN_HOST \("https:\/\/admin\.it-park\.uz"\)/);
  expect(other.output).not.toMatch(/env\.ADMIN \(/);
});
