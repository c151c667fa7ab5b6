/**
 * The steps of a deployment and of its rollback. A deployment tags the versions of all workers with its commit, so that a
 * rollback never pairs a gateway and a host of different commits. A rollback does not change the desk.
 */
import { join, relative } from 'node:path';
import type { Unstable_Config } from 'wrangler';
import {
  ADMIN_CONFIG as ADMIN,
  DESK_CONFIG as DESK,
  GATEWAY_CONFIG as GATEWAY,
  readConfig,
  writeConfig,
} from '../wrangler-config.ts';
import { readHostProfileFile } from './admin-host.ts';
import { type Deployment, HOST_SECRET } from './deployment.ts';
import { installedNode, toolCommand } from './machine.ts';
import { type Migration, storeTextStatements } from './migrations.ts';
import type { DeploymentStep } from './run-steps.ts';

interface Worker {
  name: string;
  file: string;
  config: Unstable_Config;
}

export const wrangler = (...given: string[]): string[] => [...toolCommand('wrangler'), ...given];

interface SecretStep extends DeploymentStep {
  worker: string;
  required: string[];
  set(name: string): string;
  put(name: string, value: string): Pick<DeploymentStep, 'command' | 'input'>;
  remove(name: string): Pick<DeploymentStep, 'command'>;
}

export interface VersionStep {
  what: string;
  deployments: string[];
  versions: string[];
}

export class DeploymentSteps {
  readonly #deployment: Deployment;
  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** In the order of deployment: a worker after the one that it calls. */
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

  /** Runs before {@link deploy}. @param migrations whose text is not in the database */
  storeMigrationTexts(migrations: readonly Migration[]): DeploymentStep[] {
    if (migrations.length === 0) return [];
    const sql = storeTextStatements(migrations).join('; ');
    return [{ what: 'store the texts of the migrations', command: this.query(sql) }];
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
   * With ADMIN_HOST, a copy that has the text of the host's profile, requires the secret and lacks the binding to the embedded
   * host, since Cloudflare refuses a binding to a missing worker.
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

  /** The gateway comes first: it is rolled back before the host that it calls. */
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
