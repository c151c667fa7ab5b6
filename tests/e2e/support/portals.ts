/**
 * `node portals.ts <empty state> <state folder>…`: creates a state with empty tables, which the tests' own portals copy too,
 * and starts a portal with a copy in each of the folders. When all are ready, prints one line with their origins, in the
 * order of the folders. It ends with the portals, and they end with it.
 */
import { cpSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ensureBuilt } from '../../../functions/local/build.ts';
import { makeTables } from '../../../functions/local/database.ts';
import {
  exitWithError,
  installedNode,
  isStopping,
  printLine,
  start,
  stopOnSignals,
  waitForExit,
} from '../../../functions/local/machine.ts';
import { ensureSecrets } from '../../../functions/local/secrets.ts';

stopOnSignals();
// Built once, before each portal checks it.
ensureSecrets();
await ensureBuilt();

const [empty = '', first = '', ...others] = process.argv.slice(2);
await makeTables(empty);
for (const state of [first, ...others]) cpSync(empty, state, { recursive: true });
// The first one bundles the workers for all.
const origins = [await startPortal(first), ...(await Promise.all(others.map(startPortal)))];
printLine(origins.join(' '));

/** @returns the portal's origin once it is ready */
async function startPortal(state: string): Promise<string> {
  const portal = start([installedNode(), 'functions/local/start.ts'], {
    env: { PORT: '0', PORTAL_STATE: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  waitForExit(portal).then((code) => isStopping() || exitWithError(`The portal of ${state} ended (${code}).`));
  return new Promise((ready) => {
    if (!portal.stdout) throw new TypeError('The output of the portal is not read');
    createInterface({ input: portal.stdout }).on('line', (line) => {
      const [, origin] = /^Portal ready at (\S+)/.exec(line) ?? [];
      if (origin) ready(origin);
    });
  });
}
