/** What a report says of each check. */
import { expect, it } from 'vitest';
import { checksFor } from '../../contract/run.ts';

it('each host check has its own name, and sentences with its meaning and remedy', () => {
  const checks = checksFor('x'.repeat(32));
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  for (const { name, means, mend } of checks) {
    for (const words of [means, mend]) expect(words, name).toMatch(/^[A-Z].*[.)]$/);
  }
});
