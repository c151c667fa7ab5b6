/**
 * Browser tests against the real portal: the launcher on a port and a state folder of its own, Debian's Chromium.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';

const port = Number(process.env.E2E_PORT ?? 8797);

// This file is read by every worker process; the first one decides on the folder and the rest inherit it.
process.env.E2E_STATE ??= mkdtempSync(join(tmpdir(), 'it-visa-e2e-'));
const state = process.env.E2E_STATE;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node functions/local/start.mjs',
    url: `http://localhost:${port}/ru`,
    env: { PORT: String(port), PORTAL_STATE: state },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 180_000,
    stdout: 'pipe',
  },
});
