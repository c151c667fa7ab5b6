/** `npm run deploy` and `npm run rollback` as they are typed, on a copy of the project's configurations. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyConfigs, copyLaunchers, EXAMPLES, setByOwner } from '../../../fixtures/owner-settings.ts';

describe('the commands', () => {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  afterAll(() => rmSync(root, { recursive: true }));
  copyConfigs(root);
  setByOwner(root, EXAMPLES);
  copyLaunchers(root);
  const command = (...given: string[]) =>
    spawnSync('node', ['functions/local/deploy.mjs', ...given], { cwd: root, encoding: 'utf8' });

  it('refuse to deploy with examples, and name all of them at once', () => {
    const { status, stdout, stderr } = command('deploy', 'production', '--dry-run');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Nothing was deployed\. To be set first:\n(?: {2}- .+\.\n){6}$/);
  });

  it.each(['deploy', 'rollback'])('ask where to when nothing, or something unknown, is named: %s', (action) => {
    for (const given of [[], ['--dry-run'], ['staging']]) {
      expect(command(action, ...given)).toMatchObject({
        status: 1,
        stderr: `Say where: npm run ${action} -- preview|production [--dry-run]\n`,
      });
    }
  });

  it('show what a rollback would do: the gateway goes back before the host that it calls', () => {
    const { status, stdout } = command('rollback', 'preview', 'sign-in fails', '--dry-run');
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('   '))).toEqual([
      '   npx wrangler rollback -c wrangler.toml --env preview --message "sign-in fails" --yes',
      '   npx wrangler rollback -c functions/admin/wrangler.toml --env preview --message "sign-in fails" --yes',
    ]);
  });
});
