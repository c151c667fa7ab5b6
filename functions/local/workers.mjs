/** Runs both workers in one local runtime, and sorts its output: errors to the terminal, mail to its folder, the rest to a log. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, start, tool } from './machine.mjs';
import { makeNewFilesPrivate } from './private-files.mjs';
import { logOf } from './set-up.mjs';

/** The runtime's own line about a request. It holds the whole address, which may be personal. */
const REQUEST_LINE = /^\[wrangler:\w+\] [A-Z]+ \//;

/** Harmless errors of the runtime: logged only. */
const EXPECTED = [
  // The other process on these files holds them; the worker asks again, and logs an error of its own when that is no use.
  /^✘ \[ERROR\] e = workerd\/util\/sqlite\.c\+\+:\d+: failed: SQLite failed; dbErrorMessage\(err, db\) = database is locked: SQLITE_BUSY$/,
  // The browser has gone away in the midst of a request.
  /^✘ \[ERROR\] Error inside ProxyWorker \(the affected request failed; the dev server continues\): [A-Z]+ \S+ \(failed after 1 attempt\): Network connection lost\.$/,
];

const READY_TIMEOUT_MS = 120_000;

const LISTENING = /^\[wrangler:\w+\] Ready on /;
const PORT_TAKEN = /^✘ \[ERROR\] Address already in use /;

/** Of the output of started workers: whether they listen, whether their port was taken, and its end. */
const outputs = new WeakMap();

export function isPortLost(child) {
  return outputs.get(child)?.portTaken ?? false;
}

/** @param {{ port: number, state: string, adminHost: string, origin: string }} options origin: for links in mail */
export function startWorkers({ port, state, adminHost, origin }) {
  makeNewFilesPrivate();
  mkdirSync(state, { recursive: true });
  const child = start(
    [
      ...tool('wrangler'),
      ...['dev', '-c', 'wrangler.toml', '-c', adminConfig(state, origin)],
      ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0', '--persist-to', state],
      ...['--show-interactive-dev-session=false'],
      ...['--var', `ADMIN_HOST:${adminHost}`],
      ...['--var', `HOST_FILES:${process.env.HOST_FILES ?? ''}`],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        // Two portals on one machine must not find each other's workers.
        WRANGLER_REGISTRY_PATH: join(state, 'registry'),
        MINIFLARE_REGISTRY_PATH: join(state, 'registry'),
        WRANGLER_LOG_PATH: join(state, 'wrangler-logs'),
        NO_COLOR: '1',
        FORCE_COLOR: '0',
      },
    },
  );
  // For whoever has to end the workers alone; it leads their process group.
  writeFileSync(join(state, 'workers.pid'), String(child.pid));
  const output = { listening: false, portTaken: false, all: new Promise((done) => child.once('close', done)) };
  outputs.set(child, output);
  const log = openLog(logOf(state));
  log(`── ${new Date().toISOString()} ${origin}`);
  const mail = createMailCollector(join(state, 'mail'));
  let inError = false;
  const sort = (raw) => {
    const line = stripVTControlCharacters(raw);
    if (REQUEST_LINE.test(line) || mail.takes(line)) return;
    log(line);
    output.listening ||= LISTENING.test(line);
    output.portTaken ||= PORT_TAKEN.test(line);
    if (/\[ERROR\]/.test(line)) inError = !output.portTaken && !EXPECTED.some((shape) => shape.test(line));
    else if (line.trim() === '') inError = false;
    if (inError) process.stderr.write(`${line}\n`);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', sort);
  return child;
}

/** A copy with this portal's origin: settings on wrangler's command line reach the first worker only. @returns its path */
function adminConfig(state, origin) {
  const folder = join(ROOT, 'functions/admin');
  const text = readFileSync(join(folder, 'wrangler.toml'), 'utf8')
    .replace(/^(main|migrations_dir) = "(.*)"$/gm, (_, key, path) => `${key} = ${JSON.stringify(join(folder, path))}`)
    .replace(/^PORTAL_ORIGIN = .*$/m, `PORTAL_ORIGIN = ${JSON.stringify(origin)}\nSTORAGE_IS_SHARED = "yes"`);
  const copy = join(state, 'admin');
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, 'wrangler.toml'), text);
  copyFileSync(join(folder, '.dev.vars'), join(copy, '.dev.vars'));
  return join(copy, 'wrangler.toml');
}

