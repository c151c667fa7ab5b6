/**
 * `npm test`: every stage in order up to the first failure. `npm test -- unit lint` runs only those; arguments after the last
 * stage go to its tool: `npm test -- browser tests/e2e/profile.test.ts:49`.
 */
import { CommandLine } from '../command-line.ts';
import { summaryLines } from './failures.ts';
import { exitWithError, isStopping, printLine, stopOnSignals } from './machine.ts';
import { ensureRequirements } from './requirements.ts';
import { ensureSecrets } from './set-up.ts';
import { runStage, STAGES } from './stages.ts';

stopOnSignals();
const { args: words } = new CommandLine(
  'npm test',
  'Runs all stages in order, or the named ones. Further arguments go to the tool of the last stage.',
)
  .argument('[stage...]')
  .allowUnknownOption()
  .passThroughOptions()
  .parse();
ensureSecrets();

const isStage = (word: string) => STAGES.some(({ name }) => name === word);
const names = words.findIndex((word) => !isStage(word));
const wanted = names === -1 ? words : words.slice(0, names);
const given = words.slice(wanted.length);
const [unknown] = given;
if (unknown !== undefined && wanted.length === 0) {
  const known = STAGES.map(({ name }) => name);
  await exitWithError(`There is no stage "${unknown}". The stages: ${known.join(', ')}`);
}

const stages = STAGES.filter(({ name, isLong }) => (wanted.length > 0 ? wanted.includes(name) : !isLong));
await ensureRequirements(stages.map(({ name }) => name));

const times: string[] = [];
for (const stage of stages) {
  printLine(`\n── ${stage.name} ${'─'.repeat(60 - stage.name.length)}`);
  const started = Date.now();
  const own = stage.name === wanted.at(-1) ? given : [];
  const failures = await runStage(stage, own);
  if (isStopping()) break;
  if (failures) await exitWithError(`\n${summaryLines(stage.name, failures, own).join('\n')}`);
  times.push(`${stage.name} ${seconds(started)}`);
  printLine(`── ${stage.name} passed in ${seconds(started)}`);
}
if (!isStopping()) printLine(`\nAll passed: ${times.join(', ')}`);

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
