/** The last lines of a failed `npm test`, written by its tools and reporters for faulty tests and sources. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summaryLines } from '../../../../functions/local/failures.ts';
import { STAGES } from '../../../../functions/local/stages.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'it-visa-failing-'));

/** A project with the same tools and reporters, and one error for each of them. */
const FILES: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'playwright.config.ts': `
    import { defineConfig } from 'playwright/test';
    export default defineConfig({ projects: [{ name: 'browser', testDir: 'tests/e2e' }] });`,
  'vitest.config.ts': `
    import { defineConfig } from 'vitest/config';
    export default defineConfig({ test: { name: 'unit', include: ['tests/unit/*.test.ts'] } });`,
  'tests/e2e/sums.test.ts': `import { expect, test } from 'playwright/test';
test('one and one is two', () => expect(1 + 1).toBe(2));
test.describe('sums that are wrong', () => {
  test('one and one is three', () => {
    expect(1 + 1).toBe(3);
  });
  for (const n of [1, 2, 3]) {
    test(\`(\${n}) is four\`, () => expect(n).toBe(4));
  }
});`,
  'tests/unit/sums.test.ts': `import { expect, it } from 'vitest';
it('knows one and one', () => expect(1 + 1).toBe(2));
it('thinks that one and one is three', () => {
  expect(1 + 1).toBe(3);
});`,
  'tests/unit/broken.test.ts': `import './is-not-there.ts';`,
  'tests/e2e/tsconfig.json':
    '{ "compilerOptions": { "strict": true, "types": [], "skipLibCheck": true }, "files": ["typed.ts"] }',
  'tests/e2e/typed.ts': `export const one = 1;
export const two: string = one;`,
  'biome.json': '{}',
  'src/unused.ts': `import { one } from './one.ts';\n`,
};

beforeAll(() => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const shared of ['node_modules', 'functions']) symlinkSync(join(ROOT, shared), join(folder, shared));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the checks of a stage in that project, like the launcher. @returns the last lines, and the number of failures */
function fail(name: string, given: string[] = []): { lines: string[]; count: number } {
  const checks = STAGES.find((stage) => stage.name === name)?.checks(given) ?? [];
  const failures = checks.flatMap((check) => {
    const file = join(mkdtempSync(join(folder, 'check-')), 'failures.json');
    const [command = '', ...args] = check.command(given, file);
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, FAILURES: file, VITEST: '', NODE_OPTIONS: '' },
    });
    const output = stdout + stderr;
    expect(status, output).not.toBe(0);
    return check.failures({ file, output });
  });
  return { lines: summaryLines(name, failures).map(stripVTControlCharacters), count: failures.length };
}

// Each test starts a tool or two, which takes a while on a busy machine.
describe('the last lines of a failed stage', { timeout: 120_000 }, () => {
  it('the last lines list a failed browser test with its place and a command that repeats it', () => {
    const { lines, count } = fail('browser', ['tests/e2e/sums.test.ts:4']);
    expect(count).toBe(1);
    expect(lines).toEqual([
      '── browser failed: 1 failure',
      '✘ sums that are wrong › one and one is three',
      expect.stringMatching(/^ {2}tests\/e2e\/sums\.test\.ts:5 {2}.*toBe/),
      '  npm test -- browser tests/e2e/sums.test.ts:4',
    ]);
  });

  it('the last lines distinguish failed tests of one line by name', () => {
    const { lines } = fail('browser', ['tests/e2e/sums.test.ts:8']);
    expect(lines).toHaveLength(10);
    expect(lines[3]).toBe("  npm test -- browser tests/e2e/sums.test.ts:8 -g 'sums that are wrong \\(1\\) is four'");
    expect(fail('browser', ['tests/e2e/sums.test.ts:8', '-g', 'sums that are wrong \\(1\\) is four']).count).toBe(1);
  });

  it('the last lines are at most ten, with the number of omitted failures', () => {
    const { lines, count } = fail('browser');
    expect(count).toBe(4);
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines[0]).toContain('4 failures');
    expect(lines.at(-1)).toContain('2 more');
  });

  it('the last lines list a failed unit test and an unreadable file', () => {
    const { lines, count } = fail('unit');
    expect(count).toBe(2);
    expect(lines).toContain('✘ thinks that one and one is three');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}tests\/unit\/sums\.test\.ts:4 {2}.*expected 2 to be 3/));
    expect(lines).toContain('  npm test -- unit tests/unit/sums.test.ts:3');
    expect(lines).toContain('  npm test -- unit tests/unit/broken.test.ts');
    expect(fail('unit', ['tests/unit/sums.test.ts:3']).count).toBe(1);
  });

  it('the last lines list a type error with its project', () => {
    expect(fail('types', ['tests/e2e']).lines).toEqual([
      '── types failed: 1 failure',
      expect.stringMatching(/^✘ TS2322: Type '\w+' is not assignable to type 'string'\.$/),
      '  tests/e2e/typed.ts:2',
      '  npm test -- types tests/e2e',
    ]);
  });

  it('the last lines list findings of the linter', () => {
    const { lines } = fail('lint', ['src']);
    expect(lines).toContainEqual(expect.stringContaining('noUnusedImports'));
    expect(lines).toContain('  src/unused.ts:1');
    expect(lines).toContain('  npm test -- lint src/unused.ts');
  });
});
