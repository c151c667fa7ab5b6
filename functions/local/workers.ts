/** Runs gateway and admin host in one local runtime, and splits its output: errors to the terminal, the rest to a log. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { ADMIN_CONFIG, GATEWAY_CONFIG, type RawConfig, readConfig, writeConfig } from '../wrangler-config.ts';
import { bundle } from './bundle.ts';
import { runDueCrons } from './crons.ts';
import { logPath, openLog } from './log.ts';
import { ROOT, start, toolCommand, warn } from './machine.ts';
import { openMailbox } from './mail/mailbox.ts';
import type { LocalSettings } from './set-up.ts';

/** The runtime's line about a request. It has the whole address, which may be personal. */
const REQUEST_LINE = /^\[wrangler:\w+\] [A-Z]+ \//;

/** Harmless errors of the runtime, which are only logged. */
const EXPECTED = [
  // Another process has locked these files; the worker retries, and logs an error of its own after the last attempt.
  /^✘ \[ERROR\] e = workerd\/util\/sqlite\.c\+\+:\d+: failed: SQLite failed; dbErrorMessage\(err, db\) = database is locked: SQLITE_BUSY$/,
  // The browser aborted a request.
  /^✘ \[ERROR\] Error inside ProxyWorker \(the affected request failed; the dev server continues\): [A-Z]+ \S+ \(failed after 1 attempt\): Network connection lost\.$/,
];

/** Longest time of a start, more than a busy machine needs. */
export const READY_TIMEOUT_MS = 10 * 60_000;

const LISTENING = /^\[wrangler:\w+\] Ready on /;
const PORT_TAKEN = /^✘ \[ERROR\] Address already in use /;

interface Output {
  isListening: boolean;
  isPortTaken: boolean;
  all: Promise<unknown>;
}
const outputs = new WeakMap<ChildProcess, Output>();

export function isPortLost(child: ChildProcess): boolean {
  return outputs.get(child)?.isPortTaken ?? false;
}

interface WorkersOptions extends LocalSettings {
  origin: string;
  /** True if an edit reloads them. */
  isWatched?: boolean;
}

export async function startWorkers(options: WorkersOptions): Promise<ChildProcess> {
  const { port, state, origin, isWatched = false } = options;
  mkdirSync(state, { recursive: true });
  const mailbox = await openMailbox(join(state, 'mail'), warn);
  const configs = await Promise.all(
    Object.entries({ gateway: gatewayConfig(options), admin: adminConfig(origin, mailbox.url) }).map(
      async ([name, config]) =>
        // Copies the configurations to where the state has its secrets.
        writeConfig(join(state, name, 'wrangler.json'), isWatched ? config : await bundle(name, config)),
    ),
  );
  const { command, env } = wranglerDev(configs, { port, state });
  const child = start(command, { stdio: ['ignore', 'pipe', 'pipe'], env });
  // For ending only the workers; the process leads their process group.
  writeFileSync(join(state, 'workers.pid'), String(child.pid));
  const output: Output = {
    isListening: false,
    isPortTaken: false,
    all: new Promise((done) => child.once('close', done)),
  };
  outputs.set(child, output);
  child.once('close', () => mailbox.close());
  const log = openLog(logPath(state));
  log(`── ${new Date().toISOString()} ${origin}`);
  let inError = false;
  const sort = (raw: string) => {
    const line = stripVTControlCharacters(raw);
    if (REQUEST_LINE.test(line)) return;
    log(line);
    output.isListening ||= LISTENING.test(line);
    output.isPortTaken ||= PORT_TAKEN.test(line);
    if (/\[ERROR\]/.test(line)) inError = !output.isPortTaken && !EXPECTED.some((shape) => shape.test(line));
    // Lines of an error are indented; file and line of a syntax error follow an empty line.
    else if (/^\S/.test(line)) inError = false;
    if (inError) process.stderr.write(`${line}\n`);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', sort);
  return child;
}

/** Command and environment of `wrangler dev`. @param folder in which these workers register */
export function wranglerDev(
  configs: readonly string[],
  { port, state, folder = state }: { port: number | string; state: string; folder?: string },
) {
  const workers = configs.flatMap((path) => ['-c', path]);
  const network = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const terminal = ['--persist-to', state, '--show-interactive-dev-session=false'];
  return {
    command: [...toolCommand('wrangler'), 'dev', ...workers, ...network, ...terminal],
    env: {
      // Two portals on one machine must not find each other's workers.
      WRANGLER_REGISTRY_PATH: join(folder, 'registry'),
      MINIFLARE_REGISTRY_PATH: join(folder, 'registry'),
      WRANGLER_LOG_PATH: join(state, 'wrangler-logs'),
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    },
  };
}

const MINUTE_MS = 60_000;

/** Runs the crons every minute while this process runs. @param port of the workers */
export function runCrons(port: number): void {
  const tick = () => void runDueCrons(port, new Date().getMinutes());
  tick();
  setInterval(tick, MINUTE_MS).unref();
}

/** The configuration with this portal's admin host. */
function gatewayConfig({ adminHost, hostProfile }: LocalSettings): RawConfig {
  const config = readConfig(GATEWAY_CONFIG);
  return { ...config, vars: { ...config.vars, ADMIN_HOST: adminHost, HOST_PROFILE: hostProfile } };
}

/** The configuration with this portal's origin and mailbox. */
function adminConfig(origin: string, mailbox: string): RawConfig {
  const { send_email: _, ...config } = readConfig(ADMIN_CONFIG);
  return {
    ...config,
    main: join(ROOT, 'functions/local/mail/host.ts'),
    services: [{ binding: 'MAIL', service: config.name ?? '', entrypoint: 'LocalMail' }],
    vars: { ...config.vars, PORTAL_ORIGIN: origin, STORAGE_IS_SHARED: 'yes', LOCAL_MAILBOX: mailbox },
  };
}

/** Waits for a page and a call to the admin host. @returns false if the workers ended, or took {@link READY_TIMEOUT_MS} */
export async function untilReady(child: ChildProcess, port: number, { embedded = true } = {}): Promise<boolean> {
  const address = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + READY_TIMEOUT_MS; Date.now() < until; await pause(200)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await outputs.get(child)?.all;
      return false;
    }
    // Until then, another process may respond on this port.
    if (outputs.get(child)?.isListening === false) continue;
    const page = await status(`${address}/ru`);
    // During maintenance (MAINTENANCE) only calls are closed.
    const health = await status(`${address}/healthz`);
    // Another admin host may be unavailable for a while; the portal is ready nevertheless.
    if (page === 200 && health !== null && (health < 500 || !embedded)) return true;
  }
  return false;
}

const PROBE_EVERY_MS = 5000;
/** Longest time of a call, more than a busy machine needs. */
const PROBE_TIMEOUT_MS = 30_000;
const PROBES = 3;

/** Resolves when {@link PROBES} calls in a row get no response; never if the workers have ended. */
export async function untilHung(child: ChildProcess, port: number): Promise<void> {
  for (let failed = 0; failed < PROBES; ) {
    await pause(PROBE_EVERY_MS, undefined, { ref: false });
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => {});
    const isDown = (await status(`http://127.0.0.1:${port}/healthz`, PROBE_TIMEOUT_MS)) === null;
    failed = isDown ? failed + 1 : 0;
  }
}

async function status(url: string, timeoutMs = 5000): Promise<number | null> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
