/**
 * `npm run bench:load`: how long calls take on a whole portal under load: 60 simultaneous sign-ins from one address, one /48
 * and one /24 that push while a stranger and a known browser sign in, an office of 40 behind one address, applications being
 * created, and 200 simultaneous applications of 5 MB, each repeated like in the portal's pages when the host is busy. `COUNT=20`
 * for a quick look at the last. It asserts nothing.
 */
import { CommandLine } from '../../functions/command-line.ts';
import { freePort } from '../../functions/local/machine.ts';
import { readResponse } from '../../src/stores/api/request.ts';
import { submitOutcome } from '../../src/stores/application/submit-outcome.ts';
import { PASSWORD } from '../e2e/support/applicants.ts';
import { largeApplication } from './large-application.ts';
import { printTable, withPortal } from './portal.ts';

new CommandLine(
  'npm run bench:load',
  'How long calls take on a whole portal while sign-ins and large applications load it.',
  {
    COUNT: 'large applications at once; 200 unless set',
    SECONDS: 'of writing; 15 unless set, and a third of it without a load',
  },
).parse();

const SIGN_INS = 60;
const CREATIONS = Number(process.env.COUNT ?? 200);
const WRITERS = 4;
const WRITING_MS = Number(process.env.SECONDS ?? 15) * 1000;
const BYTES = 5_000_000;
const PAUSE_MS = 20;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
let networks = 0;
/** Each caller has its own network unless it shares one. */
function newAddress() {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const shown = (ms: number) => (Number.isNaN(ms) ? '–' : `${(ms / 1000).toFixed(2)} s`);

interface Visitor {
  email: string;
  address: string;
  cookie: string;
  token: string;
}

/** The arguments of `fetch`, with a path. */
type Request = readonly [path: string, init: RequestInit];

const CALLS: Readonly<Record<string, (visitor: Visitor) => Request>> = {
  'GET /user': ({ token, cookie, address }) => [
    '/api/v1/user',
    { headers: { Authorization: `Bearer ${token}`, Cookie: cookie, 'CF-Connecting-IP': address } },
  ],
  'POST /check-email': () =>
    json('/api/v1/check-email', { email: `nobody.${Math.random()}@example.org` }, newAddress()),
  'GET /employee-visa': () => ['/api/v1/employee-visa/none', {}],
  'GET /parcels': () => ['/api/v1/parcels', { headers: { 'CF-Connecting-IP': newAddress() } }],
  'a page': () => ['/ru', {}],
};

function json(path: string, body: object, address: string): Request {
  const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': address };
  return [path, { method: 'POST', headers, body: JSON.stringify(body) }];
}

/** Repeats each of {@link CALLS} until `load` ends, and prints how long each took. */
async function during(
  name: string,
  origin: string,
  visitor: Visitor,
  load: (origin: string, visitor: Visitor) => Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const times = new Map<string, { ms: number; failed: boolean }[]>();
  const loops = Object.entries(CALLS).map(async ([call, make]) => {
    const own: { ms: number; failed: boolean }[] = [];
    times.set(call, own);
    while (!isOver) {
      const began = performance.now();
      const [path, init] = make(visitor);
      const response = await fetch(origin + path, init).catch(() => null);
      await response?.arrayBuffer();
      own.push({ ms: performance.now() - began, failed: !response || response.status >= 500 });
      await pause(PAUSE_MS);
    }
  });
  const began = performance.now();
  await load(origin, visitor).finally(() => {
    isOver = true;
  });
  const took = performance.now() - began;
  await Promise.all(loops);
  const rows = [...times].map(([call, all]) => {
    const ms = all.map((one) => one.ms);
    return [
      call,
      String(all.length),
      String(all.filter(({ failed }) => failed).length),
      shown(quantile(ms, 0.5)),
      shown(quantile(ms, 0.99)),
      shown(Math.max(...ms)),
    ];
  });
  printTable([[`During ${name} (${shown(took)})`, 'calls', 'failed', 'p50', 'p99', 'longest'], ...rows]);
  console.log('');
}

interface Outcome {
  kind: string;
  ms: number;
}

function printOutcomes(what: string, outcomes: readonly Outcome[]): void {
  const kinds = Map.groupBy(outcomes, ({ kind }) => kind);
  for (const [kind, all] of kinds) {
    const ms = all.map((one) => one.ms);
    console.log(
      `${what}: ${all.length} × ${kind}, first ${shown(Math.min(...ms))}, p50 ${shown(quantile(ms, 0.5))}, last ${shown(Math.max(...ms))}`,
    );
  }
}

async function signIns(origin: string): Promise<void> {
  const address = newAddress();
  const began = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: SIGN_INS }, async (_, nth) => {
      const response = await fetch(
        `${origin}/api/v1/user-login`,
        json('', { email: `nobody${nth}@example.org`, password: PASSWORD }, address)[1],
      );
      const { code = 'signed in' } = await response.json();
      return { kind: code, ms: performance.now() - began };
    }),
  );
  printOutcomes('Sign-ins at once', outcomes);
}

const PUSHERS = 100;
const PUSHING_MS = WRITING_MS;
const OFFICE = 40;

/** One call, and how it ended: its status, or the code of the refusal. */
async function timed(origin: string, [path, init]: Request): Promise<Outcome> {
  const began = performance.now();
  const response = await fetch(origin + path, init).catch(() => null);
  const body = await response?.json().catch(() => ({}));
  return { kind: body?.code ?? (response?.ok ? 'done' : 'no answer'), ms: performance.now() - began };
}

