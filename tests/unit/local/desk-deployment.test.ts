/** The desk in `npm run deploy`. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDeployment } from '../../../functions/local/deployment.ts';
import { findDeploymentFaults } from '../../../functions/local/deployment-faults.ts';
import { DeploymentSteps } from '../../../functions/local/deployment-steps.ts';
import { copyConfigs, DESK_CONFIG, SET, writeDeskSettings, writeOwnerSettings } from '../../fixtures/owner-settings.ts';

const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** A copy in which everything but the desk is set. */
function copyWithDesk(adminHost = ''): string {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  copies.push(root);
  copyConfigs(root);
  mkdirSync(dirname(join(root, DESK_CONFIG)), { recursive: true });
  cpSync(resolve(import.meta.dirname, '../../..', DESK_CONFIG), join(root, DESK_CONFIG));
  writeOwnerSettings(root, { ...SET, adminHost });
  return root;
}

const faults = async (root: string) => findDeploymentFaults(await readDeployment('production', root)).join('\n');

describe('deploying the desk', () => {
  it('a deployment of the desk requires the settings of Access, and those shared with the host', async () => {
    const said = await faults(copyWithDesk());
    for (const name of ["desk's domain", 'ACCESS_ISSUER', 'database_id of the desk', 'PORTAL_ORIGIN of the desk'])
      expect(said).toContain(name);
  });

  it.each([
    { ACCESS_ISSUER: 'http://localhost:8789' },
    { ACCESS_ISSUER: 'park.cloudflareaccess.com' },
    { ACCESS_AUDIENCE: '' },
    { RETENTION_MONTHS: '12' },
    { VISA_PASSPORT_CHARACTERS: '4' },
  ])('a deployment of the desk is refused with %o', async (values) => {
    const root = copyWithDesk();
    writeDeskSettings(root, values);
    expect(await faults(root)).toContain(Object.keys(values)[0]);
  });

  it('the desk is deployed after the host, without its secret', async () => {
    const root = copyWithDesk();
    writeDeskSettings(root);
    expect(await faults(root)).toBe('');
    const deployment = await readDeployment('production', root);
    const commit = { tag: '0123456789ab', message: 'A commit' };
    const steps = new DeploymentSteps(deployment).deploy(commit).map(({ what }) => what);
    expect(steps.slice(-3)).toEqual(['deploy the admin host', 'deploy the desk', 'deploy the gateway']);
    const asked = new DeploymentSteps(deployment).secrets().find(({ what }) => what.endsWith('the desk'));
    expect(asked?.required).toEqual([]);
  });

  it('the desk is not deployed beside another admin host', async () => {
    const deployment = await readDeployment('production', copyWithDesk('https://admin.it-park.uz'));
    expect(deployment.desk).toBeNull();
    const names = new DeploymentSteps(deployment).secrets().map(({ what }) => what);
    expect(names.join(' ')).not.toContain('desk');
  });
});
