/**
 * `npm run bench:memory`: the memory of the runtime (workerd: both workers, database and files) while large applications are
 * created, one alone and ten at once. The peak is the kernel's own (Linux, /proc/<pid>/status, VmHWM). It asserts nothing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toParts } from '../../src/domain/application/multipart.ts';
import { PASSWORD, valuesOf } from '../e2e/support/applicants.ts';
import { printTable, withPortal } from './portal.mjs';

const PORT = Number(process.env.PORT ?? 8794);
const RUNS = Number(process.env.RUNS ?? 3);
const AT_ONCE = 10;
/** Bytes of the files of one application: a little under the limit of a request. */
const FILES_BYTES = 36_700_000;

/** A PDF as far as the host looks: its beginning and its end. */
function pdf(size) {
  const bytes = Buffer.alloc(size, ' ');
  bytes.write('%PDF-1.7\n');
  bytes.write('\n%%EOF\n', size - 7);
  return bytes;
}

const photo = readFileSync(new URL('../fixtures/photo.jpg', import.meta.url));

let count = 0;
function largeApplication() {
  const parts = toParts('specialist', valuesOf(`memory.${Date.now()}.${count++}@example.org`));
  const documents = parts.filter(({ name, value }) => typeof value !== 'string' && name !== 'file5');
  const document = pdf(Math.floor((FILES_BYTES - photo.length) / documents.length));
  const form = new FormData();
  for (const { name, value } of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([name === 'file5' ? photo : document]), value.name);
  }
  form.append('password', PASSWORD);
  return form;
}

async function create(origin) {
  try {
    const response = await fetch(`${origin}/api/v1/specialists-visa`, {
      method: 'POST',
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: largeApplication(),
    });
    const { code = 'created' } = await response.json();
    return `${response.status} ${code}`;
  } catch {
    return 'broken off'; // Refused before its body was sent.
  }
}

/** The processes of the portal's runtime, found by the folder of its state. */
function runtimesOf(state) {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isRuntime(name, state));
  if (found.length === 0) throw new Error('The runtime was not found');
  return found;
}

function isRuntime(pid, state) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'workerd\n' && environment.includes(`PORTAL_STATE=${state}`);
  } catch {
    return false; // Another user's, or ended meanwhile.
  }
}

/** The sum over processes of a line of /proc/<pid>/status, in MB. */
function megabytes(pids, line) {
  const kilobytes = pids.map((pid) =>
    Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]),
  );
  return `${Math.round((kilobytes.reduce((sum, one) => sum + one) * 1024) / 1e6)} MB`;
}

/** Resident memory before and the peak meanwhile, and how many answers there were of each kind. */
async function measure(pids, origin, atOnce) {
  const before = megabytes(pids, 'VmRSS');
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5'); // Resets the peak (proc(5)).
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: atOnce }, () => create(origin)));
  const seconds = (performance.now() - began) / 1000;
  const kinds = Map.groupBy(answers, (answer) => answer);
  const told = [...kinds].map(([answer, { length }]) => `${length} × ${answer}`).join(', ');
  return [before, megabytes(pids, 'VmHWM'), `${seconds.toFixed(1)} s`, told];
}

await withPortal(PORT, async (origin, state) => {
  const pids = runtimesOf(state);
  const rows = [];
  for (let run = 0; run < RUNS; run++) rows.push(['one', ...(await measure(pids, origin, 1))]);
  for (let run = 0; run < RUNS; run++) rows.push([`${AT_ONCE} at once`, ...(await measure(pids, origin, AT_ONCE))]);
  printTable([['', 'before', 'peak', 'time', 'answers'], ...rows]);
  console.log(`Resident memory of workerd, all its processes; each application has ${FILES_BYTES / 1e6} MB of files.`);
});
