/** The tests of the set that is being changed (sets.mjs), run as their project in the main configuration runs them. */
import { defineConfig } from 'vitest/config';
import { admin, gateway, unit } from '../../vitest.config.ts';
import { SETS } from './sets.mjs';

const { project, tests, leftOut = [] } = SETS[process.env.MUTATION_SET];
const { test, ...rest } = { admin, gateway, unit }[project];

export default defineConfig({
  test: {
    // For what hangs; a change that makes a test hang is ended sooner, and counts as noticed.
    testTimeout: 120_000,
    silent: true,
    projects: [{ ...rest, test: { ...test, include: tests, exclude: leftOut, isolate: false } }],
  },
});
