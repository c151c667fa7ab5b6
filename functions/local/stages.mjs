/**
 * The stages of the tests, in order: what each is called, what is made first, and its checks; and what runs one. A check that
 * is not `shown` writes only when it fails, or when it warns. What takes longer is for `npm run test:long` and `npm run test:release`.
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
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { buildFailures, lintFailures, reported, typeFailures } from './failures.mjs';
import { ended, installedNode, isStopping, ROOT, run, start, tool } from './machine.mjs';

const workerTypes = (config, folder) => [
  ...tool('wrangler'),
  ...['types', `${folder}/worker-configuration.d.ts`, '-c', config, '--strict-vars', 'false'],
];

const PROJECTS = ['tests/unit', 'tests/e2e', 'functions/admin', 'functions/gateway', 'functions/desk', 'src/domain'];

const ASTRO = [...tool('astro'), 'check', '--minimumFailingSeverity', 'warning'];
/** All projects in one process, which reads what they share once. */
const TYPESCRIPT = [...tool('typescript', 'tsc'), '--build', '--noEmit', '--pretty', 'false'];

/** @returns {Check} */
const typeCheck = (command, projects) => ({
  command: () => command,
  failures: ({ output }) => typeFailures(output, projects),
});

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

/** @returns {Check} @param projects arguments that choose among those of vitest.config.ts */
const vitest = (projects) => ({
  shown: true,
  command: (given) => [
    ...[...tool('vitest'), 'run', ...projects, '--includeTaskLocation', '--reporter=default'],
    ...['--reporter=./functions/local/reporters/vitest.mjs', ...given],
  ],
  leavesOut: ENDED_ON_PURPOSE,
  failures: ({ file }) => reported(file),
});

/** What workerd writes of calls that the gateway's tests end on purpose: "uncaught", though the gateway has caught it. */
const ENDED_ON_PURPOSE = [
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.Error: Refusal: The body is larger than \d+ bytes$/,
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.DOMException\(TimeoutError\): Silence$/,
  /^uncaught exception; source = Uncaught \(in promise\); stack = Error: Network connection lost\.$/,
  /^uncaught exception; exception = [\w./+]+:\d+: disconnected: jsg\.Error: Network connection lost\.$/,
  /^exception = [\w./+-]+:\d+: disconnected: (read end of pipe was aborted|reader canceled|Connection refused \(os error 111\))$/,
  /^stack:(?: \S+\/workerd@[0-9a-f]+)+ ?$/,
];

/** For what hangs only: a loaded machine may take its time. */
const GIVEN_UP = ['--global-timeout', String(60 * 60_000)];

/** @type {Stage[]} */
export const STAGES = [
  {
    name: 'types',
    /** Arguments name projects of plain TypeScript, or `astro`. */
    checks: (given) => {
      const wanted = given.length > 0 ? given : ['astro', ...PROJECTS];
      const projects = wanted.filter((name) => name !== 'astro');
      return [
        ...(wanted.includes('astro') ? [typeCheck(ASTRO, ['astro'])] : []),
        ...(projects.length > 0 ? [typeCheck([...TYPESCRIPT, ...projects], projects)] : []),
      ];
    },
    first: [
      workerTypes('wrangler.toml', 'functions/gateway'),
      workerTypes('functions/admin/wrangler.toml', 'functions/admin'),
      workerTypes('functions/desk/wrangler.toml', 'functions/desk'),
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
  { name: 'unit', checks: () => [vitest(['--project', 'unit'])] },
  // By itself: beside those in Node they took half as long again, since one process prepares the modules of all.
  { name: 'workers', checks: () => [vitest(['--project', 'gateway', '--project', 'admin'])] },
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
  { name: 'unit-long', isLong: true, checks: () => [vitest(['--project', 'unit-long'])] },
  {
    name: 'long',
    isLong: true,
    leaves: PICTURES,
    checks: () => [playwright('long', GIVEN_UP)],
  },
  { name: 'release', isLong: true, leaves: PICTURES, checks: () => [playwright('release', GIVEN_UP)] },
];

const WARNING = /\[WARN\]/;

/**
 * Runs one stage: what it makes first, then its checks, one a core. @param {Stage} stage @param {string[]} given for its tool
 * @param {string} [log] a file for the output, in place of the terminal
 * @returns {Promise<import('./failures.mjs').Failure[] | null>} null when all passed
 */
export async function runStage(stage, given = [], log) {
  const checks = stage.checks(given);
  if (checks.length === 0) return [{ what: `${stage.name} has nothing of the name ${given.join(' or ')}`, again: [] }];
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-test-'));
  const sink = log ? openSync(log, 'a') : 1;
  const env = { E2E_STATES: folder };
  const failed = [];
  try {
    const made = (stage.first ?? []).map((command) => ({ command: () => command, failures: () => [] }));
    for (const side of [made, checks]) {
      const waiting = [...side];
      const core = async () => {
        for (let check = waiting.shift(); check && !isStopping(); check = waiting.shift())
          failed.push(await runCheck(check));
      };
      await Promise.all(Array.from({ length: availableParallelism() }, core));
      if (failed.some(Boolean)) return failed.flatMap((failures) => failures ?? []);
    }
    // What failed may be explained by a portal's log in there.
    rmSync(folder, { recursive: true, force: true });
    return null;
  } finally {
    if (log) closeSync(sink);
  }

  async function runCheck(check) {
    const file = join(mkdtempSync(join(folder, 'check-')), 'failures.json');
    const command = check.command(given, file);
    const options = { env: { ...env, FAILURES: file } };
    if (check.shown) {
      // A tool that writes into a pipe leaves out its colours.
      if (!log && process.stdout.isTTY) options.env.FORCE_COLOR = '1';
      const child = start(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      const sinks = [
        [child.stdout, sink],
        [child.stderr, log ? sink : 2],
      ];
      const told = sinks.map(([stream, to]) => passOn(stream, check.leavesOut ?? [], to));
      const code = await ended(child);
      await Promise.all(told);
      return code === 0 ? null : check.failures({ file, output: '' });
    }
    const { code, output } = await run(command, options);
    const lines = code === 0 ? output.split('\n').filter((line) => WARNING.test(line)) : [output.trimEnd()];
    if (lines.length > 0) writeSync(sink, `${lines.join('\n')}\n`);
    return code === 0 ? null : check.failures({ file, output });
  }
}

/** Copies a tool's output, but for lines of these shapes. */
async function passOn(stream, shapes, sink) {
  for await (const line of createInterface({ input: stream })) {
    if (!shapes.some((shape) => shape.test(stripVTControlCharacters(line)))) writeSync(sink, `${line}\n`);
  }
}
