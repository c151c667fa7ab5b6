/**
 * Browser tests against the real portal, in Debian's Chromium. Each of the test processes has a portal of its own, on a free
 * port and a state folder of its own: what one test changes behind the pages disturbs no other, and no other run.
 */
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { installedNode } from './functions/local/machine.ts';
import { findChromium } from './functions/local/requirements.ts';

/** The tags of tests that run in a later stage than that of their folder (tests/e2e/support/stages.ts). */
const LONG = /@long\b/;
const RELEASE = /@release\b/;

/** Of waits for a state, an action or a page. */
const TIMEOUT_MS = 60_000;

const PROCESSES = Math.min(2, availableParallelism());

// This file is read by every test process; the first reader decides on the folder and the rest inherit it.
process.env.E2E_STATES ??= mkdtempSync(join(tmpdir(), 'it-visa-e2e-'));
const stateOf = (index: number | 'empty') => join(process.env.E2E_STATES ?? '', String(index));

/** Which test process this is; playwright numbers them from 0. */
const own = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
process.env.E2E_STATE = stateOf(own);
// With tables and nothing in them: what a portal of a test's own begins with.
process.env.E2E_EMPTY = stateOf('empty');

export default defineConfig({
  outputDir: 'test-results',
  workers: PROCESSES,
  retries: 0,
  // These are for what hangs only: a loaded machine may take its time.
  timeout: 300_000,
  expect: { timeout: TIMEOUT_MS },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'browser', testDir: 'tests/e2e', testIgnore: ['**/long/**', '**/release/**'], grepInvert: [LONG, RELEASE] },
    // What a commit may break and takes longer: `npm run test:long`.
    { name: 'long', testDir: 'tests/e2e', grep: [/\blong\/[\w-]+\.test\.ts/, LONG], grepInvert: RELEASE },
    // Everything in every language, size and browser, and days of use: `npm run test:release`.
    { name: 'release', testDir: 'tests/e2e', grep: [/\brelease\/[\w-]+\.test\.ts/, RELEASE] },
  ],
  use: {
    // Which port each portal has found is told by the command that starts them, and handed to the test processes as environment.
    baseURL: `http://localhost:${process.env[`PORTAL_${own}_PORT`]}`,
    browserName: 'chromium',
    actionTimeout: TIMEOUT_MS,
    navigationTimeout: TIMEOUT_MS,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process less beside each of the two test processes; nothing is drawn by a graphics card here.
        '--in-process-gpu',
      ],
    },
  },
  // One command for all of them: Playwright would start one after the other.
  webServer: {
    command: `${installedNode()} tests/e2e/support/portals.ts ${stateOf('empty')} ${Array.from({ length: PROCESSES }, (_, index) => stateOf(index)).join(' ')}`,
    wait: {
      stdout: new RegExp(
        Array.from({ length: PROCESSES }, (_, index) => `http://localhost:(?<PORTAL_${index}_PORT>\\d+)`).join(' '),
      ),
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 180_000,
    stdout: 'ignore',
  },
});
