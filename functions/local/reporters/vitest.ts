/** Writes the failures of a Vitest run to the file FAILURES, for the last lines of `npm test`. */
import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type Failure, firstLine, formatPlace, testArguments } from '../failures.ts';

export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = modules.flatMap((module) => [
      ...[module, ...module.children.allSuites()].flatMap((part) =>
        part
          .errors()
          .map((error) =>
            failure(error, module, { what: part.type === 'suite' ? part.fullName : formatPlace(module.moduleId) }),
          ),
      ),
      ...[...module.children.allTests('failed')].map((test) => failedTest(test, module)),
    ]);
    failures.push(...unhandled.map((error) => failure(error, null, { what: 'an error outside the tests' })));
    writeFileSync(process.env.FAILURES ?? '', JSON.stringify(failures));
  }
}

function failedTest(test: TestCase, module: TestModule): Failure {
  const [error] = test.result().errors ?? [];
  const line = test.location?.line;
  const beside = [...module.children.allTests()].filter((other) => other.location?.line === line);
  const byName = beside.length > 1 ? { option: '-t', name: test.fullName.replaceAll(' > ', ' ') } : undefined;
  return failure(error, module, { what: test.fullName, rerun: testArguments(module.moduleId, line, byName) });
}

function failure(
  { message, stacks = [] }: Partial<Pick<SerializedError, 'message' | 'stacks'>> = {},
  module: TestModule | null,
  { what, rerun }: Pick<Failure, 'what' | 'rerun'>,
): Failure {
  // The first frame in the test's own file is the most useful.
  const frame = stacks.find(({ file }) => file === module?.moduleId) ?? stacks[0];
  const file = frame?.file ?? module?.moduleId;
  return {
    what,
    where: file && formatPlace(file, frame?.line),
    why: firstLine(message),
    rerun: rerun ?? (module ? [formatPlace(module.moduleId)] : undefined),
  };
}