/** Repeats a call with pauses until an instant. */
async function repeated(until: number, pauseMs: number, call: () => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (Date.now() < until) {
    outcomes.push(await call());
    await pause(pauseMs);
  }
  return outcomes;
}

const signInFrom = (origin: string, address: string, email: string, cookie = '') => {
  const [path, { headers, ...init }] = json('/api/v1/user-login', { email, password: PASSWORD }, address);
  return timed(origin, [path, { ...init, headers: { ...headers, Cookie: cookie } }]);
};

const PUSHING: Readonly<Record<string, (nth: number) => string>> = {
  '/48': (nth) => `2001:db8:1:${(nth * 7).toString(16)}::${Math.floor(Math.random() * 65_535).toString(16)}`,
  '/24': (nth) => `198.51.100.${nth}`,
};

/** A network signs in from 100 of its addresses without a pause; a stranger and a known browser each once in two seconds. */
async function networkPushes(network: string, origin: string, visitor: Visitor): Promise<void> {
  const until = Date.now() + PUSHING_MS;
  const push = (nth: number) =>
    repeated(until, 0, () => signInFrom(origin, PUSHING[network]?.(nth) ?? '', `pushed${nth}@example.org`));
  const pushes = Promise.all(Array.from({ length: PUSHERS }, (_, nth) => push(nth)));
  // Another account each time, whose wrong passwords do not add up.
  const stranger = repeated(until, 2000, () => signInFrom(origin, newAddress(), `s${Date.now()}@example.org`));
  const known = repeated(until, 2000, () => signInFrom(origin, newAddress(), visitor.email, visitor.cookie));
  printOutcomes(`The ${network}`, (await pushes).flat());
  printOutcomes('A stranger', await stranger);
  printOutcomes('A known browser', await known);
}

/** Forty people behind one address: each signs in once, and reads an application every five seconds. */
async function office(origin: string, visitor: Visitor): Promise<void> {
  const until = Date.now() + PUSHING_MS;
  const address = newAddress();
  const headers = { Authorization: `Bearer ${visitor.token}`, Cookie: visitor.cookie, 'CF-Connecting-IP': address };
  const reads = Array.from({ length: OFFICE }, async (_, nth) => {
    await pause(nth * 500);
    return repeated(until, 5000, () => timed(origin, ['/api/v1/user', { headers }]));
  });
  const signIn = Array.from({ length: OFFICE }, async (_, nth) => {
    await pause((PUSHING_MS / OFFICE) * nth);
    return signInFrom(origin, address, `colleague${nth}@example.org`);
  });
  printOutcomes(`${OFFICE} people read their applications`, (await Promise.all(reads)).flat());
  printOutcomes(`${OFFICE} people sign in`, await Promise.all(signIn));
}

/** Sends an application until it is stored, like src/stores/application/submission.ts. */
async function create(origin: string, bytes: number): Promise<Outcome & { tries: number }> {
  const headers = { 'Idempotency-Key': crypto.randomUUID(), 'CF-Connecting-IP': newAddress() };
  const form = largeApplication(bytes);
  const began = performance.now();
  for (let tries = 1, waited = 0; ; tries += 1) {
    const response = await fetch(`${origin}/api/v1/specialists-visa`, { method: 'POST', headers, body: form }).then(
      async (response) => readResponse(response.status, response.headers, await response.text()),
      (): ReturnType<typeof readResponse> => ({ ok: false, status: 0, refusal: { code: 'no_answer' } }),
    );
    const outcome = submitOutcome.of(response);
    if (outcome.result === 'stored') return { kind: 'stored', tries, ms: performance.now() - began };
    const wait = ['busy', 'unclear'].includes(outcome.result)
      ? submitOutcome.pauseBefore(tries, waited, outcome)
      : null;
    if (wait === null) return { kind: `given up: ${outcome.refusal.code}`, tries, ms: performance.now() - began };
    waited += wait;
    await pause(wait * 1000);
  }
}

async function creations(origin: string): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: CREATIONS }, () => create(origin, BYTES)));
  printOutcomes(`Applications of ${BYTES / 1e6} MB at once`, outcomes);
  console.log(`Tries: ${outcomes.reduce((sum, { tries }) => sum + tries, 0)}`);
}

async function writers(origin: string): Promise<void> {
  const until = Date.now() + WRITING_MS;
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (Date.now() < until) outcomes.push(await create(origin, 500_000));
    }),
  );
  printOutcomes(`${WRITERS} writers`, outcomes);
}

async function newVisitor(origin: string): Promise<Visitor> {
  const address = newAddress();
  const email = `visitor.${Date.now()}@example.org`;
  const headers = { 'Idempotency-Key': crypto.randomUUID(), 'CF-Connecting-IP': address };
  const body = largeApplication(200_000, email);
  const made = await fetch(`${origin}/api/v1/specialists-visa`, { method: 'POST', headers, body });
  if (!made.ok) throw new Error(`No applicant: ${await made.text()}`);
  const response = await fetch(`${origin}/api/v1/user-login`, json('', { email, password: PASSWORD }, address)[1]);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { email, address, cookie, token: (await response.json()).token };
}

await withPortal(await freePort(), async (origin) => {
  const visitor = await newVisitor(origin);
  await during('no load', origin, visitor, () => pause(WRITING_MS / 3));
  await during(`${SIGN_INS} sign-ins at once`, origin, visitor, signIns);
  for (const network of Object.keys(PUSHING))
    await during(`one ${network} that pushes`, origin, visitor, (...args) => networkPushes(network, ...args));
  await during(`an office of ${OFFICE}`, origin, visitor, office);
  await during('writes', origin, visitor, writers);
  await during(`${CREATIONS} applications at once`, origin, visitor, creations);
});
