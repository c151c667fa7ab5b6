/** Shared by benchmarks: the built portal with its own port and state folder, and a table on the terminal. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { installedNode, start, waitForExit } from '../../functions/local/machine.ts';
import { untilReady } from '../../functions/local/workers.ts';
import { findChromium } from '../run/requirements.ts';

export const BROWSER = {
  executablePath: findChromium(),
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync'],
  ],
};

/**
 * Starts the whole portal, runs `measure`, and ends the portal in any case.
 * @param measure gets the portal's origin and state folder
 */
export async function withPortal(
  port: number,
  measure: (origin: string, state: string) => Promise<void>,
): Promise<void> {
  const origin = `http://localhost:${port}`;
  const state = mkdtempSync(join(tmpdir(), 'it-visa-bench-'));
  const portal = start([installedNode(), 'functions/local/start.ts'], {
    env: { PORT: String(port), PORTAL_STATE: state },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = waitForExit(portal);
  try {
    if (!(await untilReady(portal, port))) throw new Error('The portal did not start');
    await measure(origin, state);
  } finally {
    portal.kill('SIGTERM');
    await gone;
  }
}

/** The processes of the browser's pages. */
export async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints rows of cells in columns. */
export function printTable(lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
