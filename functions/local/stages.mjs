/**
 * The stages of the tests, in order: what each is called, what is made first, and its checks. A check that is not `shown`
 * writes only when it fails, or when it warns. What takes long is for `npm run test:long`.
 *
 * @typedef {object} Check
 * @property {boolean} [shown]
 * @property {RegExp[]} [leavesOut] shapes of lines on the error stream that are expected and not shown
 * @property {(given: string[], file: string) => string[]} command `given`: arguments for the tool; `file`: for its report
 * @property {(seen: { file: string, output: string }) => import('./failures.mjs').Failure[]} failures
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {boolean} [isLong]
 * @property {string} [leaves] a folder with more about what failed, which the next run clears
 * @property {string[][]} [first]
 * @property {(given: string[]) => Check[]} checks
 */
import { join } from 'node:path';
import { buildFailures, lintFailures, reported, typeFailures } from './failures.mjs';
import { installedNode, ROOT, tool } from './machine.mjs';

const workerTypes = (config, folder) => [
  ...tool('wrangler'),
  ...['types', `${folder}/worker-configuration.d.ts`, '-c', config, '--strict-vars', 'false'],
];

/** Each part is checked with the types of the runtime it runs in; the workers' tests together with their worker. */
const PROJECTS = {
  // The longest ones first.
  astro: [...tool('astro'), 'check', '--minimumFailingSeverity', 'warning'],
  ...Object.fromEntries(
    ['tests/unit', 'tests/e2e', 'functions/admin', 'functions/gateway', 'src/domain'].map((project) => [
      project,
      [...tool('typescript', 'tsc'), '--noEmit', '--pretty', 'false', '-p', project],
    ]),
  ),
};

/** Where Playwright leaves its screenshots (playwright.config.ts). */
const PICTURES = 'test-results';

/** @returns {Check} */
const playwright = (project, more = []) => ({
  shown: true,
  command: (given) => [
    ...[...tool('playwright'), 'test', '-c', 'playwright.config.ts', '--project', project],
    ...['--reporter', 'list,./functions/local/reporters/playwright.mjs', ...more, ...given],
  ],
  failures: ({ file }) => reported(file),
});

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
  /^stack:(?: \S+\/workerd@[0-9a-f]+)+ ?$/,
];

/** @type {Stage[]} */
export const STAGES = [
  {
    name: 'types',
    /** Arguments name projects. */
    checks: (given) =>
      Object.entries(PROJECTS)
        .filter(([project]) => given.length === 0 || given.includes(project))
        .map(([project, command]) => ({
          command: () => command,
          failures: ({ output }) => typeFailures(output, project),
        })),
    first: [
      workerTypes('wrangler.toml', 'functions/gateway'),
      workerTypes('functions/admin/wrangler.toml', 'functions/admin'),
    ],
  },
  {
    name: 'lint',
    checks: () => [
      {
        command: (given, file) => [
          ...[...tool('@biomejs/biome'), 'check', '--error-on-warnings', '--reporter=default'],
          ...['--reporter=json', `--reporter-file=${file}`, ...(given.length > 0 ? given : ['.'])],
        ],
        failures: ({ file }) => lintFailures(file),
      },
    ],
  },
  {
    name: 'unit',
    checks: () => [
      {
        shown: true,
        command: (given) => [
          ...[...tool('vitest'), 'run', '--includeTaskLocation', '--reporter=default'],
          ...['--reporter=./functions/local/reporters/vitest.mjs', ...given],
        ],
        leavesOut: ENDED_ON_PURPOSE,
        failures: ({ file }) => reported(file),
      },
    ],
  },
  {
    name: 'build',
    checks: () => [
      {
        command: (given) => [installedNode(), join(ROOT, 'functions/local/build.mjs'), ...given],
        failures: ({ output }) => buildFailures(output),
      },
    ],
  },
  { name: 'browser', leaves: PICTURES, checks: () => [playwright('browser')] },
  {
    name: 'long',
    isLong: true,
    leaves: PICTURES,
    checks: () => [playwright('long', ['--global-timeout', String(15 * 60_000)])],
  },
];
