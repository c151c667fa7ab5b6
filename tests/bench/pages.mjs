/**
 * `npm run bench:pages`: Lighthouse on the public pages as a slow phone sees them, median of five, against the points at
 * which each timing gets its full score. Pages that must stay out of search engines are not asked whether they are in.
 */
import { fileURLToPath } from 'node:url';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { getPlatformProxy } from 'wrangler';
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
  const configPath = fileURLToPath(new URL('../../functions/admin/wrangler.toml', import.meta.url));
  const proxy = await getPlatformProxy({ configPath, persist: { path: `${state}/v3` } });
  const code = await issueVisa(proxy.env, { from: '2026-01-01', to: '2099-01-01' });
  await proxy.dispose();
  return code;
}

async function measure(name, address, hidden) {
  const flags = { port: DEBUG_PORT, output: 'json', logLevel: 'error', ignoreStatusCode: true };
  if (hidden) flags.skipAudits = OUT_OF_SEARCH;
  const runs = [];
  // A run that the browser itself spoilt is made again.
  for (let tries = 0; runs.length < RUNS && tries < RUNS + 3; tries++) {
    const { lhr } = await lighthouse(address, flags);
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
    note: ownStatusNote(runs[0], address),
  };
}

/**
 * The browser itself writes a console line for each page that answers with 404, and Lighthouse takes a point for it: no such
 * page can have all of them. When that line is the only one, says what the score is without it; else `''`.
 */
function ownStatusNote({ audits, categories }, address) {
  const lines = audits['errors-in-console'].details?.items ?? [];
  const isOwn = ({ source, sourceLocation }) => source === 'network' && sourceLocation?.url === address;
  if (lines.length === 0 || !lines.every(isOwn)) return '';
  const rest = categories['best-practices'].auditRefs.filter(({ id }) => id !== 'errors-in-console');
  const counted = rest.filter(({ id, weight }) => weight > 0 && audits[id].score !== null);
  const sum = (of) => counted.reduce((total, reference) => total + of(reference), 0);
  const score = Math.round((sum(({ id, weight }) => audits[id].score * weight) / sum(({ weight }) => weight)) * 100);
  return `the one console line is the browser's own about the page's status 404; without it Best is ${score}`;
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
    if (failed.length > 0) console.log(`${name}: ${[...failed, note].filter(Boolean).join('; ')}`);
  }
  console.log(`Median of ${RUNS}. "!" marks what is not at its full score.`);
}
