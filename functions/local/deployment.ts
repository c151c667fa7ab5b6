/** The settings of a deployment, what in them is still an example, and the tables of its steps. */
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Unstable_Config } from 'wrangler';
import type { AdminEnv } from '../admin/runtime/env.ts';
import { checkConfiguration } from '../admin/runtime/settings.ts';
import { type Environment as GatewayEnv, readSettings } from '../gateway/env.ts';
import {
  ADMIN_CONFIG as ADMIN,
  GATEWAY_CONFIG as GATEWAY,
  readConfig,
  readEnvironment,
  writeConfig,
} from '../wrangler-config.ts';
import { installedNode, messageOf, ROOT, tool } from './machine.ts';

const CONTACTS = 'src/content/contacts.ts';
/** Shared with another admin host, and of no use without one (docs/host.md). */
const HOST_SECRET = 'HOST_SECRET';

/** Domains that are nobody's (RFC 2606, RFC 6761). */
const EXAMPLE_DOMAIN = /(?:^|[.@/])(?:example(?:\.(?:com|net|org))?|localhost|invalid|test)(?::\d+)?\/?$/;
const NO_DATABASE = '00000000-0000-0000-0000-000000000000';

export const ENVIRONMENTS = ['preview', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What the owner has set for the pages. */
interface Contacts {
  QUESTIONS_URL: string;
  SOCIAL_LINKS: readonly { name: string; href: string }[];
}

export interface Deployment {
  root: string;
  environment: Environment;
  /** Empty while no custom domain is set. */
  domain: string;
  gateway: Unstable_Config;
  /** Null where ADMIN_HOST names another one. */
  admin: Unstable_Config | null;
  contacts: Contacts;
}

export async function readDeployment(environment: Environment, root = ROOT): Promise<Deployment> {
  const gateway = await readEnvironment(GATEWAY, environment, root);
  const custom = gateway.routes?.find((route) => typeof route === 'object' && route.custom_domain);
  return {
    root,
    environment,
    domain: typeof custom === 'object' ? custom.pattern : '',
    gateway,
    admin: gateway.vars.ADMIN_HOST ? null : await readEnvironment(ADMIN, environment, root),
    contacts: (await import(pathToFileURL(join(root, CONTACTS)).href)) as Contacts,
  };
}

/** Whether something is wrong, and the sentence that says so. */
type Check = readonly [isWrong: boolean, sentence: string];

/** @returns what has to be set before, and where: a sentence each */
export function findProblems({ environment, domain, gateway, admin, contacts }: Deployment): string[] {
  const inGateway = `${GATEWAY}, [env.${environment}`;
  const inAdmin = `${ADMIN}, [env.${environment}`;
  const adminHost = String(gateway.vars.ADMIN_HOST ?? '');
  const checks: Check[] = [
    [
      domain === '' || EXAMPLE_DOMAIN.test(domain),
      `The portal's domain is ${domain || 'not set'}: set "pattern" of routes with custom_domain in ${inGateway}]. SITE follows from it`,
    ],
    [
      gateway.workers_dev !== false,
      `The gateway would also be at workers.dev: set workers_dev = false in ${inGateway}]`,
    ],
    ...refusal(
      () => readSettings({ ...READABLE, ...gateway.vars, ADMIN_HOST: '' } as unknown as GatewayEnv),
      `${inGateway}.vars]`,
    ),
    [
      adminHost !== '' && !isOrigin(adminHost),
      `ADMIN_HOST is "${adminHost}": set an https origin, or nothing for the embedded host, in ${inGateway}.vars]`,
    ],
    ...(admin ? adminChecks(admin, domain, inAdmin) : []),
    [
      isStartPage(contacts.QUESTIONS_URL),
      `QUESTIONS_URL is the placeholder ${contacts.QUESTIONS_URL}: set it in ${CONTACTS}`,
    ],
    ...contacts.SOCIAL_LINKS.map(
      ({ name, href }): Check => [
        isStartPage(href),
        `The link to ${name} is the placeholder ${href}: set it, or take it away, in SOCIAL_LINKS of ${CONTACTS}`,
      ],
    ),
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, sentence]) => `${sentence}.`);
}

