/**
 * `npm start`: the whole portal on this machine. PORT (0: any that is free), PORTAL_STATE and ADMIN_HOST change where and in
 * front of what.
 */
import { relative } from 'node:path';
import {
  ended,
  freePort,
  giveUp,
  isPortTaken,
  isStopping,
  ROOT,
  readPort,
  readState,
  say,
  stopOnSignals,
} from './machine.mjs';
import { ensureRequirements } from './requirements.mjs';
import { ensureBuilt, ensureInstalled, ensureSecrets, ensureTables, hasScript, isDatabaseEmpty } from './set-up.mjs';
import { isPortLost, startWorkers, untilReady } from './workers.mjs';

stopOnSignals();
const wanted = readPort();
const state = readState();
const adminHost = process.env.ADMIN_HOST ?? '';
const inUse = `Port ${wanted} is in use. Stop what uses it, or choose another one: PORT=${wanted + 1} npm start`;

if (wanted !== 0 && (await isPortTaken(wanted))) await giveUp(inUse);
await ensureRequirements(['start']);
await ensureInstalled();
ensureSecrets();
await ensureBuilt();
await ensureTables(state);
const isEmpty = await isDatabaseEmpty(state);

for (;;) {
  const port = wanted || (await freePort());
  const origin = `http://localhost:${port}`;
  const workers = startWorkers({ port, state, adminHost, origin });
  const gone = ended(workers);
  if (await untilReady(workers, port, { embedded: adminHost === '' })) {
    say(`Portal ready at ${origin}`);
    say(`Mail: ${shown(state)}/mail   Log: ${shown(state)}/portal.log   Stop: Ctrl-C`);
    if (adminHost) say(`Admin host: ${adminHost}`);
    else if (isEmpty && hasScript('desk')) say('The database is empty. To fill it with samples: npm run desk -- demo');
    const code = await gone;
    if (!isStopping()) await giveUp(`The workers ended unexpectedly (${code}). Their log: ${state}/portal.log`);
    break;
  }
  if (isStopping()) break;
  if (!isPortLost(workers)) await giveUp(`The portal did not start. Its log: ${state}/portal.log`);
  // Somebody took the port while the runtime was starting.
  if (wanted !== 0) await giveUp(inUse);
}

/** A folder as people write it: from here when it is below here. */
function shown(folder) {
  const path = relative(ROOT, folder);
  return path.startsWith('..') ? folder : path;
}
