/**
 * The test stages in order: name, preparation and checks. Only failing or warning checks print, unless `shown`. Slow stages are
 * for `npm run test:long` and `npm run test:release`.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { buildFailures, type Failure, lintFailures, readReport, typeFailures, unusedFailures } from './failures.ts';
import { installedNode, isStopping, ROOT, run, start, toolCommand, waitForExit } from './machine.ts';

interface Check {
  shown?: boolean;
  /** Lines of standard error that are expected and not shown. */
  ignoredLines?: readonly RegExp[];
  /** @param given arguments for the tool @param file for its report */
  command(given: readonly string[], file: string): string[];
  failures(seen: { file: string; output: string }): Failure[];
}

export interface Stage {
  name: string;
  isLong?: boolean;
  /** A folder with details of failures, cleared by the next run. */
  artifacts?: string;
  preparation?: string[][];
  checks(given: string[]): Check[];
}

const workerTypes = (config: string, folder: string) => [
  ...toolCommand('wrangler'),
  ...['types', `${folder}/worker-configuration.d.ts`, '-c', config, '--strict-vars', 'false'],
];

const PROJECTS = [
  ...['tests/unit', 'tests/e2e', 'functions/local', 'functions/admin', 'functions/gateway', 'functions/desk'],
  'src/domain',
];

const ASTRO = [...toolCommand('astro'), 'check', '--minimumFailingSeverity', 'warning'];
/** All projects in one process, which reads shared files once. */
const TYPESCRIPT = [...toolCommand('typescript-7', 'tsc'), '--build', '--noEmit', '--pretty', 'false'];

const typeCheck = (command: string[], projects: string[]): Check => ({
  command: () => command,
  failures: ({ output }) => typeFailures(output, projects),
});

const UNUSED: Check = {
  command: () => [...toolCommand('knip'), '--no-progress', '--reporter', 'json'],
  failures: ({ output }) => unusedFailures(output),
};

const PICTURES = 'test-results';

const playwright = (project: string, more: readonly string[] = []): Check => ({
  shown: true,
  command: (given) => [
    ...[...toolCommand('playwright'), 'test', '-c', 'playwright.config.ts', '--project', project],
    ...['--reporter', 'list,./functions/local/reporters/playwright.ts', ...more, ...given],
  ],
  failures: ({ file }) => readReport(file),
});

/** @param projects arguments that choose among those of vitest.config.ts */
const vitest = (projects: readonly string[]): Check => ({
  shown: true,
  command: (given) => [
    ...[...toolCommand('vitest'), 'run', ...projects, '--includeTaskLocation', '--reporter=default'],
    ...['--reporter=./functions/local/reporters/vitest.ts', ...given],
  ],
  ignoredLines: EXPECTED_ERRORS,
  failures: ({ file }) => readReport(file),
});

/** workerd reports calls that the gateway's tests abort as "uncaught", although the gateway catches them. */
const EXPECTED_ERRORS = [
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.Error: Refusal: The body is larger than \d+ bytes$/,
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.DOMException\(TimeoutError\): Silence$/,
  /^uncaught exception; source = Uncaught \(in promise\); stack = Error: Network connection lost\.$/,
  /^uncaught exception; exception = [\w./+]+:\d+: disconnected: jsg\.Error: Network connection lost\.$/,
  /^exception = [\w./+-]+:\d+: disconnected: (read end of pipe was aborted|reader canceled|Connection refused \(os error 111\))$/,
  /^stack:(?: \S+\/workerd@[0-9a-f]+)+ ?$/,
];

/** Ends runs that hang; long, since a loaded machine is slow. */
const RUN_TIMEOUT = ['--global-timeout', String(60 * 60_000)];

