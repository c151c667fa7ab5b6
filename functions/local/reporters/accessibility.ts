/** Records the pages and states of a run for the accessibility page, only after a complete run without failures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase, TestResult } from 'playwright/types/testReporter';

const RESULTS = join(import.meta.dirname, '../../../src/content/accessibility/results.json');
const { version }: { version: string } = createRequire(import.meta.url)('axe-core/package.json');

export default class Accessibility implements Reporter {
  #left = 0;
  #routes = new Set<string>();
  #states = new Set<string>();

  onBegin(_: unknown, suite: Suite): void {
    this.#left = suite.allTests().length;
  }

  onTestEnd({ annotations }: TestCase, { status }: TestResult): void {
    if (status !== 'passed') return;
    this.#left -= 1;
    const { route, state } = Object.fromEntries(annotations.map(({ type, description }) => [type, description]));
    if (!route) return;
    this.#routes.add(route);
    this.#states.add(`${route}: ${state}`);
  }

  onEnd({ status }: FullResult): void {
    if (status !== 'passed' || this.#left > 0 || this.#routes.size === 0) return;
    const { standard } = JSON.parse(readFileSync(RESULTS, 'utf8'));
    const results = {
      date: new Date().toISOString().slice(0, 10),
      standard,
      tool: `axe ${version}`,
      routes: [...this.#routes].sort(),
      states: [...this.#states].sort(),
    };
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
