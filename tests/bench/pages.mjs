/**
 * `npm run bench:pages`: Lighthouse on the public pages as a slow phone sees them, median of five, against the points at
 * which each timing gets its full score. Pages that must stay out of search engines are not asked whether they are in.
 */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { openStorage } from '../e2e/support/storage.ts';
import { issueVisa } from '../e2e/support/visas.ts';
import { BROWSER, median, printTable, withPortal } from './portal.mjs';

const RUNS = Number(process.env.RUNS ?? 5);
const PORT = Number(process.env.PORT ?? 8795);
const DEBUG_PORT = PORT + 1;
const CATEGORIES = { performance: 'Perf', accessibility: 'A11y', 'best-practices': 'Best', seo: 'SEO' };
/** Audit → its name in the table, and the value of its full score (ms; CLS has no unit). */
const TIMINGS = {
  'first-contentful-paint': ['FCP', 1067],
  'largest-contentful-paint': ['LCP', 1546],
  'total-blocking-time': ['TBT', 65],
  'cumulative-layout-shift': ['CLS', 0.039],
  'speed-index': ['SI', 1954],
};
const OUT_OF_SEARCH = ['is-crawlable', 'http-status-code'];
/** The line that the browser itself writes about each page that answers with 404, so that none could have all points. */
const OWN_STATUS = 'the server responded with a status of 404';
const CONFIG = {
  extends: 'lighthouse:default',
  audits: [{ path: 'errors-in-console', options: { ignoredPatterns: [OWN_STATUS] } }],
};

await withPortal(PORT, async (origin, state) => {
  const code = await visaCode(state);
  const browser = await chromium.launch({
    ...BROWSER,
    args: [...BROWSER.args, `--remote-debugging-port=${DEBUG_PORT}`],
  });
  const pages = [
    ['welcome', '', false],
    ['type choice', '/type/application', false],
    ['employee visa', `/employee-visa/${code}`, true],
    ['not found', '/no-such-page', true],
  ];
  const rows = [];
  for (const [name, route, hidden] of pages) {
    if (!name.startsWith(process.env.ONLY ?? '')) continue;
    for (const locale of ['ru', 'en']) {
      rows.push(await measure(`${name} (${locale})`, `${origin}/${locale}${route}`, hidden));
    }
  }
  await browser.close();
  print(rows);
});

async function visaCode(state) {
  const { env, dispose } = await openStorage(state);
  const code = issueVisa(env, { from: '2026-01-01', to: '2099-01-01' });
  await dispose();
  return code;
}

async function measure(name, address, hidden) {
  const flags = { port: DEBUG_PORT, output: 'json', logLevel: 'error', ignoreStatusCode: true };
  if (hidden) flags.skipAudits = OUT_OF_SEARCH;
  const runs = [];
  let isMissing = false;
  // A run that the browser itself spoilt is made again.
  for (let tries = 0; runs.length < RUNS && tries < RUNS + 3; tries++) {
    const { lhr, artifacts } = await lighthouse(address, flags, CONFIG);
    const missing = artifacts.ConsoleMessages.filter(({ text }) => text.includes(OWN_STATUS));
    isMissing = missing.length > 0;
    if (missing.some(({ url }) => url !== address)) throw new Error(`${name} names something that is not there`);
    if (lhr.runtimeError) console.error(`${name}: ${lhr.runtimeError.message}`);
    else runs.push(lhr);
  }
  if (runs.length < RUNS) throw new Error(`${name} could not be measured`);
  const middle = (read) => median(runs.map(read));
  const failed = Object.values(runs[0].audits).filter(
    ({ id, score }) => score !== null && score < 0.9 && judged(runs[0], id),
  );
  return {
    name,
    scores: Object.keys(CATEGORIES).map((id) => Math.round(middle((lhr) => lhr.categories[id].score ?? 0) * 100)),
    timings: Object.keys(TIMINGS).map((id) => middle((lhr) => lhr.audits[id].numericValue)),
    failed: failed.map(({ id, displayValue }) => `${id}${displayValue ? ` (${displayValue})` : ''}`),
    note: isMissing ? "without the browser's own console line about the page's status, 404" : '',
  };
}

/** True for an audit that counts in a category. */
function judged({ categories }, id) {
  return Object.values(categories).some(({ auditRefs }) =>
    auditRefs.some((reference) => reference.id === id && reference.weight > 0),
  );
}

function print(rows) {
  const shown = (value, [name, full]) =>
    `${name === 'CLS' ? value.toFixed(3) : Math.round(value)}${value > full ? ' !' : ''}`;
  const head = ['', ...Object.values(CATEGORIES), ...Object.values(TIMINGS).map(([name, full]) => `${name} ≤ ${full}`)];
  const lines = rows.map(({ name, scores, timings }) => [
    name,
    ...scores.map((score) => `${score}${score < 100 ? ' !' : ''}`),
    ...timings.map((value, index) => shown(value, Object.values(TIMINGS)[index])),
  ]);
  printTable([head, ...lines]);
  for (const { name, failed, note } of rows) {
    if (failed.length > 0 || note) console.log(`${name}: ${[...failed, note].filter(Boolean).join('; ')}`);
  }
  console.log(`Median of ${RUNS}. "!" marks what is not at its full score.`);
}
