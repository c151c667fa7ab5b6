/**
 * The stages of `npm test`, in order: what each is called, the commands it runs one after the other, and then the checks
 * that do not wait for each other.
 */
import { ensureChromium } from './chromium.mjs';
import { tool } from './machine.mjs';

const GENERATED = 'worker-configuration.d.ts';
const tsc = (project) => [...tool('typescript', 'tsc'), '--noEmit', '-p', project];
const workerTypes = (config, folder) => [
  ...tool('wrangler'),
  ...['types', `${folder}/${GENERATED}`, '-c', config, '--strict-vars', 'false'],
];

/** Each part is checked with the types of the runtime it runs in; the workers' tests together with their worker. */
const PROJECTS = ['src/domain', 'functions/gateway', 'functions/admin', 'tests/unit', 'tests/e2e'];

/** Needed by every stage that reads the workers' sources; quick enough to be made each time. */
export const TYPES = [
  workerTypes('wrangler.toml', 'functions/gateway'),
  workerTypes('functions/admin/wrangler.toml', 'functions/admin'),
];

export const STAGES = [
  {
    name: 'types',
    commands: () => [...TYPES, [...tool('astro'), 'sync']],
    checks: () => [
      // The longest one first.
      [...tool('astro'), 'check', '--minimumFailingSeverity', 'warning'],
      ...PROJECTS.map(tsc),
    ],
  },
  { name: 'lint', commands: () => [[...tool('@biomejs/biome'), 'check', '--error-on-warnings', '.']] },
  { name: 'unit', commands: () => [[...tool('vitest'), 'run']] },
  { name: 'build', commands: () => [[...tool('astro'), 'build']] },
  {
    name: 'browser',
    prepare: ensureChromium,
    commands: () => [[...tool('playwright'), 'test', '-c', 'playwright.config.ts']],
  },
];
