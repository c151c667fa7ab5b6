/** The settings of a deployment, what in them is still an example, and the tables of its steps. Needs the installed Node. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { experimental_readRawConfig, unstable_readConfig } from 'wrangler';
import { checkConfiguration } from '../admin/runtime/settings.ts';
import { readDeskSettings } from '../desk/request/settings.ts';
import { readSettings } from '../gateway/env.ts';
import { installedNode, ROOT, tool } from './machine.mjs';

const GATEWAY = 'wrangler.toml';
const ADMIN = 'functions/admin/wrangler.toml';
const DESK = 'functions/desk/wrangler.toml';
const CONTACTS = 'src/content/contacts.ts';
/** Shared with another admin host, and of no use without one (docs/host.md). */
const HOST_SECRET = 'HOST_SECRET';

/** Domains that are nobody's (RFC 2606, RFC 6761). */
const EXAMPLE_DOMAIN = /(?:^|[.@/])(?:example(?:\.(?:com|net|org))?|localhost|invalid|test)(?::\d+)?\/?$/;
const NO_DATABASE = '00000000-0000-0000-0000-000000000000';

/**
 * @typedef {object} Deployment
 * @property {string} root
 * @property {'preview' | 'production'} environment
 * @property {string} domain empty while no custom domain is set
 * @property {import('wrangler').Unstable_Config} gateway
 * @property {import('wrangler').Unstable_Config | null} admin null where ADMIN_HOST names another one
 * @property {import('wrangler').Unstable_Config | null} desk null beside another admin host, and where its configuration was taken away
 * @property {{ QUESTIONS_URL: string, SOCIAL_LINKS: readonly { name: string, href: string }[] }} contacts
 */

/** @returns {Promise<Deployment>} */
export async function readDeployment(environment, root = ROOT) {
  const read = (file) => unstable_readConfig({ config: join(root, file), env: environment }, { hideWarnings: true });
  const gateway = read(GATEWAY);
  return {
    root,
    environment,
    domain: gateway.routes?.find((route) => route.custom_domain)?.pattern ?? '',
    gateway,
    admin: gateway.vars.ADMIN_HOST ? null : read(ADMIN),
    desk: gateway.vars.ADMIN_HOST || !existsSync(join(root, DESK)) ? null : read(DESK),
    contacts: await import(pathToFileURL(join(root, CONTACTS)).href),
  };
}

/** @param {Deployment} deployment @returns {string[]} what has to be set before, and where: a sentence each */
export function findProblems({ environment, domain, gateway, admin, desk, contacts }) {
  const inGateway = `${GATEWAY}, [env.${environment}`;
  const inAdmin = `${ADMIN}, [env.${environment}`;
  const { ADMIN_HOST } = gateway.vars;
  const checks = [
    [
      domain === '' || EXAMPLE_DOMAIN.test(domain),
      `The portal's domain is ${domain || 'not set'}: set "pattern" of routes with custom_domain in ${inGateway}]. SITE follows from it`,
    ],
    [
      gateway.workers_dev !== false,
      `The gateway would also be at workers.dev: set workers_dev = false in ${inGateway}]`,
    ],
    ...refusal(() => readSettings({ ...READABLE, ...gateway.vars, ADMIN_HOST: '' }), `${inGateway}.vars]`),
    [
      ADMIN_HOST && !isOrigin(ADMIN_HOST),
      `ADMIN_HOST is "${ADMIN_HOST}": set an https origin, or nothing for the embedded host, in ${inGateway}.vars]`,
    ],
    ...(admin ? adminChecks(admin, domain, inAdmin) : []),
    ...(admin && desk ? deskChecks(desk, admin, `${DESK}, [env.${environment}`) : []),
    [
      isStartPage(contacts.QUESTIONS_URL),
      `QUESTIONS_URL is the placeholder ${contacts.QUESTIONS_URL}: set it in ${CONTACTS}`,
    ],
    ...contacts.SOCIAL_LINKS.map(({ name, href }) => [
      isStartPage(href),
      `The link to ${name} is the placeholder ${href}: set it, or take it away, in SOCIAL_LINKS of ${CONTACTS}`,
    ]),
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, sentence]) => `${sentence}.`);
}

