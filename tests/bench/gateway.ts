/**
 * `npm run bench:gateway`: the gateway's processor time per call, compared with a worker that passes everything on, both in
 * front of the same host in the bare runtime; and in front of a host of ADMIN_HOST, whose requests are signed and whose records
 * are brought to the contract's shape. The calls are a guarded read of a record, and a sign-in. With BASE another checkout's
 * gateway is measured beside it. It measures the process's own time (Linux, /proc), so that other work on the
 * machine matters little.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandLine } from '../../functions/command-line.ts';
import { freePort, run, toolCommand } from '../../functions/local/machine.ts';
import { exampleRecord } from '../../src/domain/api/contract/examples.ts';
import { median } from './portal.ts';

new CommandLine(
  'npm run bench:gateway',
  'What the gateway costs a call in processor time, as a multiple of a worker that passes everything on.',
  {
    RUNS: 'rounds; 9 unless set',
    CALLS: 'calls a round; 4000 unless set',
    BASE: 'folder of another checkout, whose gateway is compared',
  },
).parse();

const ROUNDS = Number(process.env.RUNS ?? 9);
const CALLS = Number(process.env.CALLS ?? 4000);
const AT_ONCE = 8;
const SECRET = 'a secret of the benchmark that is long enough to be accepted';
const TOKEN = 'a-token-of-the-benchmark.0123456789';
const RECORD = JSON.stringify({ token: TOKEN, object: exampleRecord('specialist') });

/** As in wrangler.toml; no limit is reached here. The host below answers for them. */
const LIMITERS = ['RATE_20', 'RATE_60', 'RATE_120', 'RATE_600'];

const HOST = `import { WorkerEntrypoint } from 'cloudflare:workers';
export default class extends WorkerEntrypoint {
  fetch() { return new Response(${JSON.stringify(RECORD)}, { headers: { 'Content-Type': 'application/json' } }); }
  limit() { return { success: true }; }
}`;
const PASSING = 'export default { fetch: (request, env) => env.ADMIN.fetch(request) }';
/** The runtime's configuration: a worker on a port, and the host behind it or at `adminHost`. */
const configOf = (name: string, port: number, adminHost: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "host", worker = .host)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "main", esModule = embed "${name}.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    ${['ADMIN', 'ASSETS', ...LIMITERS].map((binding) => `(name = "${binding}", service = "host"),`).join(' ')}
    (name = "BIND_SECRET", text = "${SECRET}"), (name = "ADMIN_HOST", text = "${adminHost}"),
    (name = "HOST_SECRET", text = "${SECRET}"),
  ],
  globalOutbound = "host",
);
const host :Workerd.Worker = (modules = [(name = "main", esModule = embed "host.js")], compatibilityDate = "2026-11-01");
`;

/** The process's time has hundredths of a second where the kernel has no time of threads. */
const TICK_US = 10_000;
const MOST_TRIES = 300;

const folder = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
writeFileSync(join(folder, 'host.js'), HOST);
/** The code of a checkout's gateway. */
async function bundle(root: string): Promise<string> {
  const config = join(root, 'wrangler.toml');
  const options = ['deploy', '--dry-run', '-c', config, '--outdir', folder, '--assets', folder];
  const bundled = await run([...toolCommand('wrangler'), ...options]);
  if (bundled.code !== 0) throw new Error(bundled.output);
  return readFileSync(join(folder, 'index.js'), 'utf8');
}

/** A worker in its own process. */
interface Served {
  name: string;
  port: number;
  child: ChildProcess;
  /** Microseconds of each round. */
  perCall: Record<CallName, number[]>;
}

async function serve(name: string, code: string, adminHost = ''): Promise<Served> {
  const port = await freePort();
  const file = name.replaceAll(' ', '-');
  writeFileSync(join(folder, `${file}.js`), code);
  writeFileSync(join(folder, `${file}.capnp`), configOf(file, port, adminHost));
  // The program itself, since the command of that name is a Node script.
  const child = spawn(runtime, ['serve', join(folder, `${file}.capnp`)], {
    stdio: 'ignore',
  });
  return { name, port, child, perCall: { 'a read': [], 'a sign-in': [] } };
}

/** Returns the path of the runtime's program. */
const { default: runtime }: { default: string } = createRequire(import.meta.url)('workerd');
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const seal = createHmac('sha256', SECRET).update(TOKEN).digest('base64url');
const headers = {
  Authorization: `Bearer ${TOKEN}`,
  Cookie: `i18next=ru; __Host-visa-bind=${seal}`,
  Accept: 'application/json',
};

const CALLS_OF = {
  'a read': { method: 'GET', path: '/api/v1/user', body: '' },
  'a sign-in': { method: 'POST', path: '/api/v1/user-login', body: '{"email":"anna@example.org","password":"x"}' },
} as const;
type CallName = keyof typeof CALLS_OF;

function call(port: number, name: CallName): Promise<void> {
  const { method, path, body } = CALLS_OF[name];
  const sent = body === '' ? headers : { ...headers, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path, headers: sent };
    const request = http.request(options, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function load(port: number, calls: number, name: CallName): Promise<void> {
  let left = calls;
  const one = async () => {
    while (left-- > 0) await call(port, name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Returns the microseconds that the threads of a process have run (proc(5): schedstat, or stat without it). */
function processorTime({ pid }: ChildProcess): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ran = threads.map((thread) => Number(readIfThere(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]));
  const nanoseconds = ran.reduce((sum, one) => sum + one, 0);
  if (nanoseconds > 0) return nanoseconds / 1000;
  // After the name in brackets: state, then utime and stime as the 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '0');

/** Waits until a worker accepts the call. @throws {Error} with its last response after half a minute */
async function untilReady({ name, port }: Served): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(port, 'a read');
    } catch (error) {
      if (tries === MOST_TRIES) throw new Error(`The worker "${name}" does not respond to the call: ${String(error)}`);
      await pause(100);
    }
  }
}

const OTHER_HOST = 'https://host.example.org';
const GATEWAY = await bundle('.');
const workers = [
  await serve('passing', PASSING),
  await serve('gateway', GATEWAY),
  await serve('gateway of another host', GATEWAY, OTHER_HOST),
];
const { BASE } = process.env;
if (BASE) {
  const base = await bundle(BASE);
  workers.push(await serve('base', base), await serve('base of another host', base, OTHER_HOST));
}
const NAMES = Object.keys(CALLS_OF) as CallName[];
try {
  for (const worker of workers) {
    await untilReady(worker);
    for (const name of NAMES) await load(worker.port, CALLS, name);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { port, child, perCall } of workers) {
      for (const name of NAMES) {
        const before = processorTime(child);
        await load(port, CALLS, name);
        perCall[name].push((processorTime(child) - before) / CALLS);
      }
    }
  }
} finally {
  for (const { child } of workers) child.kill();
  agent.destroy();
  rmSync(folder, { recursive: true });
}
for (const { name, perCall } of workers) {
  const costs = NAMES.map((call) => `${call} ${median(perCall[call]).toFixed(0)} µs`);
  console.log(`${name}: ${costs.join(', ')} (${ROUNDS} rounds of ${CALLS} calls)`);
}
