/** What the desk's command line writes on this machine. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const dispose = vi.fn(() => Promise.resolve());
const getPlatformProxy = vi.fn((_: { configPath: string }) => Promise.resolve({ env: { DB: {}, FILES: {} }, dispose }));
vi.mock('wrangler', () => ({ getPlatformProxy }));
vi.mock('../../../functions/terminal/remote.ts', () => ({
  ...{ DEPLOYED: 'production', explainRemote: (error: unknown) => error },
  remoteConfig: (config: object) => config,
}));

const state = mkdtempSync(join(tmpdir(), 'desk-state-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(state, { recursive: true });
});

it('the desk with --remote writes one configuration below its state, however often it runs', async () => {
  vi.stubEnv('PORTAL_STATE', state);
  // Workers of Vitest can't set it.
  vi.spyOn(process, 'umask').mockReturnValue(0);
  const { openStorage } = await import('../../../functions/terminal/platform.ts');
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('it-visa-desk-'));
  for (let time = 0; time < 2; time += 1) await (await openStorage(true)).close();
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('it-visa-desk-'))).toEqual(before);
  expect(getPlatformProxy.mock.calls.map(([{ configPath }]) => configPath)).toEqual(
    Array(2).fill(join(state, 'remote/wrangler.json')),
  );
});
