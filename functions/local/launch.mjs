// @ts-check
/**
 * Starts a command of package.json: `node functions/local/launch.mjs functions/local/start.ts [arguments]`. Installs the
 * packages when they are missing, and runs the TypeScript on the project's own Node. Runs on any Node from 18.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PROJECT_NODE = join(ROOT, 'node_modules/.bin/node');

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Package of a lock file */

/** @param {string} path below the project's folder @returns {unknown} null when there is no such file */
function readJson(path) {
  const file = join(ROOT, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** @param {string} file a lock file @returns {Record<string, Package> | null} */
function readPackages(file) {
  const lock = /** @type {{ packages: Record<string, Package> } | null} */ (readJson(file));
  return lock?.packages ?? null;
}

/** The project's Node is a package for each platform, whose hash the lock file has. */
const { optionalDependencies: nodes } = /** @type {{ optionalDependencies: Record<string, string> }} */ (
  readJson('package.json')
);
const nodePackage = `node-${process.platform}-${process.arch}`;

/** True when node_modules has the packages of package-lock.json. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true;
    const found = present[path];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

/** True if files can be made there; tried out, since permissions do not show a read-only file system. @param {() => string} folder */
function isWritable(folder) {
  try {
    rmdirSync(mkdtempSync(join(folder(), '.it-visa-')));
    return true;
  } catch {
    return false;
  }
}

/**
 * Where the home directory is not writable, or the user has none, sets HOME to a folder of the project, with the variables that
 * npm, wrangler and other tools prefer to it, for caches, logs and settings.
 * @returns {Record<string, string>} variables of the environment
 */
function ownHome() {
  if (isWritable(homedir)) return {};
  const home = join(ROOT, '.wrangler/home');
  mkdirSync(home, { recursive: true });
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    npm_config_cache: join(home, '.npm'),
  };
}

/** The exit code of a command that a signal ended, as in a shell: 128 plus the signal's number. @param {NodeJS.Signals} signal */
const codeOf = (signal) => 128 + constants.signals[signal];

/** Signals to pass on to the command, since they may reach this process alone. */
const ENDING = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command to its end in this terminal. Ends it when this process or its parent npm ends.
 * @param {string} command @param {readonly string[]} given
 * @returns {Promise<{ code: number, isStopped: boolean }>} `isStopped`: a signal ended it
 */
function runToEnd(command, given, { isQuiet = false } = {}) {
  const child = isQuiet
    ? spawn(command, given, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(command, given, { stdio: 'inherit', env: { ...process.env, LAUNCHER_PID: String(process.pid) } });
  let [isStopped, output] = [false, ''];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    isStopped = true;
    child.kill(signal);
  };
  for (const signal of ENDING) process.on(signal, passOn);
  // npm signals its shell, which ends without passing that on: only the new parent of this process shows it.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) passOn('SIGTERM');
  }, 250);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      for (const name of ENDING) process.off(name, passOn);
      if (isQuiet && code !== 0 && !isStopped) process.stderr.write(`${output.trimEnd()}\n`);
      done({ code: code ?? (signal ? codeOf(signal) : 1), isStopped });
    });
  });
}

/**
 * npm before 10 ignores overrides when it compares the lock file, and on Node before 20 it skips native packages that require a
 * newer Node (seen with Debian 12's npm 9.2 and Node 18). There this npm runs on the project's Node.
 */
const NEWER_NPM = 'npm@10.9.4';

/** Runs npm, and ends this process when npm fails or is stopped. @param {string[]} given */
async function npm(...given) {
  const own = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const isOld = Number.parseInt(await npmVersion(own), 10) < 10 || Number.parseInt(process.versions.node, 10) < 20;
  const newer = ['exec', '--yes', `--package=${nodePackage}@${nodes[nodePackage]}`, `--package=${NEWER_NPM}`];
  const command = isOld ? [...newer, '--', 'npm', ...given] : given;
  const { code, isStopped } = await runToEnd(own, command, { isQuiet: true });
  if (isStopped) process.exit(0);
  if (code === 0) return;
  process.stderr.write('The packages could not be installed: see the output above.\n');
  process.exit(1);
}

/** @param {string} own npm's command @returns {Promise<string>} */
function npmVersion(own) {
  const child = spawn(own, ['--version'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let version = '';
  child.stdout.on('data', (chunk) => (version += chunk));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', () => done(version));
  });
}

async function ensureInstalled() {
  if (isInstalled() && existsSync(PROJECT_NODE)) return;
  if (!nodes[nodePackage]) {
    const known = Object.keys(nodes).join(', ');
    process.stderr.write(
      `The project runs on Linux (${known}), and this machine would need ${nodePackage}, which is not published. Use Debian in a virtual machine, a container or WSL.\n`,
    );
    process.exit(1);
  }
  process.stdout.write('Installing packages (once; about a minute) …\n');
  await npm('ci', '--no-audit', '--no-fund');
}

const [command = '', ...given] = process.argv.slice(2);
if (!isWritable(() => ROOT)) {
  process.stderr.write(
    `${ROOT} cannot be written, and packages, secrets and pages are made there: run the command as the folder's owner, or in a copy of it.\n`,
  );
  process.exit(1);
}
Object.assign(process.env, ownHome());
await ensureInstalled();
const file = resolve(ROOT, command);
if (process.versions.node === nodes[nodePackage]) {
  // As if the command had been started directly.
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  const { code } = await runToEnd(PROJECT_NODE, [file, ...given]);
  process.exit(code);
}
