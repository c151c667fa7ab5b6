/**
 * `npm run ops -- rotate|close|open|drill`: changes a deployment without deploying. The values of secrets are passed to
 * wrangler's standard input, and never printed.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Argument, InvalidArgumentError } from 'commander';
import { CommandLine } from '../../command-line.ts';
import { readSettings } from '../../gateway/env.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { chooseAccount } from '../account.ts';
import { PLACES } from '../backup/storage.ts';
import { type Deployment, ENVIRONMENTS, HOST_SECRET, readDeployment } from '../deployment.ts';
import { DeploymentSteps } from '../deployment-steps.ts';
import {
  exitWithError,
  INTERRUPTED,
  installedNode,
  makeNewFilesPrivate,
  messageOf,
  printLine,
  run,
  stopOnSignals,
} from '../machine.ts';
import { confirmChange, runSteps } from '../run-steps.ts';

interface Options {
  yes?: true;
  stdin?: true;
  keep?: true;
  until?: string;
  origin?: string;
  wait?: number;
}

const SECRETS = ['BIND_SECRET', 'FILES_SECRET', HOST_SECRET];
const MAINTENANCE = 'MAINTENANCE';
const POLL_MS = 1000;

stopOnSignals(INTERRUPTED);
const program = new CommandLine('npm run ops', 'Changes a deployment without deploying, and drills a restore.');
define('rotate', 'sets a new value of a secret, and waits until its worker uses it')
  .addArgument(new Argument('<secret>').choices(SECRETS))
  .option('--stdin', 'reads the value from the input, in place of a random one')
  .action((where, secret, options) => rotate(where, secret, options));
define('close', 'closes all API calls for maintenance; pages stay available')
  .requiredOption('--until <time>', 'its end with the zone, such as 2026-12-01T03:00Z')
  .action((where, options) => setMaintenance(where, options));
define('open', 'ends the maintenance').action((where, options) => setMaintenance(where, options));
program
  .command('drill')
  .description('backs up, restores the backup on this machine, and deletes both')
  .addArgument(new Argument('<where>').choices(PLACES))
  .option('--keep', 'keeps both, and prints how to look at them')
  .action((where: string, options: Options) => drill(where, options));
await program.parseAsync();

function define(name: string, about: string) {
  return program
    .command(name)
    .description(about)
    .addArgument(new Argument('<where>').choices(ENVIRONMENTS))
    .option('--yes', 'skips the confirmation for production')
    .option('--origin <origin>', "where the portal answers; else the deployment's domain")
    .option('--wait <seconds>', 'how long to wait until the portal answers with the change; else 60', readSeconds);
}

function readSeconds(given: string): number {
  if (/^\d{1,4}$/.test(given)) return Number(given);
  throw new InvalidArgumentError('It must be a whole number of seconds, up to 9999.');
}

async function rotate(where: (typeof ENVIRONMENTS)[number], secret: string, options: Options): Promise<void> {
  const deployment = await readDeployment(where);
  const holders = new DeploymentSteps(deployment).secrets().filter(({ required }) => required.includes(secret));
  if (holders.length === 0) await exitWithError(`No worker of ${where} has ${secret}. Nothing was changed.`);
  if (secret === HOST_SECRET && !options.stdin)
    await exitWithError(
      `The admin host must accept the new ${HOST_SECRET} first: pass its value with --stdin (docs/host.md). Nothing was changed.`,
    );
  const value = options.stdin ? (await text(process.stdin)).trim() : randomBytes(32).toString('base64');
  if (value.length < 32) await exitWithError(`${secret} needs at least 32 characters. Nothing was changed.`);
  const names = holders.map(({ worker }) => worker).join(', ');
  await begin(deployment, `This replaces ${secret} of the live portal (${names}).`, options);
  await runSteps(holders.map(({ worker, put }) => ({ what: `set ${secret} of the ${worker}`, ...put(secret, value) })));
  const wanted = fingerprintOf(secret, value);
  const isUsed = (health: Health) =>
    [health.gateway, health.host].some((worker) => worker?.secrets?.[secret] === wanted);
  await waitUntil(deployment, options, '/healthz', `${secret} with the fingerprint ${wanted}`, async (response) =>
    isUsed((await response.json()) as Health),
  );
  printLine(`\n${secret} has a new value, and the portal uses it (fingerprint ${wanted}).`);
}

type Health = Partial<Record<'gateway' | 'host', { secrets?: Record<string, string> }>>;

/** Closes the portal until `until`, or opens it. The value is stored as a secret, which deployments keep. */
async function setMaintenance(where: (typeof ENVIRONMENTS)[number], options: Options): Promise<void> {
  const { until } = options;
  const deployment = await readDeployment(where);
  const [gateway] = new DeploymentSteps(deployment).secrets().filter(({ worker }) => worker === 'gateway');
  if (!gateway) throw new Error('there is always a gateway');
  if (until !== undefined) await refusePast(until);
  const question = until ? `This closes the live portal until ${until}.` : 'This opens the live portal.';
  await begin(deployment, question, options);
  const step = until ? gateway.put(MAINTENANCE, until) : gateway.remove(MAINTENANCE);
  // Wrangler fails to delete a secret that is not set.
  const isSet = until !== undefined || (await run(gateway.command)).output.includes(`"${MAINTENANCE}"`);
  await runSteps(isSet ? [{ what: until ? 'close the portal' : 'open the portal', ...step }] : []);
  // A public call that every host may lack: only the refusal during maintenance matters.
  await waitUntil(deployment, options, '/api/v1/messages', until ? 'maintenance' : 'open calls', async (response) => {
    const isClosed = response.status === 503 && (await response.text()).includes('"maintenance"');
    return isClosed === (until !== undefined);
  });
  printLine(until ? `\nThe portal is closed until ${until}.` : '\nThe portal is open.');
}

