/** Test projects of the three workers, in workerd with real bindings, beside all slow tests of `npm run test:long`. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { transformWithOxc } from 'vite';
import { defineConfig } from 'vitest/config';
import { limits, OWN_GLOBALS, SLOW, sharing, slowUnit } from '../../vitest.config.ts';
import { SAMPLE_RESPONSES } from './gateway/sample-responses.ts';

/** Tests set their own secrets. Hides the notice that wrangler prints for each file about the secrets of `npm start`. */
process.env.WRANGLER_LOG ??= 'warn';

/**
 * Stores the workers' databases and buckets in memory where `/dev/shm` has enough space (Linux), since waiting for the disk
 * took a third of the time of the admin host's tests. Tests in Node use the usual temporary folder.
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

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

/** Hides the runtime's report for each exception that a worker throws and each caller that disconnects. */
const QUIET = { verbose: false };

const longOf = (worker: string) => ({ include: [`tests/workers/${worker}/long/*.test.ts`], exclude: [] });

const RECORDING_HOST = path('tests/workers/gateway/recording-host.ts');
/** Replaces the admin host, and records the requests that reach it (tests/workers/gateway/recording-host.ts). */
const recordingHost = {
  name: 'it-visa-admin',
  modules: true,
  compatibilityDate: '2026-11-01',
  script: (await transformWithOxc(readFileSync(RECORDING_HOST, 'utf8'), RECORDING_HOST)).code,
  bindings: { RESPONSES: JSON.stringify(SAMPLE_RESPONSES) },
};

/**
 * Tests that take no longer than the start of a second runtime. Groups run one after another, the host's last: then fewer stages
 * run beside it.
 */
const oneRuntime = (groupOrder: number) => ({ maxWorkers: 1, sequence: { groupOrder } });
const LAST = { sequence: { groupOrder: 3 } };

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
        assets: { directory: path('tests/workers/gateway/site'), binding: 'ASSETS' },
        workers: [recordingHost],
      },
    }),
  ],
  test: { ...sharing, ...oneRuntime(1), name: 'gateway', include: ['tests/workers/gateway/**/*.test.ts'] },
};

const SAMPLES = path('functions/terminal/samples');
/** Replaces the module that reads the samples of `npm run desk -- demo` by their contents, since workerd has no file system. */
const samples = {
  name: 'samples',
  transform(_: string, id: string) {
    if (!id.endsWith('functions/terminal/read-sample.ts')) return null;
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
          // Overrides the settings of this machine.
          RETENTION_MONTHS: '',
          VISA_PASSPORT_CHARACTERS: '',
          MESSAGES_TO: 'office@example.org',
          TEST_MIGRATIONS: await readD1Migrations(path('functions/admin/migrations')),
        },
      },
    })),
  ],
  test: {
    ...sharing,
    ...LAST,
    name: 'admin',
    include: ['tests/workers/admin/**/*.test.ts'],
    exclude: [SLOW],
    setupFiles: [
      OWN_GLOBALS,
      ...['empty-storage', 'clock', 'quick-hashing', 'no-jitter', 'no-pause'].map((name) =>
        path(`tests/workers/admin/support/${name}.ts`),
      ),
    ],
  },
};

export const desk = {
  // As deployed: React's development version takes half of the time, for stacks of every element.
  oxc: { jsx: { development: false } },
  plugins: [
    cloudflareTest(async () => ({
      ...QUIET,
      wrangler: { configPath: './functions/desk/wrangler.toml' },
      miniflare: {
        assets: { directory: path('tests/workers/desk/assets'), binding: 'ASSETS' },
        bindings: {
          FILES_SECRET: 'a secret of the tests that is long enough to be accepted',
          ACCESS_ISSUER: 'https://office.cloudflareaccess.com',
          ACCESS_AUDIENCE: 'audience-of-the-tests',
          RETENTION_MONTHS: '',
          FOUR_EYES: '',
          // For the helpers that create applications with the admin host's handlers.
          MAIL_FROM: 'it-visa@example.com',
          TEST_MIGRATIONS: await readD1Migrations(path('functions/admin/migrations')),
        },
      },
    })),
  ],
  test: {
    ...sharing,
    ...oneRuntime(2),
    name: 'desk',
    env: { NODE_ENV: 'production' },
    include: ['tests/workers/desk/**/*.test.ts'],
    exclude: [SLOW],
    setupFiles: [
      OWN_GLOBALS,
      ...['empty-storage', 'quick-hashing', 'no-pause'].map((name) => path(`tests/workers/admin/support/${name}.ts`)),
    ],
  },
};

const adminLong = { ...admin, test: { ...admin.test, ...longOf('admin'), name: 'admin-long' } };
const deskLong = { ...desk, test: { ...desk.test, ...longOf('desk'), name: 'desk-long' } };

/** In the usual temporary folder. */
const unitLong = slowUnit('long');
const inNode = { ...unitLong, test: { ...unitLong.test, env: { TMPDIR: TEMPORARY } } };

export default defineConfig({
  test: { ...limits, projects: [inNode, gateway, admin, adminLong, desk, deskLong] },
});
