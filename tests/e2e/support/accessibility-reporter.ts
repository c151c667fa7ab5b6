/** Records a run of `npm run accessibility:results` for the accessibility page: all pages and states, without failures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from 'playwright/types/testReporter';
import { STATES } from './accessibility-states.ts';

const RESULTS = join(import.meta.dirname, '../../../src/content/accessibility/results.json');
const { version }: { version: string } = createRequire(import.meta.url)('axe-core/package.json');

export default class Accessibility implements Reporter {
  #routes = new Set<string>();
  #states = new Set<string>();

  onTestEnd({ annotations }: TestCase, { status }: TestResult): void {
    if (status !== 'passed') return;
    const { route, state } = Object.fromEntries(annotations.map(({ type, description }) => [type, description]));
    if (!route) return;
    this.#routes.add(route);
    this.#states.add(`${route}: ${state}`);
  }

  onEnd({ status }: FullResult): void {
    if (status !== 'passed' || this.#states.size < STATES.length) return;
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
