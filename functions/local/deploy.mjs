/**
 * `npm run deploy -- preview|production [--dry-run]` and `npm run rollback -- preview|production [--dry-run] ["why"]`: run the
 * steps of deployment.mjs, and stop at the first that fails.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ended, giveUp, installedNode, isStopping, ROOT, run, say, start, stopOnSignals } from './machine.mjs';
import { ensureInstalled } from './set-up.mjs';

/** Wrangler's error for a worker that was never deployed, and so has no secrets. */
const NO_WORKER = /Worker "[\w-]+" .*not found/;

const ENVIRONMENTS = ['preview', 'production'];

stopOnSignals();
const [action, ...given] = process.argv.slice(2);
const isDry = given.includes('--dry-run');
const [environment, message = 'Rolled back with npm run rollback'] = given.filter((word) => word !== '--dry-run');
if (!ENVIRONMENTS.includes(environment)) {
  await giveUp(`Say where: npm run ${action} -- ${ENVIRONMENTS.join('|')} [--dry-run]`);
}
await ensureInstalled();
// Wrangler, and the TypeScript that is read here, need the Node that the project pins.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.exit(await ended(start([installedNode(), process.argv[1], action, ...given])));
}
const { deploySteps, findProblems, readDeployment, rollbackSteps, secretSteps } = await import('./deployment.mjs');
const deployment = await readDeployment(environment);
await (action === 'rollback' ? rollBack() : deploy());

async function deploy() {
  const problems = findProblems(deployment);
  // These need the account.
  if (problems.length === 0 && !isDry) problems.push(...(await missingSecrets()));
  if (problems.length > 0) {
    await giveUp(['Nothing was deployed. To be set first:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
  }
  const scratch = isDry ? mkdtempSync(join(tmpdir(), 'it-visa-dry-run-')) : undefined;
  if (scratch) process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  await runSteps(deploySteps(deployment, scratch), runShown);
  say(isDry ? drySummary() : `\nDeployed: https://${deployment.domain}/healthz`);
}

/** With the secrets, which only the account knows of. */
function drySummary() {
  const commands = secretSteps(deployment).flatMap(({ required, set }) => required.map(set));
  return [
    '\nNothing was deployed: this was a dry run. It could not see whether these secrets are set:',
    ...commands.map((command) => `  - ${command}`),
  ].join('\n');
}

async function rollBack() {
  await runSteps(rollbackSteps(deployment, message), (step) => (isDry ? 0 : runShown(step)));
  say(
    isDry
      ? '\nNothing was rolled back: this was a dry run.'
      : `\nRolled back: https://${deployment.domain}/healthz. The database is as it was. The same command once more brings the later version back.`,
  );
}

/** @returns {Promise<string[]>} a sentence for each secret that is not set */
async function missingSecrets() {
  const problems = [];
  for (const { what, command, required, set } of secretSteps(deployment)) {
    const { code, output } = await run(command);
    if (code !== 0 && !NO_WORKER.test(output)) {
      await giveUp(`Could not list ${what}, see above. To sign in: npx wrangler login`, output);
    }
    const missing = required.filter((name) => code !== 0 || !output.includes(`"${name}"`));
    problems.push(...missing.map((name) => `${name} is not among ${what}: ${set(name)}`));
  }
  return problems;
}

/** Stops at the first step that fails. @param {(step: object) => Promise<number> | number} runOne returns an exit code */
async function runSteps(steps, runOne) {
  for (const step of steps) {
    const { what, command, env = {} } = step;
    say(`\n── ${what}\n   ${shown(command, env)}`);
    const code = await runOne(step);
    if (isStopping()) return;
    if (code !== 0) {
      await giveUp(
        `\nStopped: could not ${what} (exit ${code}), see above. What came before it is done, what comes after it is not.`,
      );
    }
  }
}

/** Without input wrangler asks nothing, and takes its defaults. @returns {Promise<number>} exit code */
function runShown({ command, env }) {
  return ended(start(command, { env, stdio: ['ignore', 'inherit', 'inherit'] }));
}

function shown([node, tool, ...rest], env) {
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const start = tool.endsWith('wrangler.js') ? ['npx wrangler'] : [relative(ROOT, node) || node, tool];
  return [...set, ...start, ...rest.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))].join(' ');
}