function adminChecks({ vars, d1_databases: [database], workers_dev }, domain, inAdmin) {
  const { MAIL_FROM, PORTAL_ORIGIN } = vars;
  const id = database?.database_id ?? NO_DATABASE;
  return [
    [
      !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(MAIL_FROM) || EXAMPLE_DOMAIN.test(MAIL_FROM),
      `MAIL_FROM is ${MAIL_FROM}: set the sender of all mail, on a domain that may send, in ${inAdmin}.vars]`,
    ],
    [
      !isOrigin(PORTAL_ORIGIN) || PORTAL_ORIGIN !== `https://${domain}`,
      `PORTAL_ORIGIN is ${PORTAL_ORIGIN}: set https:// and the portal's domain in ${inAdmin}.vars]`,
    ],
    [
      id === NO_DATABASE,
      `The database has no id: make it with "npx wrangler d1 create ${database?.database_name}", and set database_id in ${inAdmin.replace('[', '[[')}.d1_databases]]`,
    ],
    ...refusal(() => checkConfiguration({ ...READABLE, ...vars }), `${inAdmin}.vars]`),
    [workers_dev !== false, `The admin host would be at workers.dev: set workers_dev = false in ${inAdmin}]`],
  ];
}

/** What the host and the desk have to have alike. */
const SHARED = [
  ['database_id', ({ d1_databases: [database] }) => database?.database_id],
  ['bucket_name', ({ r2_buckets: [bucket] }) => bucket?.bucket_name],
  ['PORTAL_ORIGIN', ({ vars }) => vars.PORTAL_ORIGIN],
  ['RETENTION_MONTHS', ({ vars }) => vars.RETENTION_MONTHS],
];

function deskChecks(desk, admin, inDesk) {
  const domain = desk.routes?.find((route) => route.custom_domain)?.pattern ?? '';
  return [
    [
      domain === '' || EXAMPLE_DOMAIN.test(domain),
      `The desk's domain is ${domain || 'not set'}: set "pattern" of routes with custom_domain in ${inDesk}], and protect it with Access`,
    ],
    [desk.workers_dev !== false, `The desk would also be at workers.dev: set workers_dev = false in ${inDesk}]`],
    ...refusal(() => readDeskSettings({ ...READABLE, ...desk.vars }), `${inDesk}.vars]`),
    [
      /^http:/.test(desk.vars.ACCESS_ISSUER),
      `ACCESS_ISSUER is ${desk.vars.ACCESS_ISSUER}, which is this machine: set the team domain in ${inDesk}.vars]`,
    ],
    ...SHARED.map(([name, of]) => [
      String(of(desk)) !== String(of(admin)),
      `${name} of the desk is "${of(desk)}", and of the admin host "${of(admin)}": set the same in ${inDesk}]`,
    ]),
  ];
}

/** What only the account has; its place is taken so that the workers' own readers judge the rest. */
const READABLE = { DB: {}, FILES: {}, MAIL: {} };
for (const name of ['BIND_SECRET', HOST_SECRET, 'FILES_SECRET']) READABLE[name] = 'x'.repeat(32);

/** What a worker's own reader of its settings says of them, as a check. @param {() => unknown} read */
function refusal(read, where) {
  try {
    read();
    return [];
  } catch (error) {
    return [[true, `${error.message} (set in ${where})`]];
  }
}

const isOrigin = (value) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && value === url.origin && !EXAMPLE_DOMAIN.test(url.hostname);
};

/** The placeholders of contacts.ts are start pages: no page of an organisation's own. */
const isStartPage = (address) => ['', '/'].includes(new URL(address).pathname);