async function refusePast(until: string): Promise<void> {
  try {
    const { closedUntil } = readSettings({ BIND_SECRET: 'x'.repeat(32), MAINTENANCE: until });
    if ((closedUntil ?? 0) > Date.now()) return;
  } catch (error) {
    await exitWithError(`${messageOf(error)}. Nothing was changed.`);
  }
  await exitWithError(`--until ${until} is over. Nothing was changed.`);
}

async function begin({ environment, gateway, domain }: Deployment, question: string, { yes }: Options): Promise<void> {
  await chooseAccount(gateway.account_id);
  await confirmChange(`${question} Its domain is ${domain}.`, {
    environment,
    isConfirmed: yes === true,
    done: 'changed',
  });
}

/** Polls the portal until it shows the change, since a new version reaches all locations within seconds. */
async function waitUntil(
  { domain }: Deployment,
  { origin = `https://${domain}`, wait = 60 }: Options,
  path: string,
  what: string,
  isShown: (response: Response) => Promise<boolean>,
): Promise<void> {
  const ends = Date.now() + wait * 1000;
  for (;;) {
    const isDone = await fetch(origin + path).then(isShown, () => false);
    if (isDone) return;
    if (Date.now() >= ends)
      await exitWithError(
        `\nThe change was made, and ${origin}${path} does not show it after ${wait} seconds: expected ${what}. Look at it again in a minute; if it stays, repeat the command.`,
      );
    await pause(POLL_MS);
  }
}

/** Restores a new backup into a new state of this machine; the restore compares every table and file. */
async function drill(where: string, { keep }: Options): Promise<void> {
  makeNewFilesPrivate();
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-drill-'));
  const [backup, state] = [join(folder, 'backup'), join(folder, 'state')];
  if (!keep) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const command = (...given: string[]) => [installedNode(), 'functions/local/backup/command.ts', ...given];
  await runSteps([
    { what: 'back up', command: command('backup', where, backup, '--unrecorded') },
    {
      what: 'restore the backup on this machine',
      command: command('restore', 'local', backup),
      env: { PORTAL_STATE: state },
    },
  ]);
  printLine(
    keep
      ? `\nThe backup is whole. To look at it: PORTAL_STATE=${state} PORT=8899 npm start\nSign in, open a file of your own application, then delete ${folder}: it is personal data.`
      : '\nThe backup is whole, and was restored. Both copies are deleted.',
  );
}
