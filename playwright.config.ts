/**
 * Browser tests against the real portal, in Debian's Chromium. Each test process has its own portal on a free port with its
 * own state folder, so that changes to stored data do not affect other processes or runs.
 */
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { installedNode } from './functions/local/machine.ts';
import { findChromium } from './tests/run/requirements.ts';

/** The tags of tests that run in a later stage than that of their folder (tests/e2e/support/stages.ts). */
const LONG = /@long\b/;
const RELEASE = /@release\b/;

/** The time-out for an expected state, an action or a navigation. */
const TIMEOUT_MS = 60_000;

/** Test processes, each with its own portal. On two cores three took a tenth longer than two, and a sixth more of the processor. */
const PROCESSES = availableParallelism();

// Every test process loads this file; the first one creates the folder, and the others inherit the variable.
process.env.E2E_STATES ??= mkdtempSync(join(tmpdir(), 'it-visa-e2e-'));
const stateOf = (index: number | 'empty') => join(process.env.E2E_STATES ?? '', String(index));

/** The number of this test process; Playwright counts from 0. */
const own = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
process.env.E2E_STATE = stateOf(own);
// The initial state of a portal that a test starts itself: empty tables.
process.env.E2E_EMPTY = stateOf('empty');

export default defineConfig({
  outputDir: 'test-results',
  // Node reads TypeScript itself.
  build: { external: ['**/*.ts'] },
  snapshotPathTemplate: 'tests/fixtures/spoken/{arg}{ext}',
  workers: PROCESSES,
  retries: 0,
  // Long enough for a busy machine; only a test that hangs exceeds it.
  timeout: 300_000,
  expect: { timeout: TIMEOUT_MS },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    {
      name: 'browser',
      testDir: 'tests/e2e',
      testIgnore: 'tests/e2e/{long,release,pictures}/**',
      grepInvert: [LONG, RELEASE],
      // An eighth of the time of a processor was for the frames of movements; the later stages have them.
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
    // Slower tests of what a commit can break: `npm run test:long`.
    { name: 'long', testDir: 'tests/e2e', grep: [/\blong\/[\w-]+\.test\.ts/, LONG], grepInvert: RELEASE },
    // All languages, sizes and browsers, and long journeys: `npm run test:release`.
    { name: 'release', testDir: 'tests/e2e', grep: [/\brelease\/[\w-]+\.test\.ts/, RELEASE] },
    // Pictures to look at before a release: `npm run pictures`.
    { name: 'pictures', testDir: 'tests/e2e/pictures' },
  ],
  use: {
    // Playwright reads the ports from the output of the web server's command, and sets them as environment variables.
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
        // Saves one process for each browser; there is no graphics card.
        '--in-process-gpu',
      ],
    },
  },
  // One command for all portals, since Playwright starts several web servers one after the other.
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