function adminChecks({ vars, d1_databases, workers_dev }: Unstable_Config, domain: string, inAdmin: string): Check[] {
  const [database] = d1_databases;
  const sender = String(vars.MAIL_FROM);
  const origin = String(vars.PORTAL_ORIGIN);
  const id = database?.database_id ?? NO_DATABASE;
  return [
    [
      !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(sender) || EXAMPLE_DOMAIN.test(sender),
      `MAIL_FROM is ${sender}: set the sender of all mail, on a domain that may send, in ${inAdmin}.vars]`,
    ],
    [
      !isOrigin(origin) || origin !== `https://${domain}`,
      `PORTAL_ORIGIN is ${origin}: set https:// and the portal's domain in ${inAdmin}.vars]`,
    ],
    [
      id === NO_DATABASE,
      `The database has no id: make it with "npx wrangler d1 create ${database?.database_name}", and set database_id in ${inAdmin.replace('[', '[[')}.d1_databases]]`,
    ],
    ...refusal(() => checkConfiguration({ ...READABLE, ...vars } as unknown as AdminEnv), `${inAdmin}.vars]`),
    [workers_dev !== false, `The admin host would be at workers.dev: set workers_dev = false in ${inAdmin}]`],
  ];
}

/** What only the account has; its place is taken so that the workers' own readers judge the rest. */
const READABLE: Record<string, unknown> = { DB: {}, FILES: {}, MAIL: {} };
for (const name of ['BIND_SECRET', HOST_SECRET, 'FILES_SECRET']) READABLE[name] = 'x'.repeat(32);

/** What a worker's own reader of its settings says of them, as a check. */
function refusal(read: () => unknown, where: string): Check[] {
  try {
    read();
    return [];
  } catch (error) {
    return [[true, `${messageOf(error)} (set in ${where})`]];
  }
}

const isOrigin = (value: string) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && value === url.origin && !EXAMPLE_DOMAIN.test(url.hostname);
};

/** The placeholders of contacts.ts are start pages: no page of an organisation's own. */
const isStartPage = (address: string) => ['', '/'].includes(new URL(address).pathname);

interface Worker {
  name: string;
  file: string;
  config: Unstable_Config;
}

/** In the order of deployment: the caller after the one it calls. */
export const workersOf = ({ admin, gateway }: Deployment): Worker[] => [
  ...(admin ? [{ name: 'admin host', file: ADMIN, config: admin }] : []),
  { name: 'gateway', file: GATEWAY, config: gateway },
];

export const wrangler = (...given: string[]): string[] => [...tool('wrangler'), ...given];

export interface Step {
  what: string;
  command: string[];
  env?: Record<string, string>;
}

/** A command that lists the secrets of a worker. */
export interface SecretStep extends Step {
  required: string[];
  /** The command that sets one. */
  set(name: string): string;
}

/** Commands that list each worker's secrets. */
export function secretSteps(deployment: Deployment): SecretStep[] {
  return workersOf(deployment).map(({ name, file, config }) => {
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
 * @param how `scratch`: folder of a dry run's local database; nothing is uploaded then. The commit marks the versions
 *   (versions.ts)
 */
export function deploySteps(
  deployment: Deployment,
  { scratch, commit }: { scratch?: string | undefined; commit: { tag: string; message: string } },
): Step[] {
  const env = ['--env', deployment.environment];
  const where = scratch ? ['--local', '--persist-to', scratch] : ['--remote'];
  const dry = scratch ? ['--dry-run'] : [];
  const mark = ['--tag', commit.tag, '--message', commit.message];
  const workers = workersOf(deployment).map(({ name, file }) => ({
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
      command: [installedNode(), 'functions/local/build.ts'],
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
function gatewayConfig({ root, environment, admin }: Deployment): string {
  if (admin) return GATEWAY;
  const config = readConfig(GATEWAY, root);
  const own = config.env?.[environment];
  if (own) {
    const { services = [], secrets } = own;
    own.services = services.filter(({ binding }) => binding !== 'ADMIN');
    own.secrets = { ...secrets, required: [...(secrets?.required ?? []), HOST_SECRET] };
  }
  return relative(root, writeConfig(join(root, '.wrangler/gateway/wrangler.json'), config));
}
