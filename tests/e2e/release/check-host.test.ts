/** `npm run check-host -- local` starts the embedded host alone and passes. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'playwright/test';
import { ROOT } from '../support/own-portal.ts';

test('the embedded host passes every level of the host checks', () => {
  const given = ['run', '--silent', 'check-host', '--', 'local', '--level', '4', '--json'];
  const { status, stdout, stderr } = spawnSync('npm', given, { cwd: ROOT, encoding: 'utf8', timeout: 170_000 });
  expect(status, stdout + stderr).toBe(0);
  const { fit, level, deleted, results } = JSON.parse(stdout);
  expect({ fit, level, deleted }).toEqual({ fit: true, level: 4, deleted: true });
  expect(results.length).toBeGreaterThan(30);
  expect(results).toContainEqual(expect.objectContaining({ name: 'parcels', outcome: 'holds' }));
});
