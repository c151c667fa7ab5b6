/** Runs the tests of a mutated set (sets.ts) like their project in the main configuration. */
import { defineConfig } from 'vitest/config';
import { unit } from '../../vitest.config.ts';
import { admin, gateway } from '../workers/vitest.config.ts';
import { SETS } from './sets.ts';

const set = SETS[process.env.MUTATION_SET ?? ''];
if (!set) throw new RangeError(`MUTATION_SET names no set: "${process.env.MUTATION_SET}"`);
const { project, tests, leftOut = [] } = set;
const { test, ...rest } = { admin, gateway, unit }[project];

export default defineConfig({
  test: {
    // For a hanging run; a change that makes a test hang is ended sooner and counts as noticed.
    testTimeout: 120_000,
    silent: true,
    projects: [{ ...rest, test: { ...test, include: tests, exclude: leftOut, isolate: false } }],
  },
});
