/** The stages of `npm test`, `npm run test:long` and `npm run test:release`: what each runs, and how. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { installedNode, isStopping, start, toolCommand, waitForExit } from '../../functions/local/machine.ts';

export interface Stage {
  name: string;
  /** Left to `npm run test:long` or `npm run test:release`. */
  isLong?: true;
  /** Stages that must have passed when both run. */
  after?: readonly string[];
  /** Runs while no other stage does: its tests use all cores. */
  runsAlone?: true;
  /** Prints nothing but warnings when it passes. */
  isQuiet?: true;
  /** Groups of commands; those of a group run at once. @param given arguments for the tool */
  commands(given: readonly string[]): string[][][];
}

const workerTypes = (config: string, folder: string) => [
  ...toolCommand('wrangler'),
  ...['types', `${folder}/worker-configuration.d.ts`, '-c', config, '--strict-vars', 'false'],
];

const PROJECTS = ['tests', 'functions/local', 'functions/admin', 'functions/gateway', 'functions/desk', 'src/domain'];

/** Only the .astro files: the compiler below is faster and checks the others. Also writes the types of astro's own modules. */
const ASTRO = [
  ...toolCommand('astro'),
  ...'check --minimumFailingSeverity warning --tsconfig tsconfig.astro.json'.split(' '),
];
/** All projects in one process, which reads shared files once. */
const TYPESCRIPT = [...toolCommand('typescript-7', 'tsc'), '--build', '--noEmit', '--pretty', 'false'];

const playwright = (project: string, given: readonly string[]) => [
  [[...toolCommand('playwright'), 'test', '-c', 'playwright.config.ts', `--project=${project}`, ...given]],
];

const vitest = (projects: readonly string[], given: readonly string[] = []) => [
  ...[...toolCommand('vitest'), 'run', ...projects.flatMap((name) => ['--project', name]), ...given],
];
/** With the workers' runtime, whose packages take seconds to load. */
const vitestWithWorkers: typeof vitest = (projects, given) => [
  ...vitest(projects, given),
  ...['-c', 'tests/workers/vitest.config.ts'],
];

export const STAGES: readonly Stage[] = [
  // The longest first, with what one of them needs: the others run beside them.
  { name: 'workers', commands: (given) => [[vitestWithWorkers(['gateway', 'admin', 'desk'], given)]] },
  {
    name: 'build',
    isQuiet: true,
    commands: (given) => [[[installedNode(), 'functions/local/build.ts', ...given]], [vitest(['built'])]],
  },
  { name: 'browser', after: ['build'], commands: (given) => playwright('browser', given) },
  {
    name: 'types',
    isQuiet: true,
    /** Arguments name projects of plain TypeScript, `.` for src, or `astro`. */
    commands(given) {
      const wanted = given.length > 0 ? given : ['astro', '.', ...PROJECTS];
      const projects = wanted.filter((name) => name !== 'astro' && name !== '.');
      return [
        [
          workerTypes('wrangler.toml', 'functions/gateway'),
          workerTypes('functions/admin/wrangler.toml', 'functions/admin'),
          workerTypes('functions/desk/wrangler.toml', 'functions/desk'),
        ],
        [...(wanted.includes('astro') ? [ASTRO] : []), ...(projects.length > 0 ? [[...TYPESCRIPT, ...projects]] : [])],
        // Needs the types that astro writes.
        wanted.includes('.') ? [[...TYPESCRIPT, '.']] : [],
      ];
    },
  },
  {
    name: 'lint',
    isQuiet: true,
    commands: (given) => [
      [
        [...toolCommand('@biomejs/biome'), 'check', '--error-on-warnings', ...(given.length > 0 ? given : ['.'])],
        // Unused code cannot be found in single files.
        ...(given.length > 0 ? [] : [[...toolCommand('knip'), '--no-progress']]),
      ],
    ],
  },
  { name: 'unit', commands: (given) => [[vitest(['unit'], given)]] },
  {
    name: 'unit-long',
    isLong: true,
    runsAlone: true,
    commands: (given) => [[vitestWithWorkers(['unit-long', 'admin-long', 'desk-long'], given)]],
  },
  { name: 'long', isLong: true, runsAlone: true, commands: (given) => playwright('long', given) },
  {
    name: 'unit-release',
    isLong: true,
    runsAlone: true,
    commands: (given) => [[vitest(['unit-release'], given)]],
  },
  { name: 'release', isLong: true, runsAlone: true, commands: (given) => playwright('release', given) },
  { name: 'pictures', isLong: true, runsAlone: true, commands: (given) => playwright('pictures', given) },
];

/** workerd reports calls that the gateway's tests abort as "uncaught", although the gateway catches them. */
const EXPECTED_ERRORS = [
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.Error: Refusal: The body is larger than \d+ bytes$/,
  /^uncaught exception; exception = [\w./+]+:\d+: failed: jsg\.DOMException\(TimeoutError\): Silence$/,
  /^uncaught exception; source = Uncaught \(in promise\); stack = Error: Network connection lost\.$/,
  /^uncaught exception; exception = [\w./+]+:\d+: disconnected: jsg\.Error: Network connection lost\.$/,
  /^exception = [\w./+-]+:\d+: disconnected: (read end of pipe was aborted|reader canceled|Connection refused \(os error 111\))$/,
  /^stack:(?: \S+\/workerd@[0-9a-f]+)+ ?$/,
];
const WARNING = /\[WARN\]/;

/** Runs one stage. @param print receives its output line by line @returns whether all commands passed */
export async function runStage(
  stage: Stage,
  given: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  for (const group of stage.commands(given)) {
    const passed = await Promise.all(group.map((command) => runCommand(command, stage.isQuiet === true, print)));
    if (passed.includes(false) || isStopping()) return false;
  }
  return true;
}

async function runCommand(command: string[], isQuiet: boolean, print: (line: string) => void): Promise<boolean> {
  // A tool that writes into a pipe omits colours.
  const env = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = start(command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kept: string[] = [];
  const onLine = (line: string) => (isQuiet ? kept.push(line) : print(line));
  const reading = [readLines(child.stdout, onLine), readLines(child.stderr, onLine)];
  const code = await waitForExit(child);
  await Promise.all(reading);
  for (const line of code === 0 ? kept.filter((text) => WARNING.test(text)) : kept) print(line);
  return code === 0;
}

async function readLines(stream: Readable | null, onLine: (line: string) => void): Promise<void> {
  for await (const line of stream ? createInterface({ input: stream }) : []) {
    if (!EXPECTED_ERRORS.some((shape) => shape.test(stripVTControlCharacters(line)))) onLine(line);
  }
}
