/**
 * `npm test`: all stages, several at once. `npm test -- unit lint` runs only those; arguments after the last
 * stage go to its tool: `npm test -- browser tests/e2e/profile.test.ts:49`.
 */
import { availableParallelism } from 'node:os';
import { CommandLine } from '../../functions/command-line.ts';
import { exitWithError, INTERRUPTED, isStopping, printLine, stopOnSignals } from '../../functions/local/machine.ts';
import { ensureSecrets } from '../../functions/local/secrets.ts';
import { ensureStages } from './requirements.ts';
import { runStage, STAGES, type Stage } from './stages.ts';

stopOnSignals(INTERRUPTED);
const { args: words } = new CommandLine(
  'npm test',
  'Runs all stages, or the named ones. Further arguments go to the tool of the last stage.',
)
  .argument('[stage...]')
  .allowUnknownOption()
  .passThroughOptions()
  .parse();
ensureSecrets();

const isStage = (word: string) => STAGES.some(({ name }) => name === word);
const firstOther = words.findIndex((word) => !isStage(word));
const wanted = firstOther === -1 ? words : words.slice(0, firstOther);
const given = words.slice(wanted.length);
if (given.length > 0 && wanted.length === 0)
  await exitWithError(`There is no stage "${given[0]}". The stages: ${STAGES.map(({ name }) => name).join(', ')}`);

const stages = STAGES.filter(({ name, isLong }) => (wanted.length > 0 ? wanted.includes(name) : !isLong));
await ensureStages(stages.map(({ name }) => name));

/** How many stages run at once. */
const LANES = availableParallelism();

interface Outcome {
  name: string;
  hasPassed: boolean;
  seconds: number;
  /** What is not printed yet: a failed stage prints last, where a reader and the end of a long log look first. */
  lines: readonly string[];
}
const outcomes: Outcome[] = [];
const running = new Map<string, Promise<void>>();
const waiting = [...stages];

function printFailed(): void {
  for (const { hasPassed, lines } of outcomes) if (!hasPassed) for (const line of lines) printLine(line);
}
// An interrupted run does not reach its end.
process.once('exit', () => isStopping() && printFailed());

const isReady = ({ runsAlone, after = [] }: Stage) =>
  (runsAlone ? running.size === 0 : running.size < LANES) &&
  after.every((name) => !waiting.some((stage) => stage.name === name) && !running.has(name));

while (waiting.length > 0 || running.size > 0) {
  // After a failure the running stages end, and no other begins.
  if (isStopping() || outcomes.some(({ hasPassed }) => !hasPassed)) waiting.length = 0;
  const next = waiting.findIndex(isReady);
  for (const stage of next === -1 ? [] : waiting.splice(next, 1)) running.set(stage.name, run(stage));
  if (next === -1 && running.size > 0) await Promise.race(running.values());
}

async function run(stage: Stage): Promise<void> {
  const { name } = stage;
  // Stages that run beside others print when they end.
  const isLive = stage.runsAlone === true || stages.length === 1;
  const lines = [`\n── ${name} ${'─'.repeat(60 - name.length)}`];
  const started = Date.now();
  if (isLive) for (const line of lines.splice(0)) printLine(line);
  const print = isLive ? printLine : (line: string) => lines.push(line);
  const hasPassed = await runStage(stage, name === wanted.at(-1) ? given : [], print);
  running.delete(name);
  const seconds = (Date.now() - started) / 1000;
  if (isStopping()) return;
  outcomes.push({ name, hasPassed, seconds, lines });
  print(`── ${name} ${hasPassed ? 'passed' : 'failed'} in ${seconds.toFixed(1)} s`);
  if (hasPassed) for (const line of lines) printLine(line);
  else if (!isLive) printLine(`── ${name} failed; its output comes last`);
}

if (!isStopping()) {
  printFailed();
  const rows = outcomes.map(
    ({ name, hasPassed, seconds }) =>
      `  ${name.padEnd(10)}${seconds.toFixed(1).padStart(7)} s  ${hasPassed ? 'passed' : `failed; again: npm test -- ${name}`}`,
  );
  const all = `  ${'all'.padEnd(10)}${(performance.now() / 1000).toFixed(1).padStart(7)} s`;
  printLine(['', ...rows, all].join('\n'));
  process.exit(outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1);
}
