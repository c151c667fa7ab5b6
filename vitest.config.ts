/**
 * Four kinds of tests: pure ones in Node, and those of the three workers inside workerd with real bindings. Those in Node that
 * start the project's tools or dozens of hosts are apart, in folders `long`: `npm run test:long`.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { transformWithOxc } from 'vite';
import { defineConfig } from 'vitest/config';
import { inlineScripts } from './src/build/inline-scripts.ts';
import { SAMPLE_RESPONSES } from './tests/workers/gateway/sample-responses.ts';

/** The tests bring their own secrets; wrangler would tell for each file that it has read those of `npm start`. */
process.env.WRANGLER_LOG ??= 'warn';

/**
 * The workers' databases and buckets are temporary, and yet every write waits for the disk, which took a third of the time
 * of the admin host's tests: they go to a folder in memory, where there is one that is large enough (Linux). Tests in Node
 * stay with the usual folder for what is temporary.
 */
const TEMPORARY = tmpdir();
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 2 ** 30;
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > MEMORY_NEEDED) {
    const folder = mkdtempSync(`${MEMORY}/it-visa-`);
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    process.env.TMPDIR = folder;
  }
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Otherwise the runtime reports each exception to whom it passes it on, and each caller that has gone. */
const QUIET = { verbose: false };

const RECORDING_HOST = path('./tests/workers/gateway/recording-host.ts');
/** Stands where the admin host stands, and records what reaches it (tests/workers/gateway/recording-host.ts). */
const recordingHost = {
  name: 'it-visa-admin',
  modules: true,
  compatibilityDate: '2026-11-01',
  script: (await transformWithOxc(readFileSync(RECORDING_HOST, 'utf8'), RECORDING_HOST)).code,
  bindings: { RESPONSES: JSON.stringify(SAMPLE_RESPONSES) },
};

/**
 * Files of a worker's tests run one after another in the same runtime, and yet as if each had its own. Not those in Node: what
 * the packages there hold, which are not loaded anew, would go from file to file.
 */
const OWN_MODULES = path('./tests/workers/own-modules.ts');
const sharing = { isolate: false, setupFiles: [OWN_MODULES] };

export const gateway = {
  plugins: [
    cloudflareTest({
      ...QUIET,
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          BIND_SECRET: 'a secret of the tests that is long enough to be accepted',
          HOST_SECRET: 'another secret of the tests that is long enough to be accepted',
        },
        assets: { directory: path('./tests/workers/gateway/site'), binding: 'ASSETS' },
        workers: [recordingHost],
      },
    }),
  ],
  test: { ...sharing, name: 'gateway', include: ['tests/workers/gateway/**/*.test.ts'] },
};

const SAMPLES = path('./functions/admin/desk/samples');
/** workerd has no files: it gets the samples of `npm run desk -- demo` as text, in place of what reads them. */
const samples = {
  name: 'samples',
  transform(_: string, id: string) {
    if (!id.endsWith('functions/admin/desk/read-sample.ts')) return null;
    const files = readdirSync(SAMPLES).map((name) => [name, readFileSync(`${SAMPLES}/${name}`).toString('base64')]);
    return `const files = ${JSON.stringify(Object.fromEntries(files))};
      export const readSample = (name) => Uint8Array.from(atob(files[name]), (sign) => sign.charCodeAt(0));`;
  },
};

export const admin = {
  plugins: [
    samples,
    cloudflareTest(async () => ({
      ...QUIET,
      wrangler: { configPath: './functions/admin/wrangler.toml' },
      miniflare: {
        bindings: {
          FILES_SECRET: 'a secret of the tests that is long enough to be accepted',
          // Whatever the owner has set.
          RETENTION_MONTHS: '',
          VISA_PASSPORT_CHARACTERS: '',
          MESSAGES_TO: 'office@example.org',
          TEST_MIGRATIONS: await readD1Migrations(path('./functions/admin/migrations')),
        },
      },
    })),
  ],
  test: {
    ...sharing,
    name: 'admin',
    include: ['tests/workers/admin/**/*.test.ts'],
    setupFiles: [
      OWN_MODULES,
      ...['empty-storage', 'clock', 'quick-hashing', 'no-jitter'].map((name) =>
        path(`./tests/workers/admin/support/${name}.ts`),
      ),
    ],
  },
};

export const desk = {
  plugins: [
    cloudflareTest(async () => ({
      ...QUIET,
      wrangler: { configPath: './functions/desk/wrangler.toml' },
      miniflare: {
        assets: { directory: path('./tests/workers/desk/assets'), binding: 'ASSETS' },
        bindings: {
          FILES_SECRET: 'a secret of the tests that is long enough to be accepted',
          ACCESS_ISSUER: 'https://office.cloudflareaccess.com',
          ACCESS_AUDIENCE: 'audience-of-the-tests',
          RETENTION_MONTHS: '',
          FOUR_EYES: '',
          // For what makes applications through the admin host's own handlers.
          MAIL_FROM: 'it-visa@example.com',
          TEST_MIGRATIONS: await readD1Migrations(path('./functions/admin/migrations')),
        },
      },
    })),
  ],
  test: {
    ...sharing,
    name: 'desk',
    include: ['tests/workers/desk/**/*.test.ts'],
    setupFiles: [
      OWN_MODULES,
      ...['empty-storage', 'quick-hashing'].map((name) => path(`./tests/workers/admin/support/${name}.ts`)),
    ],
  },
};

const LONG = 'tests/unit/**/long/*.test.ts';
const inNode = { environment: 'node', pool: 'threads', env: { TMPDIR: TEMPORARY } } as const;
const plugins = [inlineScripts()];
export const unit = {
  plugins,
  test: { ...inNode, name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: [LONG] },
};
const unitLong = { plugins, test: { ...inNode, name: 'unit-long', include: [LONG], maxConcurrency: 2 } };

export default defineConfig({
  test: {
    // For what hangs, not for what is slow: a test may wait for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The workers log every call; only a failing test's lines are worth reading.
    silent: 'passed-only',
    // On a machine with two cores one would be left idle.
    maxWorkers: '100%',
    projects: [unit, unitLong, gateway, admin, desk],
  },
});
