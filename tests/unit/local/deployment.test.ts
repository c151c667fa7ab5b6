/** What `npm run deploy` and `npm run rollback` check and run, on the project's own configurations and on filled in copies. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { experimental_readRawConfig } from 'wrangler';
import {
  deploySteps,
  findProblems,
  readDeployment,
  rollbackSteps,
  secretSteps,
} from '../../../functions/local/deployment.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const CONFIGS = ['wrangler.toml', 'functions/admin/wrangler.toml'];
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

type Edit = (text: string, file: string) => string;

/** All that an owner has to set, set. */
const filledIn: Edit = (text) =>
  text
    .replaceAll('portal.example', 'visa.it-park.uz')
    .replaceAll('it-visa@example.com', 'noreply@visa.it-park.uz')
    .replaceAll('00000000-0000-0000-0000-000000000000', '0a1b2c3d-0000-4000-8000-00000000000a')
    .replace(/https:\/\/(?:telegram\.org|www\.\w+\.com|lex\.uz)\//g, '$&itpark');

/** A copy of what a deployment reads. @returns its folder */
function copy(...edits: Edit[]): string {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  copies.push(root);
  for (const file of [...CONFIGS, 'src/content/contacts.ts']) {
    const text = edits.reduce((before, edit) => edit(before, file), readFileSync(join(ROOT, file), 'utf8'));
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const otherHost: Edit = (text) => text.replaceAll(/^ADMIN_HOST = ""/gm, 'ADMIN_HOST = "https://admin.it-park.uz"');

/** The steps as somebody would type them: wrangler's and Node's own paths are left out. */
const typed = (steps: { what: string; command: string[] }[]) => steps.map(({ command }) => command.slice(1).join(' '));
const short = (steps: { what: string; command: string[] }[]) =>
  typed(steps).map((line) => line.replace(/^\S+wrangler\.js/, 'wrangler'));

/** Names of a configuration's bindings of each kind, and of its vars and secrets. */
function names(config: Record<string, unknown>): string[] {
  const kinds = ['services', 'ratelimits', 'd1_databases', 'r2_buckets', 'send_email', 'analytics_engine_datasets'];
  const bound = kinds.flatMap((kind) =>
    ((config[kind] ?? []) as { binding?: string; name?: string }[]).map(
      ({ binding, name }) => `${kind} ${binding ?? name}`,
    ),
  );
  const { required = [] } = (config.secrets ?? {}) as { required?: string[] };
  return [
    ...bound,
    ...Object.keys(config.vars ?? {}).map((name) => `var ${name}`),
    ...required.map((name) => `secret ${name}`),
  ];
}

describe.each(CONFIGS)('%s', (file) => {
  const { rawConfig } = experimental_readRawConfig({ config: join(ROOT, file) }, { hideWarnings: true });
  it.each(['preview', 'production'])(
    'gives %s all bindings, vars and secrets: a named environment inherits none',
    (name) => {
      const environment = rawConfig.env?.[name] as Record<string, unknown>;
      expect(names(environment)).toEqual(expect.arrayContaining(names(rawConfig as Record<string, unknown>)));
      expect(environment).toMatchObject({ workers_dev: false, preview_urls: false });
    },
  );
});

it('shares no storage, counter or worker between preview and production', async () => {
  const own = await Promise.all(
    ['preview', 'production'].map(async (environment) => {
      const { gateway, admin } = await readDeployment(environment);
      return [
        ...gateway.ratelimits.map(({ namespace_id }: { namespace_id: string }) => namespace_id),
        ...[gateway.name, gateway.services[0].service, gateway.routes[0].pattern],
        ...[admin?.name, admin?.d1_databases[0].database_name, admin?.r2_buckets[0].bucket_name],
      ];
    }),
  );
  const all = own.flat();
  expect(new Set(all).size).toBe(all.length - 2);
  // The gateway's binding names the host that is deployed beside it.
  expect(own.map((of) => of[4])).toEqual(own.map((of) => of[6]));
});

describe('the check before a deployment', () => {
  it('names every example that is left, and where to set it', async () => {
    const problems = findProblems(await readDeployment('production', copy()));
    const told = (start: string) => problems.filter((line) => line.startsWith(start));
    expect(told("The portal's domain is portal.example")).toEqual([
      expect.stringContaining('wrangler.toml, [env.production]. SITE'),
    ]);
    expect(told('MAIL_FROM is it-visa@example.com')).toEqual([
      expect.stringContaining('functions/admin/wrangler.toml, [env.production.vars].'),
    ]);
    expect(told('PORTAL_ORIGIN is https://portal.example')).toHaveLength(1);
    expect(told('The database has no id')).toEqual([expect.stringContaining('[[env.production.d1_databases]].')]);
    expect(told('QUESTIONS_URL is the placeholder https://lex.uz/')).toEqual([
      expect.stringContaining('src/content/contacts.ts'),
    ]);
    expect(told('The link to ')).toHaveLength(4);
    expect(problems).toHaveLength(9);
  });

  it('finds nothing wrong once all is set', async () => {
    const root = copy(filledIn);
    expect(findProblems(await readDeployment('preview', root))).toEqual([]);
    expect(findProblems(await readDeployment('production', root))).toEqual([]);
  });

  it.each<[string, Edit, RegExp]>([
    [
      'links in mail that lead to another domain',
      (text) => text.replace(/(production.vars\][^[]*PORTAL_ORIGIN = ).*/, '$1"https://it-park.uz"'),
      /^PORTAL_ORIGIN is https:\/\/it-park\.uz: /,
    ],
    [
      'links in mail that lead to this machine',
      (text) => text.replace(/(production.vars\][^[]*PORTAL_ORIGIN = ).*/, '$1"http://localhost:8787"'),
      /^PORTAL_ORIGIN is http:\/\/localhost:8787: /,
    ],
    [
      'a sender without a domain',
      (text) => text.replaceAll('noreply@visa.it-park.uz', 'noreply'),
      /^MAIL_FROM is noreply: /,
    ],
    [
      'an address at workers.dev',
      (text, file) => (file === 'wrangler.toml' ? text.replaceAll('workers_dev = false', 'workers_dev = true') : text),
      /^The gateway would also be at workers\.dev: /,
    ],
    [
      'a path in ADMIN_HOST',
      (text) => text.replaceAll('ADMIN_HOST = ""', 'ADMIN_HOST = "https://admin.it-park.uz/api"'),
      /^ADMIN_HOST is "https:\/\/admin\.it-park\.uz\/api": /,
    ],
  ])('finds %s', async (_, edit, sentence) => {
    const problems = findProblems(await readDeployment('production', copy(filledIn, edit)));
    expect(problems).toEqual([expect.stringMatching(sentence)]);
  });

  it('asks each worker for its secrets, and says how to set one', async () => {
    const steps = secretSteps(await readDeployment('production', copy(filledIn)));
    expect(steps.map(({ required }) => required)).toEqual([['FILES_SECRET'], ['BIND_SECRET']]);
    expect(short(steps)).toEqual([
      'wrangler secret list -c functions/admin/wrangler.toml --env production',
      'wrangler secret list -c wrangler.toml --env production',
    ]);
    expect(steps[0]?.set('FILES_SECRET')).toBe(
      'npx wrangler secret put FILES_SECRET -c functions/admin/wrangler.toml --env production',
    );
  });
});

describe('a deployment', () => {
  it('builds for the domain, then migrates, then deploys the host, and the gateway that calls it last', async () => {
    const steps = deploySteps(await readDeployment('production', copy(filledIn)));
    expect(short(steps)).toEqual([
      'functions/local/build.mjs',
      'wrangler d1 migrations apply DB --remote -c functions/admin/wrangler.toml --env production',
      'wrangler deploy -c functions/admin/wrangler.toml --env production',
      'wrangler deploy -c wrangler.toml --env production',
    ]);
    expect(steps[0]?.env).toEqual({ SITE: 'https://visa.it-park.uz' });
  });

  it('reaches nothing outside this machine in a dry run', async () => {
    const steps = deploySteps(await readDeployment('preview', copy(filledIn)), '/tmp/scratch');
    expect(short(steps).slice(1)).toEqual([
      'wrangler d1 migrations apply DB --local --persist-to /tmp/scratch -c functions/admin/wrangler.toml --env preview',
      'wrangler deploy -c functions/admin/wrangler.toml --env preview --dry-run',
      'wrangler deploy -c wrangler.toml --env preview --dry-run',
    ]);
    expect(steps[0]?.env).toEqual({ SITE: 'https://preview.visa.it-park.uz' });
  });

  it('knows no embedded host, no storage and no binding where another admin host is set', async () => {
    const root = copy(filledIn, otherHost);
    const deployment = await readDeployment('production', root);
    expect(findProblems(deployment)).toEqual([]);
    const steps = deploySteps(deployment);
    expect(short(steps)).toEqual([
      'functions/local/build.mjs',
      expect.stringMatching(/^wrangler deploy -c \S+ --env production$/),
    ]);
    const config = steps[1]?.command.at(-3) ?? '';
    const { unstable_readConfig } = await import('wrangler');
    const gateway = unstable_readConfig({ config: join(root, config), env: 'production' }, { hideWarnings: true });
    expect(gateway.services).toEqual([]);
    expect([gateway.main, gateway.assets?.directory]).toEqual([
      join(root, 'functions/gateway/index.ts'),
      '../../dist/client',
    ]);
    expect(gateway.ratelimits).toHaveLength(3);
    expect(short(secretSteps(deployment))).toEqual(['wrangler secret list -c wrangler.toml --env production']);
    expect(short(rollbackSteps(deployment, 'why'))).toHaveLength(1);
  });
});

it('rolls back the gateway before the host it calls, and says why', async () => {
  const steps = rollbackSteps(await readDeployment('production', copy(filledIn)), 'sign-in fails');
  expect(steps.map(({ command }) => command.slice(2))).toEqual(
    ['wrangler.toml', 'functions/admin/wrangler.toml'].map((file) => [
      ...['rollback', '-c', file, '--env', 'production', '--message', 'sign-in fails', '--yes'],
    ]),
  );
});

describe('the commands', () => {
  const command = (...given: string[]) =>
    spawnSync('node', ['functions/local/deploy.mjs', ...given], { cwd: ROOT, encoding: 'utf8' });

  it('refuse to deploy with examples, and name all of them at once', () => {
    const { status, stdout, stderr } = command('deploy', 'production', '--dry-run');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Nothing was deployed\. To be set first:\n(?: {2}- .+\.\n)+$/);
    expect(stderr).toContain('MAIL_FROM is it-visa@example.com');
  });

  it('ask where to when nothing, or something unknown, is named', () => {
    expect(command('deploy', '--dry-run')).toMatchObject({
      status: 1,
      stderr: 'Say where: npm run deploy -- preview|production [--dry-run]\n',
    });
    expect(command('rollback', 'staging')).toMatchObject({
      status: 1,
      stderr: 'Say where: npm run rollback -- preview|production [--dry-run]\n',
    });
  });

  it('show what a rollback would do', () => {
    const { status, stdout } = command('rollback', 'preview', 'sign-in fails', '--dry-run');
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('   '))).toEqual([
      '   npx wrangler rollback -c wrangler.toml --env preview --message "sign-in fails" --yes',
      '   npx wrangler rollback -c functions/admin/wrangler.toml --env preview --message "sign-in fails" --yes',
    ]);
  });
});

it('names one version of Node in all places', () => {
  const { devDependencies, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()).toBe(devDependencies.node);
  expect(engines.node).toBe('>=18');
});
