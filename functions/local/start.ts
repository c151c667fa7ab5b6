/** `npm start`: the whole portal on this machine. PORT (0: any free one), PORTAL_STATE and ADMIN_HOST configure it. */
import type { ChildProcess } from 'node:child_process';
import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { portInUse, setUp } from './set-up.ts';
import { isPortLost, runCrons, startWorkers, untilHung, untilReady } from './workers.ts';

stopOnSignals();
new CommandLine('npm start', 'Serves the whole portal on this machine.', {
  PORT: 'port of the portal; 0: any free one',
  PORTAL_STATE: 'folder of database, files, mail and log',
  ADMIN_HOST: 'origin of another admin host',
  HOST_PROFILE: 'file with the profile of that host',
}).parse();
const { port: wanted, state, adminHost, hostProfile, isEmpty } = await setUp('npm start');
const log = shortPath(logPath(state));
/** Seconds before each further restart; the last one is repeated. */
const PAUSES = [0, 5, 15, 60];

let restarts = 0;
/** True while crons and desk run, which continue through a restart of the workers. */
let isServing = false;
let port = 0;
for (;;) {
  port = wanted || port || (await freePort());
  const origin = `http://localhost:${port}`;
  const workers = await startWorkers({ port, state, adminHost, hostProfile, origin });
  const gone = waitForExit(workers);
  if (await untilReady(workers, port, { embedded: adminHost === '' })) {
    printLine(`Portal ready at ${origin}`);
    printLine(`Mail: ${shortPath(state)}/mail   Log: ${log}   Stop: Ctrl-C`);
    if (adminHost) printLine(`Admin host: ${adminHost}`);
    else if (!isServing) {
      isServing = true;
      runCrons(port);
      // Not awaited, since the desk is ready some seconds later.
      void startDesk(origin);
      if (isEmpty) printLine('The database is empty. To fill it with samples: npm run desk -- demo');
    }
    const code = await Promise.race([gone, untilHung(workers, port)]);
    if (isStopping()) break;
    if (code !== undefined) await exitWithError(`The workers ended unexpectedly (${code}). Their log: ${log}`);
    await restartLater(workers, 'The workers do not respond.');
    continue;
  }
  if (isStopping()) break;
  if (!isPortLost(workers)) {
    // If the first start fails, another one would fail for the same reason.
    if (restarts === 0 && workers.exitCode !== null) await exitWithError(`The portal did not start. Its log: ${log}`);
    await restartLater(workers, 'The workers did not start.');
    continue;
  }
  // Another process took the port while the runtime was starting.
  if (wanted !== 0) await exitWithError(portInUse(wanted, 'npm start'));
  port = 0;
}

async function restartLater(workers: ChildProcess, why: string): Promise<void> {
  const seconds = PAUSES[Math.min(restarts, PAUSES.length - 1)] ?? 0;
  restarts += 1;
  printLine(`${why} ${seconds === 0 ? 'They are' : `In ${seconds} seconds they are`} restarted.`);
  if (seconds > 0) printLine(`Their log: ${log}`);
  await stop(workers);
  await pause(seconds * 1000);
}

/** Starts the desk at DESK_PORT, else at the port after the portal's; not for a portal at a random port. */
async function startDesk(origin: string): Promise<void> {
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
