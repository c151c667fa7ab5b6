/**
 * A deployment: its settings, its steps, how they run (each shown as it would be typed), the commits of deployed versions, and
 * the versions that a rollback restores. Each deployment tags the versions of every worker with its commit, so that a rollback
 * never pairs a gateway and a host of different commits. It leaves the desk alone.
 */
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
  run,
  start,
  toolCommand,
  waitForExit,
} from './machine.ts';
import { type Migration, storeTextStatements } from './migrations.ts';

export const CONTACTS = 'src/content/contacts.ts';
/** Shared with another admin host; unused without one (docs/host.md). */
export const HOST_SECRET = 'HOST_SECRET';

export const ENVIRONMENTS = ['preview', 'production'] as const;
export type DeploymentName = (typeof ENVIRONMENTS)[number];

interface Contacts {
  QUESTIONS_URL: string;
  SOCIAL_LINKS: readonly { name: string; href: string }[];
}

export interface Deployment {
  root: string;
  environment: DeploymentName;
  /** Empty while no custom domain is set. */
  domain: string;
  gateway: Unstable_Config;
  /** Null where ADMIN_HOST names another one. */
  admin: Unstable_Config | null;
  /** Null beside another admin host, and without its configuration file. */
  desk: Unstable_Config | null;
  contacts: Contacts;
}

