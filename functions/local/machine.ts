import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import getPort from 'get-port';

type Environment = Readonly<Record<string, string | undefined>>;

export const ROOT = resolve(import.meta.dirname, '../..');

/** Environment of every tool: no telemetry, no questions. */
export const TOOL_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  ASTRO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  // Looking up the location of requests would need the network.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

/** The command line of an installed tool, run by the installed Node. @param command of the package, when it differs from its name */
export function toolCommand(name: string, command = name.split('/').at(-1) ?? name): string[] {
  const folder = join(ROOT, 'node_modules', ...name.split('/'));
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = typeof bin === 'string' ? bin : bin[command];
  if (!file) throw new RangeError(`${name} has no command "${command}"`);
  return [installedNode(), join(folder, file)];
}

const PINNED_NODE = join(ROOT, 'node_modules/.bin/node');

/** The Node version that the project pins; until it is installed, the one that runs. */
export function installedNode(): string {
  return existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath;
}

interface StartOptions {
  env?: Environment | undefined;
  stdio?: StdioOptions;
  cwd?: string;
}

/** Starts a command without a shell, in its own process group, so that {@link stop} reaches its children too. */
export function start(
  [command = '', ...args]: readonly string[],
  { env = {}, stdio = 'inherit', cwd = ROOT }: StartOptions = {},
): ChildProcess {
  const child = spawn(command, args, { cwd, stdio, detached: true, env: { ...process.env, ...TOOL_ENV, ...env } });
  groups.add(child);
  child.once('exit', () => {
    groups.delete(child);
    // Ends the children of the process (workerd) as well.
    signal(child, 'SIGKILL');
  });
  return child;
}

const groups = new Set<ChildProcess>();
// Also ends started commands when this process fails.
process.once('exit', () => {
  for (const child of groups) signal(child, 'SIGKILL');
});

/** Waits for the end of a command and of its output. @returns the exit code */
export async function waitForExit(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close');
  // Null after a signal.
  return code ?? 1;
}

/** Runs a command to its end. @returns exit code, all output, and standard output alone */
export async function run(
  command: readonly string[],
  { env = {} }: { env?: Environment } = {},
): Promise<{ code: number; output: string; stdout: string }> {
  const child = start(command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, stdout] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => (output += chunk));
  return { code: await waitForExit(child), output, stdout };
}

/** Ends a started command with its children, by force after two seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  signal(child, 'SIGTERM');
  const force = setTimeout(() => signal(child, 'SIGKILL'), 2000);
  await gone;
  clearTimeout(force);
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  // The process never started.
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

const stopAll = () => Promise.all([...groups].map(stop));

let stopping = false;

/** True after a signal to end; callers then start no further process. */
export const isStopping = (): boolean => stopping;

/** The exit code of an interrupted command, as in a shell. */
export const INTERRUPTED = 130;

/** Stops all started commands and exits with `code` after a signal, a closed output, or the end of the parent. */
export function stopOnSignals(code = 0): void {
  const end = async () => {
    if (stopping) return;
    stopping = true;
    // A running task may start another process meanwhile.
    while (groups.size > 0) await stopAll();
    process.exit(code);
  };
  // The terminal or the reading process was closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, end);
  // npm signals its shell, which ends without passing the signal on, and launch.mjs may be killed: the only sign is that the
  // parent is gone.
  const parent = process.ppid;
  const isLaunched = process.env.npm_lifecycle_event || process.env.LAUNCHER_PID === String(parent);
  if (isLaunched) setInterval(() => process.ppid !== parent && end(), 250).unref();
}

/** True if a process listens on the port, at any address of this machine. */
export const isPortTaken = async (port: number): Promise<boolean> => (await getPort({ port })) !== port;

/** A free port below the range for outgoing connections, so that it is likely to stay free. */
export function freePort(): Promise<number> {
  // At random, since other processes look for a port at the same time.
  return getPort({ port: Array.from({ length: 100 }, () => randomInt(20_000, 30_000)) });
}

/** New files of this process and its children are readable only by their owner. */
export function makeNewFilesPrivate(): void {
  process.umask(0o077);
}

/** A temporary folder for its owner only, removed when the process ends. @param purpose in its name */
export function scratchFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `it-visa-${purpose}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints an error, stops all started commands, and exits with 1. @param output of a failed command, printed first */
export async function exitWithError(line: string, output = ''): Promise<never> {
  if (output) process.stderr.write(`${output.trimEnd()}\n`);
  warn(line);
  await stopAll();
  process.exit(1);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
