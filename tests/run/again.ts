/**
 * `npm run test:again -- 3 [arguments of npm test]`: runs `npm test` that often, every second time beside a busy loop for each
 * core, and keeps each run's output.
 */
import { mkdirSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CommandLine } from '../../functions/command-line.ts';
import {
  INTERRUPTED,
  installedNode,
  isStopping,
  printLine,
  ROOT,
  start,
  stop,
  stopOnSignals,
  waitForExit,
} from '../../functions/local/machine.ts';

stopOnSignals(INTERRUPTED);
const command = new CommandLine('npm run test:again', 'Repeats npm test, every second time beside busy loops.')
  .argument('<runs>', 'how often', (text) => {
    if (/^[1-9]\d*$/.test(text)) return Number(text);
    throw new InvalidArgumentError('It must be a whole number from 1.');
  })
  .argument('[arguments...]', 'of npm test')
  .allowUnknownOption()
  .passThroughOptions()
  .parse();
const [runs, given] = command.processedArgs as [number, string[]];

const folder = join(ROOT, 'test-again', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
mkdirSync(folder, { recursive: true });
const busyLoop = () => start([installedNode(), '-e', `while (process.ppid === ${process.pid});`]);

let failures = 0;
for (let index = 1; index <= runs && !isStopping(); index += 1) {
  const loops = index % 2 === 0 ? Array.from({ length: availableParallelism() }, busyLoop) : [];
  const file = join(folder, `${String(index).padStart(3, '0')}.log`);
  const log = openSync(file, 'a', 0o600);
  const started = Date.now();
  const code = await waitForExit(
    start([installedNode(), 'tests/run/test.ts', ...given], { stdio: ['ignore', log, log] }),
  );
  await Promise.all(loops.map(stop));
  if (isStopping()) break;
  if (code !== 0) failures += 1;
  const seconds = Math.round((Date.now() - started) / 1000);
  const load = loops.length > 0 ? 'beside busy loops' : 'idle';
  printLine(`${index}  ${load}  ${seconds} s  ${code === 0 ? 'passed' : 'failed'}: ${relative(ROOT, file)}`);
}
if (!isStopping()) process.exit(failures === 0 ? 0 : 1);
