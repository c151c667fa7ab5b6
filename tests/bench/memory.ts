/**
 * `npm run bench:memory`: the memory of the admin host while large applications are created, one alone and ten at once. That
 * of the isolate, limited to 128 MB in Workers, is V8's own (heap and array buffers, by the inspector), uncollected garbage
 * included. That of the process is the kernel's (Linux, VmHWM), with local database and bucket. It asserts nothing.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { CommandLine } from '../../functions/command-line.ts';
import { freePort, run, toolCommand } from '../../functions/local/machine.ts';
import { largeApplication } from './large-application.ts';
import { printTable } from './portal.ts';

new CommandLine('npm run bench:memory', 'The memory of the admin host while large applications are created.', {
  RUNS: 'times each; 3 unless set',
  AT_ONCE: 'applications at once; 10 unless set',
}).parse();

const RUNS = Number(process.env.RUNS ?? 3);
const AT_ONCE = Number(process.env.AT_ONCE ?? 10);
const SAMPLE_MS = 50;
/** Bytes of the files of one application, a little under the limit of a request. */
const FILES_BYTES = 36_700_000;
const MIGRATIONS = 'functions/admin/migrations';

const folder = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
const bundled = await run([
  ...toolCommand('wrangler'),
  ...['deploy', '--dry-run', '-c', 'functions/admin/wrangler.toml', '--outdir', folder],
]);
if (bundled.code !== 0) throw new Error(bundled.output);

const inspectorPort = await freePort();
const host = new Miniflare(
  convertV4MiniflareOptions({
    name: 'admin',
    modules: true,
    modulesRoot: folder,
    scriptPath: join(folder, 'index.js'),
    compatibilityDate: '2026-11-01',
    compatibilityFlags: ['nodejs_compat'],
    bindings: {
      FILES_SECRET: 'a secret of the benchmark that is long enough to be accepted',
      MAIL_FROM: 'it-visa@example.com',
      PORTAL_ORIGIN: 'http://localhost',
    },
    d1Databases: ['DB'],
    r2Buckets: ['FILES'],
    defaultPersistRoot: folder,
    email: { send_email: [{ name: 'MAIL' }] },
    inspectorPort,
  }),
);

async function migrate() {
  const database = await host.getD1Database('DB');
  for (const name of readdirSync(MIGRATIONS).sort())
    for (const sql of splitSql(readFileSync(join(MIGRATIONS, name), 'utf8'))) await database.prepare(sql).run();
}

async function create(origin: URL): Promise<string> {
  try {
    const response = await fetch(new URL('/api/v1/specialists-visa', origin), {
      method: 'POST',
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: largeApplication(FILES_BYTES),
    });
    const { code = 'created' } = await response.json();
    return `${response.status} ${code}`;
  } catch {
    return 'broken off'; // Refused before its body was sent.
  }
}

/** The result of `Runtime.getHeapUsage`, in bytes. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/** Opens the inspector of the host's isolate, and returns a function that reads the bytes in use. */
async function openInspector(): Promise<() => Promise<number>> {
  const targets: { id: string; webSocketDebuggerUrl: string }[] = await (
    await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  ).json();
  const target = targets.find((one) => one.id.includes('admin'));
  if (!target) throw new Error('The inspector knows no admin host');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let id = 0;
  const waiting = new Map<number, (result: HeapUsage) => void>();
  socket.onmessage = ({ data }) => {
    const message: { id: number; result: HeapUsage } = JSON.parse(String(data));
    waiting.get(message.id)?.(message.result);
    waiting.delete(message.id);
  };
  const ask = (method: string) =>
    new Promise<HeapUsage>((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  return async () => {
    const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  };
}

/** Returns the runtime's process, the child of this one. */
function runtime(): string {
  const isOurs = (pid: string) => {
    try {
      return new RegExp(`\\(workerd\\) \\S ${process.pid} `).test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false; // The process has ended meanwhile.
    }
  };
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name));
  if (!pid) throw new Error('The runtime was not found');
  return pid;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const memoryOf = (pid: string, line: string) =>
  megabytes(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024);

/** Memory before, its peak, and the number of responses of each kind. */
async function measure(pid: string, inUse: () => Promise<number>, origin: URL, atOnce: number): Promise<string[]> {
  const isolate = [await inUse()];
  const before = memoryOf(pid, 'VmRSS');
  writeFileSync(`/proc/${pid}/clear_refs`, '5'); // Resets the peak (proc(5)).
  let isDone = false;
  const began = performance.now();
  const creations = Promise.all(Array.from({ length: atOnce }, () => create(origin))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    isolate.push(await inUse());
    await pause(SAMPLE_MS);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const kinds = Map.groupBy(await creations, (outcome) => outcome);
  const counts = [...kinds].map(([outcome, { length }]) => `${length} × ${outcome}`).join(', ');
  const [first = 0] = isolate;
  return [megabytes(first), megabytes(Math.max(...isolate)), before, memoryOf(pid, 'VmHWM'), `${seconds} s`, counts];
}

try {
  const origin = await host.ready;
  await migrate();
  const [pid, inUse] = [runtime(), await openInspector()];
  const rows: string[][] = [];
  const sizes = [
    ['one', 1],
    [`${AT_ONCE} at once`, AT_ONCE],
  ] as const;
  for (const [name, atOnce] of sizes)
    for (let nth = 0; nth < RUNS; nth++) rows.push([name, ...(await measure(pid, inUse, origin, atOnce))]);
  printTable([['', 'isolate', 'its peak', 'process', 'its peak', 'time', 'responses'], ...rows]);
  console.log(`Each application has ${FILES_BYTES / 1e6} MB of files.`);
} finally {
  await host.dispose();
  rmSync(folder, { recursive: true, force: true });
}
