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

/**
 * What workerd itself writes of calls that tests of the gateway end on purpose (a body over its limit, a silent host, a
 * refused connection), "uncaught" although the gateway has caught it; the line of addresses after each belongs to it.
 */
const ENDED_ON_PURPOSE = [
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.Error: Refusal: The body is larger than \d+ bytes$/,
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.DOMException\(TimeoutError\): Silence$/,
  /^uncaught exception; source = Uncaught \(in promise\); stack = Error: Network connection lost\.$/,
  /^uncaught exception; exception = [\w./+]+:\d+: disconnected: jsg\.Error: Network connection lost\.$/,
  /^exception = [\w./+-]+:\d+: disconnected: (read end of pipe was aborted|reader canceled|Connection refused \(os error 111\))$/,
  /^stack: (\S+\/workerd@[0-9a-f]+ ?)+$/,
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
  { name: 'unit', commands: () => [[...tool('vitest'), 'run']], leavesOut: ENDED_ON_PURPOSE },
  { name: 'build', commands: () => [[...tool('astro'), 'build']] },
  {
    name: 'browser',
    prepare: ensureChromium,
    commands: () => [[...tool('playwright'), 'test', '-c', 'playwright.config.ts']],
  },
];
