/** `npm run dev`: one address; edits reload the pages (Astro) and gateway and admin host (wrangler). */
import { join } from 'node:path';
import { CommandLine } from '../command-line.ts';
import { logPath } from './log.ts';
import {
  exitWithError,
  freePort,
  installedNode,
  isStopping,
  printLine,
  ROOT,
  start,
  stopOnSignals,
  waitForExit,
} from './machine.ts';
import { setUp } from './set-up.ts';
import { runCrons, startWorkers, untilReady } from './workers.ts';

stopOnSignals();
new CommandLine(
  'npm run dev',
  'Serves the portal on this machine, and reloads pages and workers when they are edited.',
).parse();
// The gateway starts only with a folder of built pages, although it serves none of them here.
const { port: wanted, state, adminHost, hostProfile } = await setUp('npm run dev');
const port = wanted || (await freePort());
const origin = `http://localhost:${port}`;

const workersPort = await freePort();
const workers = await startWorkers({ port: workersPort, state, adminHost, hostProfile, origin, isWatched: true });
if (!(await untilReady(workers, workersPort, { embedded: adminHost === '' }))) {
  if (!isStopping()) await exitWithError(`The workers did not start. Their log: ${logPath(state)}`);
}
if (!adminHost) runCrons(workersPort);
const pages = start([installedNode(), join(ROOT, 'functions/local/dev-pages.ts'), String(port), String(workersPort)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { NODE_ENV: 'development' },
});
await untilReady(pages, port, { embedded: adminHost === '' });
printLine(`Portal in development at ${origin} (workers behind it on ${workersPort}; mail and log in ${state})`);
await Promise.race([waitForExit(workers), waitForExit(pages)]);
if (!isStopping()) await exitWithError('A part of the portal ended unexpectedly: see the output above.');
