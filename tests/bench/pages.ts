/**
 * `npm run bench:pages`: Lighthouse on the public pages as on a throttled phone, median of five, against the threshold of
 * each timing's full score. Pages excluded from search engines skip that audit. Then the same pages and sign-in with applied
 * instead of simulated throttling, beside a plain page.
 */
import { createServer } from 'node:http';
import lighthouse, { type Config, type Flags, type Result } from 'lighthouse';
import { type Browser, chromium } from 'playwright';
import { CommandLine } from '../../functions/command-line.ts';
import { openStorage } from '../e2e/support/storage.ts';
import { issueVisa } from '../e2e/support/visas.ts';
import { type Loading, watchLoading } from './in-page.ts';
import { BROWSER, median, printTable, withPortal } from './portal.ts';

new CommandLine('npm run bench:pages', 'Lighthouse on the public pages, then the same pages on a slow line.', {
  RUNS: 'times each; 5 unless set',
  ONLY: 'one kind of page, such as welcome',
}).parse();

const RUNS = Number(process.env.RUNS ?? 5);
const PORT = Number(process.env.PORT || 8795);
const DEBUG_PORT = PORT + 1;
const CATEGORIES = { performance: 'Perf', accessibility: 'A11y', 'best-practices': 'Best', seo: 'SEO' };
/** Audit → its name in the table, and the value of its full score (ms; CLS has no unit). */
const TIMINGS: Readonly<Record<string, readonly [name: string, full: number]>> = {
  'first-contentful-paint': ['FCP', 1067],
  'largest-contentful-paint': ['LCP', 1546],
  'total-blocking-time': ['TBT', 65],
  'cumulative-layout-shift': ['CLS', 0.039],
  'speed-index': ['SI', 1954],
};
const OUT_OF_SEARCH = ['is-crawlable', 'http-status-code'];
/** The browser's own console line about a page with status 404, which always costs points. */
const OWN_STATUS = 'the server responded with a status of 404';
/** Applied throttling, as slow as Lighthouse's simulation. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWER = 4;
const PHONE = { width: 412, height: 823 };
/** Records when a visitor can use the page: its island is hydrated, or all of it was parsed. */
const HYDRATED = "document.querySelector('astro-island') && !document.querySelector('astro-island[ssr]')";
const READ = "performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd > 0";
/** A document with as many questions as a long form. */
const PLAIN = `<!doctype html><html lang="en"><title>Plain</title><h1>Plain</h1><form>${'<p><label>Question <input></label></p>'.repeat(100)}</form>`;
const CONFIG: Config = {
  extends: 'lighthouse:default',
  audits: [{ path: 'errors-in-console', options: { ignoredPatterns: [OWN_STATUS] } }],
};

await withPortal(PORT, async (origin, state) => {
  const code = visaCode(state);
  const browser = await chromium.launch({
    ...BROWSER,
    args: [...BROWSER.args, `--remote-debugging-port=${DEBUG_PORT}`],
  });
  const pages: [name: string, route: string, isHidden: boolean][] = [
    ['welcome', '', false],
    ['type choice', '/type/application', false],
    ['employee visa', `/employee-visa/${code}`, true],
    ['not found', '/no-such-page', true],
  ];
  const rows: Measured[] = [];
  for (const [name, route, hidden] of pages) {
    if (!asked(name)) continue;
    for (const locale of ['ru', 'en']) {
      rows.push(await measure(`${name} (${locale})`, `${origin}/${locale}${route}`, hidden));
    }
  }
  print(rows);
  await measureApplied(
    browser,
    [
      ...pages.map(([name, route]): Case => [name, `${origin}/ru${route}`, READ]),
      ['sign-in', `${origin}/ru/auth/login`, HYDRATED] satisfies Case,
    ].filter(([name]) => asked(name)),
  );
  await browser.close();
});

/** Returns whether a page is measured. */
function asked(name: string): boolean {
  return name.startsWith(process.env.ONLY ?? '');
}

/** A page, and the expression that is true once a visitor can use it. */
type Case = [name: string, address: string, ready: string];

/** The measurements of one visit. */
interface Visit extends Loading {
  painted: number;
}

