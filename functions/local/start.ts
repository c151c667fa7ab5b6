/** `npm start`: the whole portal on this machine. PORT (0: any free one), PORTAL_STATE and ADMIN_HOST configure it. */
import { relative } from 'node:path';
import { CommandLine } from '../command-line.ts';
import { serveDesk } from './desk.ts';
import { logPath } from './log.ts';
import {
  exitWithError,
  freePort,
  isPortTaken,
  isStopping,
  messageOf,
  printLine,
  ROOT,
  stop,
  stopOnSignals,
  waitForExit,
  warn,
} from './machine.ts';
import { setUp } from './set-up.ts';
import { runCrons, startWorkers, untilReady } from './workers.ts';

stopOnSignals();
new CommandLine('npm start', 'Serves the whole portal on this machine.', {
  PORT: 'port of the portal; 0: any free one',
  PORTAL_STATE: 'folder of database, files, mail and log',
  ADMIN_HOST: 'origin of another admin host',
  HOST_PROFILE: 'file with the profile of that host',
}).parse();
const { port: wanted, state, adminHost, hostProfile, isEmpty } = await setUp('npm start');
const log = shortPath(logPath(state));
const port = wanted || (await freePort());
const origin = `http://localhost:${port}`;
const workers = await startWorkers({ port, state, adminHost, hostProfile, origin });
const gone = waitForExit(workers);
const isReady = await untilReady(workers, port, { embedded: adminHost === '' });
if (isReady) {
  printLine(`Portal ready at ${origin}`);
  printLine(`Mail: ${shortPath(state)}/mail   Log: ${log}   Stop: Ctrl-C`);
  if (adminHost) printLine(`Admin host: ${adminHost}`);
  else {
    runCrons(port);
    // Not waited for: it is ready some seconds later.
    void startDesk();
    if (isEmpty) printLine('The database is empty. To fill it with samples: npm run desk -- demo');
  }
}
if (!isReady) await stop(workers);
const code = await gone;
if (!isStopping())
  await exitWithError(
    isReady
      ? `The workers ended unexpectedly (${code}). Their log: ${log}`
      : `The portal did not start. Its log: ${log}`,
  );

/** Starts the desk at DESK_PORT, else the port after the portal's; not beside a portal on any free port. */
async function startDesk(): Promise<void> {
  const own = Number(process.env.DESK_PORT);
  if (!own && wanted === 0) return;
  const free = async (near: number) => (near < 65_535 && !(await isPortTaken(near)) ? near : freePort());
  const deskPort = own || (await free(wanted + 1));
  const issuerPort = await free(deskPort + 1);
  const vars = { FOUR_EYES: process.env.FOUR_EYES ?? '' };
  try {
    await serveDesk({ port: deskPort, issuerPort, state, origin, vars });
    printLine(`Desk ready at http://localhost:${deskPort} (enter as an officer: http://localhost:${issuerPort})`);
  } catch (error) {
    if (!isStopping()) warn(`The desk did not start: ${messageOf(error)}`);
  }
}

function shortPath(path: string): string {
  const short = relative(ROOT, path);
  return short.startsWith('..') ? path : short;
}
