/** The settings of a deployment, its steps, and how they run: each shown as it would be typed. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Unstable_Config } from 'wrangler';
import { refusalToConfirm } from '../command-line.ts';
import {
  ADMIN_CONFIG as ADMIN,
  DESK_CONFIG as DESK,
  GATEWAY_CONFIG as GATEWAY,
  readConfig,
  readEnvironment,
  writeConfig,
} from '../wrangler-config.ts';
import { readHostProfileFile } from './admin-host.ts';
import {
  exitWithError,
  installedNode,
  isStopping,
  printLine,
  ROOT,
  start,
  toolCommand,
  waitForExit,
} from './machine.ts';

export const CONTACTS = 'src/content/contacts.ts';
/** Shared with another admin host; unused without one (docs/host.md). */
export const HOST_SECRET = 'HOST_SECRET';

export const ENVIRONMENTS = ['preview', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

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
  /** Null beside another admin host, and without its configuration file. */
  desk: Unstable_Config | null;
  contacts: Contacts;
}

export async function readDeployment(environment: Environment, root = ROOT): Promise<Deployment> {
  const gateway = await readEnvironment(GATEWAY, environment, root);
  const isEmbedded = !gateway.vars.ADMIN_HOST;
  return {
    root,
    environment,
    domain: domainOf(gateway),
    gateway,
    admin: isEmbedded ? await readEnvironment(ADMIN, environment, root) : null,
    desk: isEmbedded && existsSync(join(root, DESK)) ? await readEnvironment(DESK, environment, root) : null,
    contacts: (await import(pathToFileURL(join(root, CONTACTS)).href)) as Contacts,
  };
}

export function domainOf({ routes }: Unstable_Config): string {
  const custom = routes?.find((route) => typeof route === 'object' && route.custom_domain);
  return typeof custom === 'object' ? custom.pattern : '';
}

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

/** Deployed after the host whose tables it uses; rollbacks of gateway and host ignore it (versions.ts). */
function deployedWorkers(deployment: Deployment): Worker[] {
  const [first, ...others] = workersOf(deployment);
  const desk = deployment.desk ? [{ name: 'desk', file: DESK, config: deployment.desk }] : [];
  return first ? [first, ...desk, ...others] : desk;
}

export const wrangler = (...given: string[]): string[] => [...toolCommand('wrangler'), ...given];

export interface Step {
  what: string;
  command: string[];
  env?: Record<string, string>;
  /** Written to its input. */
  input?: string;
}

interface SecretStep extends Step {
  worker: string;
  required: string[];
  set(name: string): string;
  put(name: string, value: string): Pick<Step, 'command' | 'input'>;
  remove(name: string): Pick<Step, 'command'>;
}

export function secretSteps(deployment: Deployment): SecretStep[] {
  return deployedWorkers(deployment).map(({ name, file, config }) => {
    const of = ['-c', file, '--env', deployment.environment];
    return {
      worker: name,
      what: `the secrets of the ${name}`,
      command: wrangler('secret', 'list', ...of),
      required: [...(config.secrets?.required ?? []), ...(deployment.admin ? [] : [HOST_SECRET])],
      set: (secret) => `npx wrangler secret put ${secret} ${of.join(' ')}`,
      put: (secret, value) => ({ command: wrangler('secret', 'put', secret, ...of), input: value }),
      remove: (secret) => ({ command: wrangler('secret', 'delete', secret, ...of) }),
    };
  });
}

/**
 * Migrations come before code and must leave the old code working: it runs until then, and again after a rollback. With
 * `scratch`, the folder of a local database, nothing is uploaded.
 */
export function deploySteps(
  deployment: Deployment,
  { scratch, commit }: { scratch?: string | undefined; commit: { tag: string; message: string } },
): Step[] {
  const env = ['--env', deployment.environment];
  const where = scratch ? ['--local', '--persist-to', scratch] : ['--remote'];
  const dry = scratch ? ['--dry-run'] : [];
  const mark = ['--tag', commit.tag, '--message', commit.message];
  const workers = deployedWorkers(deployment).map(({ name, file }) => ({
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
      // The privacy page names the months until applications are anonymised.
      env: {
        SITE: `https://${deployment.domain}`,
        RETENTION_MONTHS: String(deployment.admin?.vars.RETENTION_MONTHS ?? ''),
      },
    },
    ...(deployment.admin ? [migrations] : []),
    ...workers,
  ];
}

/**
 * With ADMIN_HOST a copy that has the text of the host's profile, requires the secret and lacks the binding to the embedded
 * host: Cloudflare refuses a binding to a missing worker.
 */
function gatewayConfig({ root, environment, admin }: Deployment): string {
  if (admin) return GATEWAY;
  const config = readConfig(GATEWAY, root);
  const own = config.env?.[environment];
  if (own) {
    const { services = [], secrets, vars } = own;
    own.vars = { ...vars, HOST_PROFILE: readHostProfileFile(String(vars?.HOST_PROFILE ?? ''), root) };
    own.services = services.filter(({ binding }) => binding !== 'ADMIN');
    own.secrets = { ...secrets, required: [...(secrets?.required ?? []), HOST_SECRET] };
  }
  return relative(root, writeConfig(join(root, '.wrangler/gateway/wrangler.json'), config));
}

/** Asks for the word "production" before a change of it, unless `isConfirmed`. @param done such as "deployed" */
export async function confirmChange(
  question: string,
  { environment, isConfirmed, done }: { environment: Environment; isConfirmed: boolean; done: string },
): Promise<void> {
  if (isConfirmed || environment !== 'production') return;
  const refusal = await refusalToConfirm(question, environment);
  if (refusal) await exitWithError(`${refusal} Nothing was ${done}.`);
}

/** Stops at the first step that fails. @param runOne returns an exit code */
export async function runSteps(
  steps: readonly Step[],
  runOne: (step: Step) => Promise<number> | number = runShown,
): Promise<void> {
  for (const step of steps) {
    const { what, command, env = {} } = step;
    printLine(`\n── ${what}\n   ${formatCommand(command, env)}`);
    const code = await runOne(step);
    if (isStopping()) return;
    if (code !== 0) {
      await exitWithError(
        `\nStopped: could not ${what} (exit code ${code}), see the output above. Earlier steps are done, later ones are not.`,
      );
    }
  }
}

/** Without a terminal wrangler asks nothing and uses its defaults. @returns the exit code */
export function runShown({ command, env, input }: Step): Promise<number> {
  const child = start(command, { env, stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'] });
  child.stdin?.end(input);
  return waitForExit(child);
}

function formatCommand([node = '', tool = '', ...rest]: readonly string[], env: Record<string, string>): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const begin = tool.endsWith('wrangler.js') ? ['npx wrangler'] : [relative(ROOT, node) || node, tool];
  return [...set, ...begin, ...rest.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))].join(' ');
}
