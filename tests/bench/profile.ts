/**
 * `npm run bench:profile`: from a click in the account's menu to the next page's content, with a warm cache at a quarter of
 * the processor. The account is created for it. ORIGIN measures a running portal.
 */
import { chromium, type Page } from 'playwright';
import { CommandLine } from '../../functions/command-line.ts';
import { signInByCall } from '../e2e/support/account.ts';
import { apply } from '../e2e/support/apply.ts';
import { timeClick } from './in-page.ts';
import { BROWSER, median, printTable, withPortal } from './portal.ts';

new CommandLine('npm run bench:profile', 'How soon a page of the account is there after a click.', {
  RUNS: 'times each; 7 unless set',
  ONLY: 'desktop or phone; both unless set',
  ORIGIN: 'a portal that runs already',
}).parse();

const RUNS = Number(process.env.RUNS ?? 7);
const PORT = Number(process.env.PORT || 8791);
const WANTED = 300;
const SLOW_CPU = 4;
/** An element that exists once the content of a page is rendered. */
const CONTENT: Readonly<Record<string, string>> = {
  '/profile/status': 'main ol > [data-state]',
  '/profile/application/specialist': 'main section[aria-labelledby^=part-]',
  '/profile/security': 'main [name="current_password"]',
  '/profile': 'main section[aria-labelledby=stage-title]',
};

async function measureAll(origin: string): Promise<void> {
  const browser = await chromium.launch(BROWSER);
  const rows: string[][] = [];
  const windows = { desktop: { width: 1440, height: 900 }, phone: { width: 412, height: 823 } };
  for (const [name, viewport] of Object.entries(windows)) {
    if (process.env.ONLY && process.env.ONLY !== name) continue;
    const { email } = await apply(origin, 'ru');
    const page = await browser.newPage({ baseURL: origin, viewport });
    await signInByCall(page, { email });
    await page.goto('/ru/profile');
    const cdp = await page.context().newCDPSession(page);
    await round(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
    const rounds: Record<string, number>[] = [];
    for (let run = 0; run < RUNS; run++) rounds.push(await round(page));
    for (const route of Object.keys(CONTENT)) {
      const found = rounds.map((times) => times[route] ?? Number.NaN);
      const middle = median(found);
      const over = middle > WANTED ? '!' : '';
      rows.push([
        `${route} (${name})`,
        `${Math.round(middle)} ms (${Math.round(Math.max(...found))})`,
        `≤ ${WANTED} ms`,
        over,
      ]);
    }
    await page.close();
  }
  await browser.close();
  printTable([['menu click to content', 'median', 'wanted', ''], ...rows]);
  console.log(
    `Median of ${RUNS}, the largest of which in brackets. CPU ÷ ${SLOW_CPU}. "!" marks what is over its bound.`,
  );
}

/** Opens all pages by the menu, with clicks. */
async function round(page: Page): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [route, selector] of Object.entries(CONTENT)) {
    await page.locator('header [aria-haspopup=dialog]').click();
    await page.locator('dialog[open] nav').waitFor();
    const shown = page.evaluate(timeClick, { selector });
    await page.locator(`dialog[open] a[href="/ru${route}"]`).click();
    times[route] = await shown;
    await page.waitForURL(`**/ru${route}`);
  }
  return times;
}

if (process.env.ORIGIN) await measureAll(process.env.ORIGIN);
else await withPortal(PORT, measureAll);
