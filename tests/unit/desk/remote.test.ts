import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainRemote, remoteConfig } from '../../../functions/admin/desk/remote.ts';

const OWN = readFileSync(new URL('../../../functions/admin/wrangler.toml', import.meta.url), 'utf8');
const DEPLOYED = OWN.replace(/(\[env\.production\][\s\S]*database_id = ").*"/, '$1deadbeef"');

describe('the desk with --remote', () => {
  it('reaches the deployed database, bucket and mail, and nothing else', () => {
    const config = remoteConfig(DEPLOYED, '/portal/functions/admin');
    const production = config.slice(config.indexOf('[env.production]'));
    const remote = [...production.matchAll(/^(?:binding|name) = "(\w+)"\nremote = true$/gm)].map(([, name]) => name);
    expect(remote).toEqual(['DB', 'FILES', 'MAIL']);
    expect(config.match(/remote = true/g)).toHaveLength(3);
    expect(config).toContain('name = "it-visa-admin"');
  });

  it('finds the worker and its migrations from wherever the copy stands, and keeps the rest as it is', () => {
    const config = remoteConfig(DEPLOYED, '/portal/functions/admin');
    expect(config).toContain('main = "/portal/functions/admin/index.ts"');
    expect(config).toContain('migrations_dir = "/portal/functions/admin/migrations"');
    const rest = config.replaceAll('\nremote = true', '').replaceAll('/portal/functions/admin/', '');
    expect(rest).toBe(DEPLOYED);
  });

  it('says that a database has to be made first', () => {
    const preview = OWN.replace(/database_id = ".*"/, 'database_id = "0a1b2c"');
    for (const without of [OWN, preview, OWN.replaceAll(/^database_id.*\n/gm, '')]) {
      expect(() => remoteConfig(without, '/portal')).toThrow(
        expect.objectContaining({ name: 'RemoteUnreachable', problem: 'remoteNoDatabase' }),
      );
    }
  });

  it.each([
    "Failed to start the remote proxy session. In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN",
    'You are not logged in. Run `wrangler login`.',
    'A request to the Cloudflare API failed: Authentication error [code: 10000]',
  ])('says how to sign in when wrangler stops with "%s"', (message) => {
    expect(explainRemote(new Error(message)).problem).toBe('remoteSignIn');
  });

  it('tells any other reason in one line, without a stack', () => {
    const told = explainRemote(new Error('getaddrinfo ENOTFOUND api.example\n    at somewhere'));
    expect(told).toMatchObject({ problem: 'remoteFailed', message: 'getaddrinfo ENOTFOUND api.example' });
  });
});
