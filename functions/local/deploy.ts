/** `npm run deploy` and `npm run rollback`: run the steps of deployment-steps.ts up to the first one that fails. */
import { Argument } from 'commander';
import { CommandLine } from '../command-line.ts';
import { chooseAccount } from './account.ts';
import { chooseVersions, type DeployedVersion, deployedVersions, readCommit } from './deployed-versions.ts';
import { ENVIRONMENTS, readDeployment } from './deployment.ts';
import { findDeploymentFaults } from './deployment-faults.ts';
import { DeploymentSteps, type VersionStep } from './deployment-steps.ts';
import { exitWithError, INTERRUPTED, printLine, ROOT, run, scratchFolder, stopOnSignals } from './machine.ts';
import {
  type AppliedMigration,
  findMigrationFaults,
  readMigrations,
  SELECT_TABLES,
  selectApplied,
  withoutStoredText,
} from './migrations.ts';
import { confirmChange, runShown, runSteps } from './run-steps.ts';

/** Wrangler's error for a worker that was never deployed, and so has no secrets. */
const NO_WORKER = /Worker "[\w-]+" .*not found/;
/** A version has its own secrets (https://developers.cloudflare.com/workers/versions-and-deployments/). */
const SECRETS =
  'Secrets are those of that version: a rotated one is the old one again, and a portal closed since is open.';

stopOnSignals(INTERRUPTED);
const [action, ...given] = process.argv.slice(2);
const command =
  action === 'rollback'
    ? new CommandLine(
        'npm run rollback',
        'Rolls gateway and admin host back to the newest earlier commit that both ran; the database does not change.',
      ).option('--to <commit>', 'the commit to roll back to')
    : new CommandLine(
        'npm run deploy',
        'Checks the settings, builds, migrates the database and deploys the workers.',
      ).option('--dirty', 'deploys uncommitted changes');
command
  .option('--dry-run', 'prints the steps, and changes nothing outside this machine')
  .option('--yes', 'skips the confirmation for production')
  .addArgument(new Argument('<where>').choices(ENVIRONMENTS));
if (action === 'rollback') command.argument('[why]', 'a message for the log of deployments');
command.parse(given, { from: 'user' });
const options = command.opts<{ dryRun?: true; yes?: true; dirty?: true; to?: string }>();
const isDry = options.dryRun === true;
const [where, message = 'Rolled back with npm run rollback'] = command.args;
const environment = where === 'production' ? 'production' : 'preview';
const deployment = await readDeployment(environment);
const steps = new DeploymentSteps(deployment);
await (action === 'rollback' ? rollBack() : deploy());

async function deploy(): Promise<void> {
  const commit = await readCommit(ROOT);
  const faults = findDeploymentFaults(deployment);
  const uncommitted = commit.isClean || options.dirty ? [] : [commit.fault];
  if (!isDry) faults.push(...uncommitted);
  if (faults.length === 0 && !isDry) {
    await chooseAccount(deployment.gateway.account_id);
    faults.push(...(await missingSecrets()));
  }
  const migrations = deployment.admin ? readMigrations() : [];
  const isCompared = deployment.admin !== null && faults.length === 0;
  const applied = isCompared && !isDry ? await readDeployedMigrations() : [];
  if (isCompared) faults.push(...findMigrationFaults(migrations, applied));
  if (faults.length > 0) {
    await exitWithError(
      ['Nothing was deployed. Fix these first:', ...faults.map((fault) => `  - ${fault}`)].join('\n'),
    );
  }
  await confirm(`This deploys ${commit.tag} to the live portal (production, ${deployment.domain}).`, 'deployed');
  const records = isDry ? [] : steps.storeMigrationTexts(withoutStoredText(migrations, applied));
  await runSteps([...records, ...steps.deploy(commit, isDry ? scratchFolder('dry-run') : undefined)]);
  printLine(isDry ? drySummary(uncommitted) : `\nDeployed ${commit.tag}: https://${deployment.domain}/healthz`);
}

/** The summary of a dry run. Names the secrets, which only the account can check. */
function drySummary(unclean: readonly string[]): string {
  const commands = steps.secrets().flatMap(({ required, set }) => required.map(set));
  return [
    ...unclean.map((fault) => `\nA deployment would be refused: ${fault}`),
    '\nDry run: nothing was deployed, and the secrets were not checked. To set them:',
    ...commands.map((command) => `  - ${command}`),
  ].join('\n');
}

async function rollBack(): Promise<void> {
  await chooseAccount(deployment.gateway.account_id);
  const deployed: DeployedVersion[][] = [];
  for (const step of steps.versions()) deployed.push(await readVersions(step));
  const choice = chooseVersions(deployed, options.to);
  if ('fault' in choice) return exitWithError(`Nothing was rolled back. ${choice.fault}`);
  if (choice.versions.every((version) => version === null))
    return printLine(`Nothing was rolled back: ${choice.tag} runs already.`);
  const question = `This rolls the live portal (production, ${deployment.domain}) back to ${choice.tag}. ${SECRETS}`;
  await confirm(question, 'rolled back');
  await runSteps(steps.rollBack(choice.versions, message), (step) => (isDry ? 0 : runShown(step)));
  printLine(
    isDry
      ? '\nDry run: nothing was rolled back.'
      : `\nRolled back to ${choice.tag}: https://${deployment.domain}/healthz. The database is unchanged. ${SECRETS} To return to the later commit: npm run rollback -- ${environment}`,
  );
}

function confirm(question: string, done: string): Promise<void> {
  return confirmChange(question, { environment, isConfirmed: isDry || options.yes === true, done });
}

async function readVersions({ what, deployments, versions }: VersionStep): Promise<DeployedVersion[]> {
  const list = async (command: string[]) => {
    const { code, output, stdout } = await run(command);
    if (code !== 0)
      await exitWithError(`Could not list ${what}: see the output above. To sign in: npx wrangler login`, output);
    return stdout;
  };
  return deployedVersions(await list(deployments), await list(versions));
}

async function missingSecrets(): Promise<string[]> {
  const faults: string[] = [];
  for (const { what, command, required, set } of steps.secrets()) {
    const { code, output } = await run(command);
    if (code !== 0 && !NO_WORKER.test(output)) {
      await exitWithError(`Could not list ${what}: see the output above. To sign in: npx wrangler login`, output);
    }
    const missing = required.filter((name) => code !== 0 || !output.includes(`"${name}"`));
    faults.push(...missing.map((name) => `${name} is missing in ${what}. Set it: ${set(name)}`));
  }
  return faults;
}

/** Reads which migrations the deployed database has applied. */
async function readDeployedMigrations(): Promise<AppliedMigration[]> {
  const tables = await query<{ name: string }>(SELECT_TABLES);
  const select = selectApplied(tables.map(({ name }) => name));
  return select === null ? [] : query<AppliedMigration>(select);
}

async function query<Row>(sql: string): Promise<Row[]> {
  const { code, output, stdout } = await run(steps.query(sql));
  if (code !== 0) {
    await exitWithError(
      'Could not read the applied migrations from the database: see the output above. Nothing was deployed.',
      output,
    );
  }
  const [result]: { results: Row[] }[] = JSON.parse(stdout);
  return result?.results ?? [];
}
