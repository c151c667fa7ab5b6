/** `npm run dev`: one address; edits reload the pages (Astro) and both workers (wrangler). */
import { join } from 'node:path';
import { readArguments } from './command-line.ts';
import { runCrons } from './crons.ts';
import { ended, freePort, giveUp, installedNode, isStopping, ROOT, say, start, stopOnSignals } from './machine.ts';
import { logOf, setUp } from './set-up.ts';
import { startWorkers, untilReady } from './workers.ts';

stopOnSignals();
readArguments({
  command: 'npm run dev',
  about: 'Serves the portal on this machine, with pages and workers reloaded as they are edited.',
});
// The gateway needs a folder of built pages to start, although it serves none of them here.
const { port: wanted, state, adminHost } = await setUp('npm run dev');
const port = wanted || (await freePort());
const origin = `http://localhost:${port}`;

const workersPort = await freePort();
const workers = await startWorkers({ port: workersPort, state, adminHost, origin });
if (!(await untilReady(workers, workersPort, { embedded: adminHost === '' }))) {
  if (!isStopping()) await giveUp(`The workers did not start. Their log: ${logOf(state)}`);
}
if (!adminHost) runCrons(workersPort);
const pages = start([installedNode(), join(ROOT, 'functions/local/dev-pages.ts'), String(port), String(workersPort)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { NODE_ENV: 'development' },
});
await untilReady(pages, port, { embedded: adminHost === '' });
say(`Portal in development at ${origin} (workers behind it on ${workersPort}; mail and log in ${state})`);
await Promise.race([ended(workers), ended(pages)]);
if (!isStopping()) await giveUp('A part of the portal ended unexpectedly: see above.');
