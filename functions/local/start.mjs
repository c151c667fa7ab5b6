/**
 * `npm start`: the whole portal on this machine. PORT (0: any that is free), PORTAL_STATE and ADMIN_HOST change where and in
 * front of what.
 */
import { relative } from 'node:path';
import { readArguments } from './command-line.mjs';
import { runCrons } from './crons.mjs';
import { ended, freePort, giveUp, isStopping, ROOT, say, stopOnSignals } from './machine.mjs';
import { logOf, portInUse, setUp } from './set-up.mjs';
import { isPortLost, startWorkers, untilReady } from './workers.mjs';

stopOnSignals();
readArguments({
  command: 'npm start',
  about:
    'Serves the whole portal on this machine. PORT, PORTAL_STATE and ADMIN_HOST change where and in front of what.',
});
const { port: wanted, state, adminHost, isEmpty } = await setUp('npm start');
const log = shown(logOf(state));

for (;;) {
  const port = wanted || (await freePort());
  const origin = `http://localhost:${port}`;
  const workers = startWorkers({ port, state, adminHost, origin });
  const gone = ended(workers);
  if (await untilReady(workers, port, { embedded: adminHost === '' })) {
    say(`Portal ready at ${origin}`);
    say(`Mail: ${shown(state)}/mail   Log: ${log}   Stop: Ctrl-C`);
    if (adminHost) say(`Admin host: ${adminHost}`);
    else {
      runCrons(port);
      if (isEmpty) say('The database is empty. To fill it with samples: npm run desk -- demo');
    }
    const code = await gone;
    if (!isStopping()) await giveUp(`The workers ended unexpectedly (${code}). Their log: ${log}`);
    break;
  }
  if (isStopping()) break;
  if (!isPortLost(workers)) await giveUp(`The portal did not start. Its log: ${log}`);
  // Somebody took the port while the runtime was starting.
  if (wanted !== 0) await giveUp(portInUse(wanted, 'npm start'));
}

/** A path as people write it: from here when it is below here. */
function shown(path) {
  const short = relative(ROOT, path);
  return short.startsWith('..') ? path : short;
}
