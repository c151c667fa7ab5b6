/** `npm start`: the whole portal on this machine. PORT, PORTAL_STATE and ADMIN_HOST change where and in front of what. */
import { relative } from 'node:path';
import { ended, giveUp, isPortTaken, ROOT, readPort, readState, say, stopOnSignals } from './machine.mjs';
import { ensureBuilt, ensureInstalled, ensureSecrets, ensureTables, hasScript, isDatabaseEmpty } from './set-up.mjs';
import { startWorkers, untilReady } from './workers.mjs';

const isStopping = stopOnSignals();
const port = readPort();
const state = readState();
const adminHost = process.env.ADMIN_HOST ?? '';
const origin = `http://localhost:${port}`;

if (await isPortTaken(port)) {
  await giveUp(`Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm start`);
}
await ensureInstalled();
ensureSecrets();
await ensureBuilt();
await ensureTables(state);
const isEmpty = await isDatabaseEmpty(state);

const workers = startWorkers({ port, state, adminHost, origin });
const gone = ended(workers);
if (await untilReady(workers, port, { embedded: adminHost === '' })) {
  say(`Portal ready at ${origin}`);
  say(`Mail: ${shown(state)}/mail   Log: ${shown(state)}/portal.log   Stop: Ctrl-C`);
  if (adminHost) say(`Admin host: ${adminHost}`);
  else if (isEmpty && hasScript('desk')) say('The database is empty. To fill it with samples: npm run desk -- demo');
} else if (!isStopping()) {
  await giveUp(`The portal did not start. Its log: ${state}/portal.log`);
}
const code = await gone;
if (!isStopping()) await giveUp(`The workers ended unexpectedly (${code}). Their log: ${state}/portal.log`);

/** A folder as people write it: from here when it is below here. */
function shown(folder) {
  const path = relative(ROOT, folder);
  return path.startsWith('..') ? folder : path;
}