/** In the order of deployment: the caller after the one it calls. */
export const workersOf = ({ admin, gateway }) => [
  ...(admin ? [{ name: 'admin host', file: ADMIN, config: admin }] : []),
  { name: 'gateway', file: GATEWAY, config: gateway },
];

/** Deployed after the host whose tables it uses; no rollback of both workers waits for it (versions.mjs). */
const withDesk = (deployment) => {
  const [first, ...others] = workersOf(deployment);
  return deployment.desk
    ? [first, { name: 'desk', file: DESK, config: deployment.desk }, ...others]
    : [first, ...others];
};

export const wrangler = (...given) => [...tool('wrangler'), ...given];

/** @typedef {{ what: string, command: string[], env?: Record<string, string> }} Step */

/** Commands that list each worker's secrets. @returns {(Step & { required: string[], set: (name: string) => string })[]} */
export function secretSteps(deployment) {
  return withDesk(deployment).map(({ name, file, config }) => {
    const of = ['-c', file, '--env', deployment.environment];
    return {
      what: `the secrets of the ${name}`,
      command: wrangler('secret', 'list', ...of),
      required: [...(config.secrets?.required ?? []), ...(deployment.admin ? [] : [HOST_SECRET])],
      set: (secret) => `npx wrangler secret put ${secret} ${of.join(' ')}`,
    };
  });
}

/**
 * Migrations come before code, and have to leave the old code working: it runs until then, and again after a rollback.
 * @param {Deployment} deployment
 * @param {{ scratch?: string, commit: { tag: string, message: string } }} how `scratch`: folder of a dry run's local database;
 *   nothing is uploaded then. The commit marks the versions (versions.mjs)
 * @returns {Step[]}
 */
export function deploySteps(deployment, { scratch, commit }) {
  const env = ['--env', deployment.environment];
  const where = scratch ? ['--local', '--persist-to', scratch] : ['--remote'];
  const dry = scratch ? ['--dry-run'] : [];
  const mark = ['--tag', commit.tag, '--message', commit.message];
  const workers = withDesk(deployment).map(({ name, file }) => ({
    what: `deploy the ${name}`,
    command: wrangler('deploy', '-c', file === GATEWAY ? gatewayConfig(deployment) : file, ...env, ...mark, ...dry),
  }));
  const migrations = {
    what: 'migrate the database',
    command: wrangler('d1', 'migrations', 'apply', 'DB', ...where, '-c', ADMIN, ...env),
  };
  return [
    {
      what: 'build the pages',
      command: [installedNode(), 'functions/local/build.mjs'],
      // The privacy page tells after how many months applications are anonymised.
      env: {
        SITE: `https://${deployment.domain}`,
        RETENTION_MONTHS: String(deployment.admin?.vars.RETENTION_MONTHS ?? ''),
      },
    },
    ...(deployment.admin ? [migrations] : []),
    ...workers,
  ];
}

/** With ADMIN_HOST a copy that needs its secret, without the binding to the embedded host: Cloudflare refuses one to a worker that is not there. */
function gatewayConfig({ root, environment, admin }) {
  if (admin) return GATEWAY;
  const { rawConfig } = experimental_readRawConfig({ config: join(root, GATEWAY) }, { hideWarnings: true });
  const own = rawConfig.env[environment];
  own.services = own.services?.filter(({ binding }) => binding !== 'ADMIN');
  own.secrets.required.push(HOST_SECRET);
  const folder = join(root, '.wrangler/gateway');
  // Paths in a configuration are relative to it.
  const up = (path) => relative(folder, join(root, path));
  Object.assign(rawConfig, {
    main: up(rawConfig.main),
    assets: { ...rawConfig.assets, directory: up(rawConfig.assets.directory) },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(rawConfig, null, 2));
  return '.wrangler/gateway/wrangler.json';
}
