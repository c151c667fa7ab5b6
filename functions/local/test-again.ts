/**
 * `npm run test:again -- 20 [stages]`: repeats stages (default: unit, workers, browser), every second time beside two busy
 * loops, continues after failures, keeps each run's output, and ends with a table.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommandLine } from '../command-line.ts';
import { exitWithError, installedNode, isStopping, printLine, ROOT, start, stop, stopOnSignals } from './machine.ts';
import { ensureRequirements } from './requirements.ts';
import { ensureSecrets } from './set-up.ts';
import { runStage, STAGES } from './stages.ts';

stopOnSignals();
const [count, ...names] = new CommandLine(
  'npm run test:again',
  'Repeats stages (default: unit, workers, browser), every second time beside two busy loops.',
)
  .argument('<runs>')
  .argument('[stage...]')
  .parse().args;
ensureSecrets();

const runs = Number(count);
const wanted = names.length > 0 ? names : ['unit', 'workers', 'browser'];
const stages = wanted.flatMap((name) => STAGES.find((stage) => stage.name === name) ?? []);
const build = STAGES.find(({ name }) => name === 'build');
if (!Number.isInteger(runs) || runs < 1 || stages.length < wanted.length || !build) {
  throw await exitWithError(
    `Usage: npm run test:again -- <runs> [stages]. The stages: ${STAGES.map(({ name }) => name).join(', ')}`,
  );
}
await ensureRequirements(stages.map(({ name }) => name));

const folder = join(ROOT, 'test-again', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
mkdirSync(folder, { recursive: true });
if (await runStage(build, [], join(folder, 'build.log'))) await exitWithError(`The build failed: ${folder}/build.log`);

const busyLoop = () => start([installedNode(), '-e', `while (process.ppid === ${process.pid});`]);

const rows: string[][] = [];
for (let index = 1; index <= runs && !isStopping(); index += 1) {
  const isBusy = index % 2 === 0;
  const loops = isBusy ? [busyLoop(), busyLoop()] : [];
  for (const stage of stages) {
    const name = `${String(index).padStart(3, '0')}-${stage.name}`;
    const started = Date.now();
    const failures = await runStage(stage, [], join(folder, `${name}.log`));
    if (isStopping()) break;
    const left = join(ROOT, stage.artifacts ?? '');
    if (failures && stage.artifacts && existsSync(left)) cpSync(left, join(folder, name), { recursive: true });
    const row = [
      String(index),
      isBusy ? 'two busy loops' : 'idle',
      `${stage.name} ${Math.round((Date.now() - started) / 1000)} s`,
      failures ? failures.map(({ what, where }) => `${what} (${where})`).join('; ') || 'failed: see its log' : '',
    ];
    rows.push(row);
    printLine(row.join('   '));
  }
  await Promise.all(loops.map(stop));
}

const heads = ['run', 'load', 'stage', 'failed'];
const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
const line = (row: readonly string[]) =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('   ')
    .trimEnd();
printLine(`\n${[heads, ...rows].map(line).join('\n')}\n\nOutput of each run: ${relative(ROOT, folder)}`);
const bad = rows.filter((row) => row[3] !== '').length;
printLine(bad === 0 ? `All ${rows.length} passed.` : `${bad} of ${rows.length} failed.`);
if (!isStopping()) process.exit(bad === 0 ? 0 : 1);
