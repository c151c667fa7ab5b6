/** The commands `npm run deploy` and `npm run rollback` on a copy of the configurations. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyConfigs, copyLaunchers, EXAMPLES, writeOwnerSettings } from '../../../fixtures/owner-settings.ts';

describe('commands of a deployment', () => {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  afterAll(() => rmSync(root, { recursive: true }));
  copyConfigs(root);
  writeOwnerSettings(root, EXAMPLES);
  copyLaunchers(root);
  const command = (...given: string[]) =>
    spawnSync('node', ['functions/local/launch.mjs', 'functions/local/deploy.ts', ...given], {
      cwd: root,
      encoding: 'utf8',
    });

  it('npm run deploy refuses examples and lists all of them', () => {
    const { status, stdout, stderr } = command('deploy', 'production', '--dry-run');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Nothing was deployed\. Fix these first:\n(?: {2}- .+\.\n){6}$/);
  });

  it.each(['deploy', 'rollback'])('npm run %s asks for a known environment', (action) => {
    for (const given of [[], ['--dry-run'], ['staging']]) {
      const { status, stdout, stderr } = command(action, ...given);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(/missing required argument 'where'|Allowed choices are preview, production/);
    }
  });
});
