/**
 * `npm run bench:forms`: what an applicant on a throttled phone feels: opening the first part, going on to the next, a key
 * press, a tenth relative, another language, a file of nearly 10 MB, and layout shifts. Line and processor are really throttled. ORIGIN measures a
 * running portal. For ratios, measure two versions in turns on a quiet machine.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { CommandLine } from '../../functions/command-line.ts';
import { partsOf } from '../../src/domain/application/fields.ts';
import { partRoute, startRoute } from '../../src/domain/application/steps.ts';
import { specialist } from '../e2e/support/applicants.ts';
import { finishedDraft, putDraft } from '../e2e/support/device.ts';
import { type Loading, timeChoice, timeClick, watchLoading } from './in-page.ts';
import { largeFiles } from './large-files.ts';
import { BROWSER, median, printTable, renderers, withPortal } from './portal.ts';

new CommandLine('npm run bench:forms', 'What an applicant on a throttled phone waits for in the form.', {
  RUNS: 'times each; 5 unless set',
  ONLY: 'one part: opening, acts, choosing or moving',
  ORIGIN: 'a portal that runs already',
}).parse();

const RUNS = Number(process.env.RUNS ?? 5);
const PORT = Number(process.env.PORT || 8793);
const SLOW_CPU = 4;
/** Lighthouse's "slow 4G". */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const PHONE = { width: 412, height: 823 };
const FAMILY = `/ru${partRoute('family', 'specialist')}`;
const KEYS = 'abcdefgh';

const rows: string[][] = [];
const hydrated = () =>
  Boolean(document.querySelector('astro-island:not([ssr])')) && !document.querySelector('astro-island[ssr]');

function row(measure: string, values: readonly number[], bound: number | null, unit: string): void {
  const shown = (value: number) => `${Number(value.toFixed(value < 1 ? 3 : 0))} ${unit}`;
  const middle = median(values);
  const wanted = bound === null ? '' : `≤ ${shown(bound)}`;
  rows.push([
    measure,
    `${shown(middle)} (${shown(Math.max(...values))})`,
    wanted,
    bound !== null && middle > bound ? '!' : '',
  ]);
}

/** Changes to a draft. */
interface SavedDraft {
  saved: string[];
  step2Data: { formatted_relatives: { surname: string; relativePassport: string }[] };
}

/** Opens a page on a phone with a draft in which one part is unsaved, with the given number of relatives; -1 for no draft. */
async function openPhone(browser: Browser, origin: string, relatives = -1) {
  const context = await browser.newContext({ viewport: PHONE, baseURL: origin });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  if (relatives >= 0) {
    const draft = finishedDraft(specialist('bench@example.org'));
    const record = draft.record as unknown as SavedDraft;
    record.saved = record.saved.filter((part) => part !== 'name');
    const [first] = record.step2Data.formatted_relatives;
    if (!first) throw new RangeError('The draft has no relative');
    record.step2Data.formatted_relatives = Array.from({ length: relatives }, (_, index) => ({
      ...first,
      surname: `${first.surname} ${KEYS[index % 8]}${KEYS[Math.floor(index / 8)]}`,
      relativePassport: `EB${7654321 + index}`,
    }));
    await page.goto('/robots.txt');
    await putDraft(page, draft);
    await page.evaluate(() => localStorage.setItem('draft', 'kept'));
  }
  return { page, cdp: await context.newCDPSession(page), close: () => context.close() };
}

/** The measurements of one visit. */
interface Visit extends Loading {
  painted: number;
  /** Bytes. */
  sent: number;
}

