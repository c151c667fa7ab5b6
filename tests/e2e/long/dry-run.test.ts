/** A whole deployment that uploads nothing, of a copy of the project in which all that an owner has to set is set. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';

let copy: ProjectCopy;
test.beforeAll(() => {
  copy = copyProject();
});
test.afterAll(() => copy.remove());

/** Sets something in the files that a deployment reads. */
function set(...values: [string | RegExp, string][]): void {
  for (const file of ['wrangler.toml', 'functions/admin/wrangler.toml', 'src/content/contacts.ts']) {
    const text = readFileSync(join(copy.root, file), 'utf8');
    writeFileSync(
      join(copy.root, file),
      values.reduce((before, [from, to]) => before.replaceAll(from, to), text),
    );
  }
}

/** Runs the command; nobody is signed in to Cloudflare there. */
function deploy() {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'deploy', '--', 'production', '--dry-run'], {
    cwd: copy.root,
    encoding: 'utf8',
    env: { ...process.env, HOME: copy.root, CLOUDFLARE_API_TOKEN: '', FORCE_COLOR: '0' },
  });
  return { status, output: stdout + stderr, steps: [...stdout.matchAll(/^── (.*)$/gm)].map(([, what]) => what) };
}

test('a dry run builds, migrates a new database and bundles both workers, or one where another host is set', () => {
  test.setTimeout(240_000);
  set(
    ['portal.example', 'visa.it-park.uz'],
    ['it-visa@example.com', 'noreply@visa.it-park.uz'],
    ['00000000-0000-0000-0000-000000000000', '0a1b2c3d-0000-4000-8000-00000000000a'],
    [/https:\/\/(?:telegram\.org|www\.\w+\.com|lex\.uz)\//g, '$&itpark'],
  );
  const own = deploy();
  expect(own, own.output).toMatchObject({
    status: 0,
    steps: ['build the pages', 'migrate the database', 'deploy the admin host', 'deploy the gateway'],
  });
  expect(own.output).toMatch(/env\.ADMIN \(it-visa-admin-production\)/);
  expect(own.output).toMatch(/env\.PORTAL_ORIGIN \("https:\/\/visa\.it-park\.uz"\)/);
  expect(own.output).toContain('Nothing was deployed: this was a dry run.');
  const robots = readFileSync(join(copy.root, 'dist/client/robots.txt'), 'utf8');
  expect(robots).toContain('Sitemap: https://visa.it-park.uz/sitemap.xml');

  set(['ADMIN_HOST = ""', 'ADMIN_HOST = "https://admin.it-park.uz"']);
  const other = deploy();
  expect(other, other.output).toMatchObject({ status: 0, steps: ['build the pages', 'deploy the gateway'] });
  expect(other.output).toMatch(/env\.ADMIN_HOST \("https:\/\/admin\.it-park\.uz"\)/);
  expect(other.output).not.toMatch(/env\.ADMIN \(/);
});
