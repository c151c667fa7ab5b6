/** `npm test`: every check in order, stopping at the first that fails. `npm test -- unit lint` runs only those. */
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { ended, giveUp, run, say, start, stopOnSignals } from './machine.mjs';
import { ensureInstalled, ensureSecrets } from './set-up.mjs';

const isStopping = stopOnSignals();
await ensureInstalled();
ensureSecrets();
// Read only now: the stages name tools that were not installed before.
const { STAGES, TYPES } = await import('./stages.mjs');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  await giveUp(`There is no stage "${unknown[0]}". The stages: ${STAGES.map(({ name }) => name).join(', ')}`);
}

const times = [];
for (const stage of STAGES) {
  if (wanted.length > 0 && !wanted.includes(stage.name)) continue;
  say(`\n── ${stage.name} ${'─'.repeat(60 - stage.name.length)}`);
  const started = Date.now();
  await stage.prepare?.();
  for (const command of stage.commands()) await step(stage, command);
  await together(stage.name, stage.checks?.() ?? []);
  times.push(`${stage.name} ${seconds(started)}`);
  say(`── ${stage.name} passed in ${seconds(started)}`);
}
say(`\nAll passed: ${times.join(', ')}`);

/** Runs one command; what only generates types shows its output when it fails. */
async function step({ name, leavesOut }, command) {
  const generates = TYPES.some((types) => types.join() === command.join());
  const out = leavesOut ? 'pipe' : 'inherit';
  const child = start(command, {
    stdio: ['ignore', generates ? 'ignore' : out, out],
    // A tool that writes into a pipe leaves out its colours.
    env: leavesOut && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {},
  });
  const told = leavesOut
    ? [passOn(child.stdout, process.stdout, leavesOut), passOn(child.stderr, process.stderr, leavesOut)]
    : [];
  const code = await ended(child);
  await Promise.all(told);
  if (code !== 0 && !isStopping()) await giveUp(`\n── ${name} failed`);
}

/** Passes lines on, but for those of some shapes. */
async function passOn(from, to, leavesOut) {
  for await (const line of createInterface({ input: from })) {
    if (!leavesOut.some((shape) => shape.test(stripVTControlCharacters(line)))) to.write(`${line}\n`);
  }
}

/** Runs checks side by side, one a core; what each wrote is shown when it has ended. */
async function together(stage, checks) {
  const waiting = [...checks];
  const core = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await run(check);
      process.stdout.write(output);
      if (code !== 0 && !isStopping()) await giveUp(`\n── ${stage} failed`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, core));
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