/** Opens a page with an empty cache. @returns the result of watchLoading, and the bytes received until hydration */
async function load(
  browser: Browser,
  origin: string,
  address: string,
  { slowLine = false, relatives = -1 } = {},
): Promise<Visit> {
  const { page, cdp, close } = await openPhone(browser, origin, relatives);
  let bytes = 0;
  await cdp.send('Network.enable');
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  if (slowLine) await cdp.send('Network.emulateNetworkConditions', SLOW_LINE);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.addInitScript(`(${watchLoading})(${hydrated})`);
  await page.goto(address);
  await page.waitForFunction(() => globalThis.loading.usable > 0, null, { timeout: 60_000 });
  const sent = bytes;
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => ({
    ...globalThis.loading,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await close();
  return { ...seen, sent };
}

async function opening(browser: Browser, origin: string): Promise<void> {
  const runs: Visit[] = [];
  for (let run = 0; run < RUNS; run++) {
    runs.push(await load(browser, origin, `/ru${startRoute('specialist')}`, { slowLine: true }));
  }
  const all = (name: keyof Visit) => runs.map((seen) => seen[name]);
  row('first part: first paint, slow 4G, CPU ÷ 4', all('painted'), null, 'ms');
  row('first part: hydrated', all('usable'), null, 'ms');
  row(
    'first part: sent until then',
    all('sent').map((sent) => sent / 1024),
    null,
    'KB',
  );
  row('first part: total blocking time', all('blocked'), 150, 'ms');
}

async function moving(browser: Browser, origin: string): Promise<void> {
  const pages = ['/application', ...[...partsOf('specialist')].map((part) => partRoute(part, 'specialist'))];
  for (const relatives of [-1, 1]) {
    const shifts: number[] = [];
    for (const address of pages) shifts.push((await load(browser, origin, `/ru${address}`, { relatives })).shift);
    row(
      `layout shift of ${pages.length} pages, ${relatives < 0 ? 'no draft' : 'a draft'}`,
      [Math.max(...shifts)],
      0.02,
      '',
    );
  }
}

/** Presses and waits for the result. @returns milliseconds from the press */
async function press(page: Page, selector: string, change: { selector: string; text?: string }): Promise<number> {
  const time = page.evaluate(timeClick, change);
  await page.locator(selector).filter({ visible: true }).click();
  return time;
}

async function acts(browser: Browser, origin: string): Promise<void> {
  const found: Record<'next' | 'key' | 'added' | 'language', number[]> = { next: [], key: [], added: [], language: [] };
  for (let run = 0; run < RUNS; run++) {
    const { page, cdp, close } = await openPhone(browser, origin, 9);
    const ready = () => page.waitForFunction(hydrated);
    const cpu = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
    // With a warm cache, since the next part was open before.
    for (const part of ['name', 'passport'] as const) {
      await page.goto(`/ru${partRoute(part, null)}`);
      await ready();
    }
    await page.waitForLoadState('networkidle');
    await cpu(SLOW_CPU);
    const next = { selector: 'astro-island:not([ssr]) [name="surname"]' };
    found.next.push(await press(page, 'main form [type=submit]', next));
    await cpu(1);
    await page.goto(FAMILY);
    await ready();
    await page.waitForLoadState('networkidle');
    const tenth = { selector: '[name="formatted_relatives.9.surname"]' };
    found.added.push(await press(page, '#formatted_relatives > .button', tenth));
    await cdp.send('Performance.enable');
    const box = page.locator(tenth.selector);
    await box.focus();
    for (const key of KEYS) {
      const before = await scripting(cdp);
      await page.keyboard.press(key);
      found.key.push((await scripting(cdp)) - before);
    }
    const english = { selector: 'label', text: 'Surname' };
    found.language.push(await press(page, 'language-switch a[hreflang="en"]', english));
    await close();
  }
  row('“save and continue” until the next part is hydrated, warm, CPU ÷ 4', found.next, 250, 'ms');
  row('a key, ten relatives', found.key, 16, 'ms');
  row('adding a tenth relative', found.added, 50, 'ms');
  row('switching the language, ten relatives', found.language, 100, 'ms');
}

/** Chooses large files. Their bytes are on the disk: sent through the protocol they would be tasks of the page. */
async function choosing(browser: Browser, origin: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
  for (const [name, bytes] of await largeFiles()) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const found: Record<'longest' | 'time' | 'memory', number[]> = { longest: [], time: [], memory: [] };
    for (let run = 0; run < RUNS; run++) {
      const before = await renderers(browser);
      const { page, cdp, close } = await openPhone(browser, origin);
      await page.goto(`/ru${partRoute('passport', 'specialist')}`);
      await page.waitForFunction(hydrated);
      await page.waitForLoadState('networkidle');
      const memory = (await renderers(browser)).filter((id) => !before.includes(id)).map(watchMemory);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
      const chosen = page.evaluate(timeChoice, parse(name).name);
      await page.locator('[name="file4"]').setInputFiles(path);
      const { time, longest } = await chosen;
      found.longest.push(longest);
      found.time.push(time);
      found.memory.push(memory.reduce((sum, growth) => sum + growth(), 0));
      await close();
    }
    const size = `${name}, ${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
    row(`choosing ${size}: longest task, CPU ÷ 4`, found.longest, 200, 'ms');
    row(`choosing ${size}: until it is shown`, found.time, null, 'ms');
    row(`choosing ${size}: memory of the page beyond before`, found.memory, null, 'MB');
  }
  rmSync(folder, { recursive: true });
}

/** Linux. @returns by how much the process's memory has grown at most since now, in MB */
function watchMemory(id: number): () => number {
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
  const now = megabytes('VmRSS');
  // Resets the process's peak (proc(5), clear_refs).
  writeFileSync(`/proc/${id}/clear_refs`, '5');
  return () => megabytes('VmHWM') - now;
}

async function scripting(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

async function measureAll(origin: string): Promise<void> {
  const browser = await chromium.launch(BROWSER);
  const parts = [opening, acts, choosing, moving].filter(({ name }) => name.startsWith(process.env.ONLY ?? ''));
  for (const measure of parts) await measure(browser, origin);
  await browser.close();
  printTable([['measure', 'median (largest)', 'wanted', ''], ...rows]);
}

if (process.env.ORIGIN) await measureAll(process.env.ORIGIN);
else await withPortal(PORT, measureAll);