/** Waits for a page and a call to the admin host. @returns {Promise<boolean>} false: the workers ended, or two minutes passed */
export async function untilReady(child, port, { pages = true, embedded = true } = {}) {
  const address = `http://127.0.0.1:${port}`;
  for (const started = Date.now(); Date.now() - started < READY_TIMEOUT_MS; await pause(200)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await outputs.get(child)?.all;
      return false;
    }
    // Before that, somebody else may answer on this port.
    if (outputs.get(child)?.listening === false) continue;
    const page = pages ? await status(`${address}/ru`) : 200;
    // During maintenance (the setting MAINTENANCE) calls are closed, and health is not.
    const health = await status(`${address}/healthz`);
    // Another admin host may be away for a while; the portal itself is ready all the same.
    if (page === 200 && health !== null && (health < 500 || !embedded)) return true;
  }
  return false;
}

const PROBE_EVERY_MS = 5000;
/** Longer than a busy machine needs for any call. */
const PROBE_TIMEOUT_MS = 20_000;
const PROBES = 2;

/** Resolves once the workers give no response at all to {@link PROBES} calls, one after another; never after they ended. */
export async function untilHung(child, port) {
  for (let failed = 0; failed < PROBES; ) {
    await pause(PROBE_EVERY_MS, undefined, { ref: false });
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => {});
    failed = (await status(`http://127.0.0.1:${port}/healthz`, PROBE_TIMEOUT_MS)) === null ? failed + 1 : 0;
  }
}

async function status(url, timeoutMs = 5000) {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

const LOG_BYTES = 10 * 1024 * 1024;

/**
 * A log that is kept over starts; when it is full it replaces `${path}.1`. A disk that takes nothing more stops no portal.
 * @param {(problem: string) => void} [onProblem] told once, until a line can be written again
 * @returns {(line: string) => void}
 */
export function openLog(path, maxBytes = LOG_BYTES, onProblem = warn) {
  let size = existsSync(path) ? statSync(path).size : 0;
  let isFailing = false;
  return (line) => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (size > 0 && size + bytes.length > maxBytes) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, bytes, { mode: 0o600 });
      size += bytes.length;
      isFailing = false;
    } catch (error) {
      if (!isFailing) onProblem(`The log ${path} can't be written (${error.code}). The portal goes on without it.`);
      isFailing = true;
    }
  };
}

const warn = (line) => process.stderr.write(`${line}\n`);

const MAIL_OPENING = /send_email binding called with/;
const MAIL_FILE = /^(?:Email|Text|HTML|Attachment \([^)]*\)): (?:.* -> )?(\/.+)$/;
const MAIL_HEADING = /^(?:From|To|Cc|Bcc|Reply-To|Subject): /;

/**
 * Saves each mail as a file; the runtime's own files are deleted when it stops, and only its output names them.
 * @returns {{ takes(line: string): boolean }} true for lines about mail, which stay out of the log: they hold addresses
 */
function createMailCollector(folder) {
  let reading = false;
  let heading = [];
  let stamp = '';
  let count = 0;
  return {
    takes(line) {
      if (MAIL_OPENING.test(line)) {
        reading = true;
        heading = [];
        count += 1;
        stamp = `${new Date().toISOString().replace(/[:.]/g, '-')}-${String(count).padStart(3, '0')}`;
        return true;
      }
      if (!reading) return false;
      const file = MAIL_FILE.exec(line.trim())?.[1];
      if (file && existsSync(file)) saveOrWarn(file);
      else if (MAIL_HEADING.test(line.trim())) heading.push(line.trim());
      else if (line.trim() !== '') {
        reading = false;
        return false;
      }
      return true;
    },
  };

  function saveOrWarn(file) {
    try {
      save(file);
    } catch (error) {
      warn(`A mail could not be saved in ${folder} (${error.code}).`);
    }
  }

  function save(file) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const saved = join(folder, `${stamp}${extname(file) || `-${basename(file)}`}`);
    // A plain text file has no headings of its own; who it went to is half of what a reader wants to know.
    const text = extname(file) === '.txt' ? `${heading.join('\n')}\n\n` : '';
    writeFileSync(saved, Buffer.concat([Buffer.from(text), readFileSync(file)]), { mode: 0o600 });
  }
}