export async function readDeployment(environment: DeploymentName, root = ROOT): Promise<Deployment> {
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

export const wrangler = (...given: string[]): string[] => [...toolCommand('wrangler'), ...given];

export interface DeploymentStep {
  what: string;
  command: string[];
  env?: Record<string, string>;
  /** Written to its input. */
  input?: string;
}

interface SecretStep extends DeploymentStep {
  worker: string;
  required: string[];
  set(name: string): string;
  put(name: string, value: string): Pick<DeploymentStep, 'command' | 'input'>;
  remove(name: string): Pick<DeploymentStep, 'command'>;
}

/** Asks for the word "production" before a change of it, unless `isConfirmed`. @param done such as "deployed" */
export async function confirmChange(
  question: string,
  { environment, isConfirmed, done }: { environment: DeploymentName; isConfirmed: boolean; done: string },
): Promise<void> {
  if (isConfirmed || environment !== 'production') return;
  const refusal = await refusalToConfirm(question, environment);
  if (refusal) await exitWithError(`${refusal} Nothing was ${done}.`);
}

/** Stops at the first step that fails. @param runOne returns an exit code */
export async function runSteps(
  steps: readonly DeploymentStep[],
  runOne: (step: DeploymentStep) => Promise<number> | number = runShown,
): Promise<void> {
  for (const step of steps) {
    const { what, command, env = {} } = step;
    printLine(`\n── ${what}\n   ${formatCommand(command, env)}`);
    const code = await runOne(step);
    // The process ends: callers must not report success.
    if (isStopping()) return new Promise(() => {});
    if (code !== 0) {
      await exitWithError(
        `\nStopped: could not ${what} (exit code ${code}), see the output above. Earlier steps are done, later ones are not.`,
      );
    }
  }
}

/** Without a terminal wrangler asks nothing and uses its defaults. @returns the exit code */
export function runShown({ command, env, input }: DeploymentStep): Promise<number> {
  const child = start(command, { env, stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'] });
  child.stdin?.end(input);
  return waitForExit(child);
}

function formatCommand([node = '', tool = '', ...rest]: readonly string[], env: Record<string, string>): string {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const begin = tool.endsWith('wrangler.js') ? ['npx wrangler'] : [relative(ROOT, node) || node, tool];
  return [...set, ...begin, ...rest.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))].join(' ');
}

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

export interface VersionStep {
  what: string;
  deployments: string[];
  versions: string[];
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
  const isRun = (tag: string) => deployed.every(([now]) => now?.tag === tag);
  const isAsked = (tag: string) => (wanted ? tag.startsWith(wanted) || wanted.startsWith(tag) : !isRun(tag));
  const found = first.find(({ tag }) => {
    return tag !== undefined && isAsked(tag) && others.every((list) => list.some((version) => version.tag === tag));
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

/** The steps of a deployment and of its rollback. */
export class DeploymentSteps {
  readonly #deployment: Deployment;
  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** In the order of deployment: the caller after the one it calls. */
  get #workers(): Worker[] {
    const { admin, gateway } = this.#deployment;
    return [
      ...(admin ? [{ name: 'admin host', file: ADMIN, config: admin }] : []),
      { name: 'gateway', file: GATEWAY, config: gateway },
    ];
  }

  /** Deployed after the host whose tables it uses; rollbacks of gateway and host ignore it. */
  get #withDesk(): Worker[] {
    const { desk: config } = this.#deployment;
    const [first, ...others] = this.#workers;
    const desk = config ? [{ name: 'desk', file: DESK, config }] : [];
    return first ? [first, ...desk, ...others] : desk;
  }

  secrets(): SecretStep[] {
    const { environment, admin } = this.#deployment;
    return this.#withDesk.map(({ name, file, config }) => {
      const of = ['-c', file, '--env', environment];
      return {
        worker: name,
        what: `the secrets of the ${name}`,
        command: wrangler('secret', 'list', ...of),
        required: [...(config.secrets?.required ?? []), ...(admin ? [] : [HOST_SECRET])],
        set: (secret) => `npx wrangler secret put ${secret} ${of.join(' ')}`,
        put: (secret, value) => ({ command: wrangler('secret', 'put', secret, ...of), input: value }),
        remove: (secret) => ({ command: wrangler('secret', 'delete', secret, ...of) }),
      };
    });
  }

  /** The command that runs SQL on the deployed database. */
  query(sql: string): string[] {
    const where = ['--remote', '-c', ADMIN, '--env', this.#deployment.environment];
    return wrangler('d1', 'execute', 'DB', '--json', '--command', sql, ...where);
  }

  /** Runs before {@link deploy}. @param migrations whose text the database does not remember */
  recordMigrations(migrations: readonly Migration[]): DeploymentStep[] {
    if (migrations.length === 0) return [];
    const sql = storeTextStatements(migrations).join('; ');
    return [{ what: 'record the texts of the migrations', command: this.query(sql) }];
  }

  /**
   * Migrations come before code and must leave the old code working: it runs until then, and again after a rollback. With
   * `scratch`, the folder of a local database, nothing is uploaded.
   */
  deploy(commit: { tag: string; message: string }, scratch?: string): DeploymentStep[] {
    const { environment, domain, admin } = this.#deployment;
    const env = ['--env', environment];
    const where = scratch ? ['--local', '--persist-to', scratch] : ['--remote'];
    const dry = scratch ? ['--dry-run'] : [];
    const mark = ['--tag', commit.tag, '--message', commit.message];
    const workers = this.#withDesk.map(({ name, file }) => ({
      what: `deploy the ${name}`,
      command: wrangler('deploy', '-c', file === GATEWAY ? this.#gatewayConfig() : file, ...env, ...mark, ...dry),
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
          SITE: `https://${domain}`,
          RETENTION_MONTHS: String(admin?.vars.RETENTION_MONTHS ?? ''),
        },
      },
      ...(admin ? [migrations] : []),
      ...workers,
    ];
  }

  /**
   * With ADMIN_HOST a copy that has the text of the host's profile, requires the secret and lacks the binding to the embedded
   * host: Cloudflare refuses a binding to a missing worker.
   */
  #gatewayConfig(): string {
    const { root, environment, admin } = this.#deployment;
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

  /** The gateway first: it is rolled back before the host that it calls. */
  versions(): VersionStep[] {
    return this.#workers.reverse().map(({ name, file }) => {
      const of = ['-c', file, '--env', this.#deployment.environment, '--json'];
      return {
        what: `the deployments of the ${name}`,
        deployments: wrangler('deployments', 'list', ...of),
        versions: wrangler('versions', 'list', ...of),
      };
    });
  }

  /** @param versions of the workers in the order of {@link versions} */
  rollBack(versions: readonly (string | null)[], message: string): DeploymentStep[] {
    const { environment } = this.#deployment;
    return this.#workers.reverse().flatMap(({ name, file }, index) => {
      const version = versions[index];
      if (!version) return [];
      const command = ['rollback', version, '-c', file, '--env', environment, '--message', message, '--yes'];
      return [{ what: `roll back the ${name}`, command: wrangler(...command) }];
    });
  }
}
