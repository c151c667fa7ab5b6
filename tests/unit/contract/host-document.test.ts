/** docs/host.md lists each check at its level. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checksFor } from '../../contract/run.ts';

const document = readFileSync(new URL('../../../docs/host.md', import.meta.url), 'utf8');

it.each([1, 2, 3, 4])('the document for hosts lists the checks of level %i', (level) => {
  const cell = new RegExp(`^\\| ${level} \\|[^|]*\\|([^|]*)\\|$`, 'm').exec(document)?.[1] ?? '';
  const named = [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  const made = checksFor('x'.repeat(32)).filter((check) => check.level === level);
  expect(named.sort()).toEqual(made.map(({ name }) => name).sort());
});

it('each host check has its own name, and sentences with its meaning and remedy', () => {
  const checks = checksFor('x'.repeat(32));
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  for (const { name, means, mend } of checks) {
    for (const words of [means, mend]) expect(words, name).toMatch(/^[A-Z].*[.)]$/);
  }
});
