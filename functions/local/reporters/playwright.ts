/** Writes the failures of a Playwright run to the file FAILURES, for the last lines of `npm test`. */
import { writeFileSync } from 'node:fs';
import type { Reporter, Suite, TestCase, TestError, TestResult } from 'playwright/types/testReporter';
import { type Failure, firstLine, formatPlace, testArguments } from '../failures.ts';

export default class Failures implements Reporter {
  #failures: Failure[] = [];
  #tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status === 'skipped' || status === test.expectedStatus) return;
    const { location, results } = test;
    const errors = results.at(-1)?.errors ?? [];
    const at = errors.find((error) => error.location)?.location ?? location;
    const title = test.titlePath().slice(3).join(' › ');
    const beside = this.#tests.filter(
      (other) => other.location.file === location.file && other.location.line === location.line,
    );
    // The option matches the whole path of titles, joined by spaces.
    const name = test.titlePath().slice(3).join(' ');
    this.#failures.push({
      what: title,
      where: formatPlace(at.file, at.line),
      why: firstLine(errors[0]?.message ?? errors[0]?.value) ?? status,
      rerun: testArguments(location.file, location.line, beside.length > 1 ? { option: '-g', name } : undefined),
    });
  }

  /** Errors outside of tests: an unreadable file, a portal that does not start. */
  onError({ message, value, location }: TestError): void {
    this.#failures.push({
      what: firstLine(message ?? value) ?? 'an error outside the tests',
      where: location && formatPlace(location.file, location.line),
      rerun: location && [formatPlace(location.file)],
    });
  }

  onEnd(): void {
    writeFileSync(process.env.FAILURES ?? '', JSON.stringify(this.#failures));
  }

  printsToStdio(): boolean {
    return false;
  }
}
