/**
 * `npm run test:mutation [-- set…]`: makes small changes to the code, one at a time, and reports those that no test notices
 * (Stryker). Fails below 90 %. Takes most of an hour; `sets.ts` lists the code.
 */
import { Stryker } from '@stryker-mutator/core';
import { Argument } from 'commander';
import { CommandLine } from '../../functions/command-line.ts';
import { SETS } from './sets.ts';

/** The required percentage of noticed changes. */
const WANTED = 90;

const { args: names } = new CommandLine(
  'npm run test:mutation',
  'Changes the code in small ways and lists the changes that no test notices. All sets unless some are named.',
)
  .addArgument(new Argument('[set...]').choices(Object.keys(SETS)))
  .parse();
for (const name of names.length > 0 ? names : Object.keys(SETS)) {
  const set = SETS[name];
  if (!set) throw new RangeError(`"${name}" is not a set`);
  // Read by vitest.config.ts in this folder, in Stryker's processes.
  process.env.MUTATION_SET = name;
  await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Tests of workers reach the code through the worker, not by an import.
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Code that runs once when a module is loaded needs all its tests again for each change.
    ignoreStatic: !set.withStatic,
    mutate: set.mutate,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
    ignorePatterns: ['dist', '.wrangler', 'test-results', 'test-again'],
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: `test-results/mutation/${name}.json` },
    clearTextReporter: { logTests: false, reportTests: false },
    thresholds: { high: 95, low: WANTED, break: WANTED },
  }).runMutationTest();
}