export const STAGES: readonly Stage[] = [
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
    preparation: [
      workerTypes('wrangler.toml', 'functions/gateway'),
      workerTypes('functions/admin/wrangler.toml', 'functions/admin'),
      workerTypes('functions/desk/wrangler.toml', 'functions/desk'),
    ],
  },
  {
    name: 'lint',
    checks: (given) => [
      {
        command: (_, file) => [
          ...[...toolCommand('@biomejs/biome'), 'check', '--error-on-warnings', '--reporter=default'],
          ...['--reporter=json', `--reporter-file=${file}`, ...(given.length > 0 ? given : ['.'])],
        ],
        failures: ({ file }) => lintFailures(file),
      },
      // Unused code cannot be found in single files.
      ...(given.length > 0 ? [] : [UNUSED]),
    ],
  },
  { name: 'unit', checks: () => [vitest(['--project', 'unit'])] },
  // Not in the stage `unit`: together they took 50 % longer, since one process transforms the modules of both.
  { name: 'workers', checks: () => [vitest(['gateway', 'admin', 'desk'].flatMap((name) => ['--project', name]))] },
  {
    name: 'build',
    checks: () => [
      {
        command: (given) => [installedNode(), join(ROOT, 'functions/local/build.ts'), ...given],
        failures: ({ output }) => buildFailures(output),
      },
    ],
  },
  { name: 'browser', artifacts: PICTURES, checks: () => [playwright('browser')] },
  { name: 'unit-long', isLong: true, checks: () => [vitest(['--project', 'unit-long'])] },
  {
    name: 'long',
    isLong: true,
    artifacts: PICTURES,
    checks: () => [playwright('long', RUN_TIMEOUT)],
  },
  { name: 'release', isLong: true, artifacts: PICTURES, checks: () => [playwright('release', RUN_TIMEOUT)] },
];

const WARNING = /\[WARN\]/;

/**
 * Runs one stage: preparation, then its checks, one per core. @param given for its tool @param log a file for the output, in
 * place of the terminal @returns null when all passed
 */
export async function runStage(stage: Stage, given: string[] = [], log?: string): Promise<Failure[] | null> {
  const checks = stage.checks(given);
  if (checks.length === 0) return [{ what: `${stage.name} has nothing of the name ${given.join(' or ')}`, rerun: [] }];
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-test-'));
  const sink = log ? openSync(log, 'a') : 1;
  const env = { E2E_STATES: folder };
  const failed: (Failure[] | null)[] = [];
  try {
    const made = (stage.preparation ?? []).map((command): Check => ({ command: () => command, failures: () => [] }));
    for (const side of [made, checks]) {
      const waiting = [...side];
      const core = async () => {
        for (let check = waiting.shift(); check && !isStopping(); check = waiting.shift())
          failed.push(await runCheck(check));
      };
      await Promise.all(Array.from({ length: availableParallelism() }, core));
      if (failed.some(Boolean)) return failed.flatMap((failures) => failures ?? []);
    }
    // It may contain a portal's log that explains a failure.
    rmSync(folder, { recursive: true, force: true });
    return null;
  } finally {
    if (log) closeSync(sink);
  }

  async function runCheck(check: Check): Promise<Failure[] | null> {
    const file = join(mkdtempSync(join(folder, 'check-')), 'failures.json');
    const command = check.command(given, file);
    const options = { env: { ...env, FAILURES: file } };
    if (check.shown) {
      // A tool that writes into a pipe omits colours.
      const colours = !log && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
      const child = start(command, { env: { ...options.env, ...colours }, stdio: ['ignore', 'pipe', 'pipe'] });
      const copying = [
        copyLines(child.stdout, check.ignoredLines, sink),
        copyLines(child.stderr, check.ignoredLines, log ? sink : 2),
      ];
      const code = await waitForExit(child);
      await Promise.all(copying);
      return code === 0 ? null : check.failures({ file, output: '' });
    }
    const { code, output } = await run(command, options);
    const lines = code === 0 ? output.split('\n').filter((line) => WARNING.test(line)) : [output.trimEnd()];
    if (lines.length > 0) writeSync(sink, `${lines.join('\n')}\n`);
    return code === 0 ? null : check.failures({ file, output });
  }
}

/** Copies a tool's output, except for lines of these shapes. */
async function copyLines(stream: Readable | null, shapes: readonly RegExp[] = [], sink: number): Promise<void> {
  if (!stream) return;
  for await (const line of createInterface({ input: stream })) {
    if (!shapes.some((shape) => shape.test(stripVTControlCharacters(line)))) writeSync(sink, `${line}\n`);
  }
}
