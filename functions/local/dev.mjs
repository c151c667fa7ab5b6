/** `npm run dev`: one address, pages reloaded as they are edited (Astro) and both workers as well (wrangler). */
import { join } from 'node:path';
import {
  ended,
  freePort,
  giveUp,
  installedNode,
  isPortTaken,
  isStopping,
  ROOT,
  readPort,
  readState,
  say,
  start,
  stopOnSignals,
} from './machine.mjs';
import { ensureRequirements } from './requirements.mjs';
import { ensureBuilt, ensureInstalled, ensureSecrets, ensureTables } from './set-up.mjs';
import { startWorkers, untilReady } from './workers.mjs';

stopOnSignals();
const port = readPort() || (await freePort());
const state = readState();
const adminHost = process.env.ADMIN_HOST ?? '';
const origin = `http://localhost:${port}`;

if (await isPortTaken(port)) {
  await giveUp(`Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm run dev`);
}
await ensureRequirements(['start']);
await ensureInstalled();
ensureSecrets();
// The gateway needs a folder of built pages to start, even though it serves none of them here.
await ensureBuilt();
await ensureTables(state);

const workersPort = await freePort();
const workers = startWorkers({ port: workersPort, state, adminHost, origin });
if (!(await untilReady(workers, workersPort, { embedded: adminHost === '' }))) {
  if (!isStopping()) await giveUp(`The workers did not start. Their log: ${state}/portal.log`);
}
const pages = start([installedNode(), join(ROOT, 'functions/local/dev-pages.mjs'), String(port), String(workersPort)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { NODE_ENV: 'development' },
});
await untilReady(pages, port, { embedded: adminHost === '' });
say(`Portal in development at ${origin} (workers behind it on ${workersPort}; mail and log in ${state})`);
await Promise.race([ended(workers), ended(pages)]);
if (!isStopping()) await giveUp('A part of the portal ended unexpectedly: see above.');
