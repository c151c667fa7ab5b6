/**
 * `npm run bench:gateway`: the gateway's processor time per call, compared with a worker that passes everything on, both in
 * front of the same host in the bare runtime; and the cost of a signature for a host of ADMIN_HOST. The call is guarded
 * (token and cookie) and returns a record. It measures the process's own time (Linux, /proc), so that other work on the
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
import { median } from './portal.ts';

new CommandLine(
  'npm run bench:gateway',
  'What the gateway costs a call in processor time, as a multiple of a worker that passes everything on.',
  {
    RUNS: 'rounds; 9 unless set',
    CALLS: 'calls a round; 4000 unless set',
  },
).parse();

const ROUNDS = Number(process.env.RUNS ?? 9);
const CALLS = Number(process.env.CALLS ?? 4000);
const AT_ONCE = 8;
const SECRET = 'a secret of the benchmark that is long enough to be accepted';
const TOKEN = 'a-token-of-the-benchmark.0123456789';
const RECORD = JSON.stringify({
  data: { id: '1', files: Array.from({ length: 20 }, (_, index) => `/files/${index}`) },
});

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
const bundled = await run([
  ...toolCommand('wrangler'),
  'deploy',
  '--dry-run',
  '-c',
  'wrangler.toml',
  '--outdir',
  folder,
  '--assets',
  folder,
]);
if (bundled.code !== 0) throw new Error(bundled.output);
const GATEWAY = readFileSync(join(folder, 'index.js'), 'utf8');

/** A worker in its own process. */
interface Served {
  name: string;
  port: number;
  child: ChildProcess;
  /** Microseconds of each round. */
  perCall: number[];
}

async function serve(name: string, code: string, adminHost = ''): Promise<Served> {
  const port = await freePort();
  writeFileSync(join(folder, `${name}.js`), code);
  writeFileSync(join(folder, `${name}.capnp`), configOf(name, port, adminHost));
  // The program itself, since the command of that name is a Node script.
  const child = spawn(runtime, ['serve', join(folder, `${name}.capnp`)], {
    stdio: 'ignore',
  });
  return { name, port, child, perCall: [] };
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

function call(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get({ agent, host: '127.0.0.1', port, path: '/api/v1/user', headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    request.on('error', reject);
  });
}

async function load(port: number, calls: number): Promise<void> {
  let left = calls;
  const one = async () => {
    while (left-- > 0) await call(port);
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
      return await call(port);
    } catch (error) {
      if (tries === MOST_TRIES) throw new Error(`The worker "${name}" does not respond to the call: ${String(error)}`);
      await pause(100);
    }
  }
}

const workers = [
  await serve('passing', PASSING),
  await serve('gateway', GATEWAY),
  await serve('signing', GATEWAY, 'https://host.example.org'),
];
try {
  for (const worker of workers) {
    await untilReady(worker);
    await load(worker.port, CALLS);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { port, child, perCall } of workers) {
      const before = processorTime(child);
      await load(port, CALLS);
      perCall.push((processorTime(child) - before) / CALLS);
    }
  }
} finally {
  for (const { child } of workers) child.kill();
  agent.destroy();
  rmSync(folder, { recursive: true });
}
const [passing = 0, gateway = 0, signing = 0] = workers.map(({ perCall }) => median(perCall));
const times = (cost: number) =>
  passing > 0 ? `${(cost / passing).toFixed(2)} times that` : 'more than could be measured';
console.log(`A worker that passes everything on: ${passing.toFixed(0)} µs a call`);
console.log(`The gateway: ${gateway.toFixed(0)} µs, ${times(gateway)} (${ROUNDS} rounds of ${CALLS} calls)`);
console.log(`The gateway that signs for another host: ${signing.toFixed(0)} µs, ${times(signing)}`);