/** Opens all pages in turn, a plain one first, `RUNS` times, and prints the medians. */
async function measureApplied(browser: Browser, pages: readonly Case[]): Promise<void> {
  const plain = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(PLAIN)).listen(
    PORT + 2,
  );
  const cases: Case[] = [['plain page', `http://localhost:${PORT + 2}`, READ], ...pages];
  const runs = cases.map(([, address, ready]) => ({ address, ready, visits: [] as Visit[] }));
  for (let run = 0; run < RUNS; run++) {
    for (const { address, ready, visits } of runs) visits.push(await load(browser, address, ready));
  }
  plain.close();
  const middle = (index: number, name: keyof Visit) => median((runs[index]?.visits ?? []).map((visit) => visit[name]));
  const ms = (value: number) => `${Math.round(value)}`;
  printTable([
    ['applied', 'first paint', 'interactive', '× plain', 'blocking', 'shift'],
    ...cases.map(([name], index) => [
      name,
      ms(middle(index, 'painted')),
      ms(middle(index, 'usable')),
      (middle(index, 'usable') / middle(0, 'usable')).toFixed(2),
      ms(middle(index, 'blocked')),
      middle(index, 'shift').toFixed(3),
    ]),
  ]);
}

/** @returns times of one visit with an empty cache, in milliseconds, until the page was idle for a second */
async function load(browser: Browser, address: string, ready: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(`(${watchLoading})(() => ${ready})`);
  await page.goto(address);
  await page.waitForFunction(() => globalThis.loading.usable && performance.now() - globalThis.loading.busy > 1000);
  const times = await page.evaluate(() => ({
    ...globalThis.loading,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await context.close();
  return times;
}

function visaCode(state: string): string {
  const storage = openStorage(state);
  const code = issueVisa(storage, { from: '2026-01-01', to: '2099-01-01' });
  storage.DB.close();
  return code;
}

/** The medians of a page, and audits below their full score. */
interface Measured {
  name: string;
  scores: number[];
  timings: number[];
  failed: string[];
  note: string;
}

async function measure(name: string, address: string, hidden: boolean): Promise<Measured> {
  const flags: Flags = { port: DEBUG_PORT, output: 'json', logLevel: 'error', ignoreStatusCode: true };
  if (hidden) flags.skipAudits = OUT_OF_SEARCH;
  const runs: Result[] = [];
  let isMissing = false;
  // A run that the browser has spoilt is repeated.
  for (let tries = 0; runs.length < RUNS && tries < RUNS + 3; tries++) {
    const result = await lighthouse(address, flags, CONFIG);
    if (!result) throw new Error(`Lighthouse has no result for ${address}`);
    const { lhr, artifacts } = result;
    if (lhr.runtimeError) {
      console.error(`${name}: ${lhr.runtimeError.message}`);
      continue;
    }
    const missing = artifacts.ConsoleMessages.filter(({ text }) => text.includes(OWN_STATUS));
    isMissing = missing.length > 0;
    if (missing.some(({ url }) => url !== address)) throw new Error(`${name} names something that is not there`);
    runs.push(lhr);
  }
  if (runs.length < RUNS) throw new Error(`${name} could not be measured`);
  const [first] = runs;
  if (!first) throw new RangeError('RUNS is 0');
  const middle = (read: (lhr: Result) => number) => median(runs.map(read));
  const failed = Object.values(first.audits).filter(
    ({ id, score }) => score !== null && score < 0.9 && counted(first, id),
  );
  return {
    name,
    scores: Object.keys(CATEGORIES).map((id) => Math.round(middle((lhr) => lhr.categories[id]?.score ?? 0) * 100)),
    timings: Object.keys(TIMINGS).map((id) => middle((lhr) => lhr.audits[id]?.numericValue ?? Number.NaN)),
    failed: failed.map(({ id, displayValue }) => `${id}${displayValue ? ` (${displayValue})` : ''}`),
    note: isMissing ? "without the browser's own console line about the page's status, 404" : '',
  };
}

/** Returns whether an audit counts in a category. */
function counted({ categories }: Result, id: string): boolean {
  return Object.values(categories).some(({ auditRefs }) =>
    auditRefs.some((reference) => reference.id === id && reference.weight > 0),
  );
}

function print(rows: readonly Measured[]): void {
  const shown = (value: number, [name, full]: readonly [string, number]) =>
    `${name === 'CLS' ? value.toFixed(3) : Math.round(value)}${value > full ? ' !' : ''}`;
  const head = ['', ...Object.values(CATEGORIES), ...Object.values(TIMINGS).map(([name, full]) => `${name} ≤ ${full}`)];
  const lines = rows.map(({ name, scores, timings }) => [
    name,
    ...scores.map((score) => `${score}${score < 100 ? ' !' : ''}`),
    ...Object.values(TIMINGS).map((timing, index) => shown(timings[index] ?? Number.NaN, timing)),
  ]);
  printTable([head, ...lines]);
  for (const { name, failed, note } of rows) {
    if (failed.length > 0 || note) console.log(`${name}: ${[...failed, note].filter(Boolean).join('; ')}`);
  }
  console.log(`Median of ${RUNS}. "!" marks what is not at its full score.`);
}
