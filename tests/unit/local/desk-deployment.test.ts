/** The desk in `npm run deploy`. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deploySteps, readDeployment, secretSteps } from '../../../functions/local/deployment.ts';
import { findProblems } from '../../../functions/local/deployment-problems.ts';
import { copyConfigs, editFile, SET, writeOwnerSettings } from '../../fixtures/owner-settings.ts';

const DESK = 'functions/desk/wrangler.toml';
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** A copy in which everything but the desk is set. */
function copyWithDesk(adminHost = ''): string {
  const root = mkdtempSync(join(tmpdir(), 'it-visa-deployment-'));
  copies.push(root);
  copyConfigs(root);
  mkdirSync(dirname(join(root, DESK)), { recursive: true });
  cpSync(resolve(import.meta.dirname, '../../..', DESK), join(root, DESK));
  writeOwnerSettings(root, { ...SET, adminHost });
  return root;
}

const ACCESS = {
  ACCESS_ISSUER: 'https://park.cloudflareaccess.com',
  ACCESS_AUDIENCE: '0123456789abcdef',
  PORTAL_ORIGIN: `https://${SET.domain}`,
};

function setDesk(root: string, values: Record<string, string> = {}): void {
  editFile(root, DESK, (text) =>
    text
      .replace(/pattern = "desk\.portal\.example"/, `pattern = "desk.${SET.domain}"`)
      .replace(/^database_id = .*$/gm, `database_id = "${SET.databaseId}"`)
      .replace(/^(\w+) = ".*"$/gm, (line, name: string) => {
        const value = { ...ACCESS, ...values }[name];
        return value === undefined ? line : `${name} = "${value}"`;
      }),
  );
}

const problems = async (root: string) => findProblems(await readDeployment('production', root)).join('\n');

describe('deploying the desk', () => {
  it('a deployment of the desk requires the settings of Access, and those shared with the host', async () => {
    const said = await problems(copyWithDesk());
    for (const name of ["desk's domain", 'ACCESS_ISSUER', 'database_id of the desk', 'PORTAL_ORIGIN of the desk'])
      expect(said).toContain(name);
  });

  it.each([
    { ACCESS_ISSUER: 'http://localhost:8789' },
    { ACCESS_ISSUER: 'park.cloudflareaccess.com' },
    { ACCESS_AUDIENCE: '' },
    { RETENTION_MONTHS: '12' },
  ])('a deployment of the desk is refused with %o', async (values) => {
    const root = copyWithDesk();
    setDesk(root, values);
    expect(await problems(root)).toContain(Object.keys(values)[0]);
  });

  it('the desk is deployed after the host, and has its secret', async () => {
    const root = copyWithDesk();
    setDesk(root);
    expect(await problems(root)).toBe('');
    const deployment = await readDeployment('production', root);
    const commit = { tag: '0123456789ab', message: 'A commit' };
    const steps = deploySteps(deployment, { commit }).map(({ what }) => what);
    expect(steps.slice(-3)).toEqual(['deploy the admin host', 'deploy the desk', 'deploy the gateway']);
    const asked = secretSteps(deployment).find(({ what }) => what.endsWith('the desk'));
    expect(asked?.required).toEqual(['FILES_SECRET']);
  });

  it('the desk is not deployed beside another admin host', async () => {
    const deployment = await readDeployment('production', copyWithDesk('https://admin.it-park.uz'));
    expect(deployment.desk).toBeNull();
    const names = secretSteps(deployment).map(({ what }) => what);
    expect(names.join(' ')).not.toContain('desk');
  });
});
