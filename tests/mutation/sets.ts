/**
 * The mutated code, and the tests that must notice each change. Rules, file checks and body readers are tested in Node; the
 * gateway in workerd, where a mutant costs ten times as much.
 */
export interface MutationSet {
  /** A project of the tests' configurations. */
  project: 'unit' | 'gateway' | 'admin';
  mutate: string[];
  tests: string[];
  leftOut?: string[];
  /** Includes code that runs once when a module is loaded. */
  withStatic?: boolean;
}

export const SETS: Readonly<Record<string, MutationSet>> = {
  rules: {
    project: 'unit',
    mutate: [
      'src/domain/**/*.ts',
      // Tables, the contract's schemas, times, routes and keys, which a test could only repeat; the workers' tests cover
      // their use.
      '!src/domain/reference/*.ts',
      // Covered by another set.
      '!src/domain/files/*.ts',
      '!src/domain/api/{contract/**/,}*.ts',
      'src/domain/api/{answers,parcels}.ts',
      '!src/domain/account/{mails,reset,session}.ts',
    ],
    tests: ['tests/unit/domain/**/*.test.ts', 'tests/unit/admin/file-names.test.ts'],
    // Loads modules within a test, so that all code that runs once in them would be attributed to that test only.
    leftOut: ['tests/unit/domain/application/stages.test.ts'],
  },
  files: {
    project: 'unit',
    mutate: ['src/domain/files/*.ts'],
    tests: ['tests/unit/domain/files/*.test.ts'],
  },
  gateway: {
    project: 'gateway',
    mutate: ['functions/gateway/*.ts'],
    tests: ['tests/workers/gateway/**/*.test.ts'],
    // The first test that calls the worker loads it, so that code running then would be attributed to that test only.
    withStatic: true,
  },
  bodies: {
    project: 'unit',
    mutate: ['functions/admin/body/*.ts'],
    tests: ['tests/unit/admin/bodies.test.ts'],
  },
};
