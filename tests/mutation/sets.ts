/**
 * What is mutated, and by which tests each change has to be noticed. Rules, file checks and body readers are tested in
 * Node; the gateway in workerd, where a mutant costs ten times as much.
 */
export interface MutationSet {
  /** Of vitest.config.ts. */
  project: 'unit' | 'gateway' | 'admin';
  mutate: string[];
  tests: string[];
  leftOut?: string[];
  /** Also what runs once, when a module is loaded. */
  withStatic?: boolean;
}

export const SETS: Readonly<Record<string, MutationSet>> = {
  rules: {
    project: 'unit',
    mutate: [
      'src/domain/**/*.ts',
      // Facts, which a test could only write down again: tables, the contract's schemas, times, routes and keys. Those that
      // somebody keeps to are held by the workers' tests.
      '!src/domain/reference/*.ts',
      // A set of its own.
      '!src/domain/files/*.ts',
      '!src/domain/api/{contract/**/,}*.ts',
      'src/domain/api/{answers,parcels}.ts',
      '!src/domain/account/{mails,reset,session}.ts',
    ],
    tests: ['tests/unit/domain/**/*.test.ts', 'tests/unit/admin/file-names.test.ts'],
    // Loads modules within a test: all that runs once in them would count as looked at by that test, and by no other.
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
    // The worker is loaded by the first test that calls it, which alone would count as looking at what runs then.
    withStatic: true,
  },
  bodies: {
    project: 'unit',
    mutate: ['functions/admin/body/*.ts'],
    tests: ['tests/unit/admin/bodies.test.ts'],
  },
};
