/**
 * Test projects in Node; tests/workers/vitest.config.ts has those of the workers. Slow tests, which start tools or many hosts or
 * try every variant, are in folders named `long` and `release`, and run with `npm run test:long` and `npm run test:release`.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { inlineScriptsPlugin } from './src/build/inline-scripts.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The slow tests of a project. */
export const SLOW = 'tests/{unit,workers}/**/{long,release}/*.test.ts';

/** Test files of a worker share one runtime, and those in Node their threads. */
export const OWN_GLOBALS = path('./tests/fixtures/own-globals.ts');
export const sharing = { isolate: false, setupFiles: [OWN_GLOBALS] };

/** For every project. */
export const limits = {
  // Long enough for a busy machine; only a test that hangs exceeds it.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // The workers log every call; shows the lines of failed tests only.
  silent: 'passed-only',
  // The default leaves one of two cores idle.
  maxWorkers: '100%',
} as const;

const inNode = { environment: 'node', pool: 'threads' } as const;
const plugins = [inlineScriptsPlugin()];
/** Packages that hold state in their modules, which own-modules.ts can renew only when vite loads them. */
const STATEFUL = [/nanostores/, /\/i18next\//];
export const unit = {
  plugins,
  test: {
    ...inNode,
    ...sharing,
    name: 'unit',
    setupFiles: [OWN_GLOBALS, path('./tests/fixtures/own-modules.ts')],
    include: ['tests/unit/**/*.test.ts'],
    exclude: [SLOW],
    server: { deps: { inline: STATEFUL } },
  },
};
/** Tests of the build's output; the stage `build` runs them. */
const built = { test: { ...inNode, name: 'built', include: ['tests/built/*.test.ts'] } };
export const slowUnit = (stage: 'long' | 'release') => ({
  plugins,
  test: { ...inNode, name: `unit-${stage}`, include: [`tests/unit/**/${stage}/*.test.ts`], maxConcurrency: 2 },
});

export default defineConfig({
  test: { ...limits, projects: [unit, built, slowUnit('long'), slowUnit('release')] },
});
