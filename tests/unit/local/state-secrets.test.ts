/** The secrets of a local state, on which sessions and links depend. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureSecrets, ensureStateSecrets } from '../../../functions/local/secrets.ts';

const top = mkdtempSync(join(tmpdir(), 'it-visa-secrets-'));
afterAll(() => rmSync(top, { recursive: true }));
const FILES = ['gateway/.dev.vars', 'admin/.dev.vars'];
const read = (state: string) => FILES.map((file) => readFileSync(join(state, file), 'utf8')).join('');

it("a new state gets the project's secrets, readable by its owner only, and keeps them", () => {
  ensureSecrets();
  const state = join(top, 'new');
  ensureStateSecrets(state);
  const first = read(state);
  expect([...first.matchAll(/^(\w+)="[\w-]{32,}"$/gm)].map(([, name]) => name)).toEqual([
    'BIND_SECRET',
    'HOST_SECRET',
    'FILES_SECRET',
  ]);
  for (const file of FILES) expect(statSync(join(state, file)).mode & 0o777).toBe(0o600);
  ensureStateSecrets(state);
  expect(read(state)).toBe(first);
});

it('the state of another checkout keeps its own secrets except HOST_SECRET', () => {
  const state = join(top, 'other');
  for (const file of FILES) mkdirSync(join(state, file, '..'), { recursive: true });
  writeFileSync(join(state, 'gateway/.dev.vars'), 'BIND_SECRET="of-the-other"\nHOST_SECRET="of-the-other"\n');
  writeFileSync(join(state, 'admin/.dev.vars'), 'FILES_SECRET = of-the-other\n');
  ensureStateSecrets(state);
  const text = read(state);
  expect(text).toContain('BIND_SECRET="of-the-other"');
  expect(text).toContain('FILES_SECRET = of-the-other');
  expect(text).not.toContain('HOST_SECRET="of-the-other"');
});
