import { describe, expect, it } from 'vitest';
import { explainRemote, remoteConfig } from '../../../functions/terminal/remote.ts';
import { ADMIN_CONFIG, readConfig } from '../../../functions/wrangler-config.ts';

const NO_DATABASE = '00000000-0000-0000-0000-000000000000';

/** The project's configuration with these database ids; undefined leaves one out. */
function configWith(ids: Record<'preview' | 'production', string | undefined>) {
  const config = readConfig(ADMIN_CONFIG);
  for (const [name, id] of Object.entries(ids)) {
    for (const database of config.env?.[name]?.d1_databases ?? []) {
      delete database.database_id;
      if (id) database.database_id = id;
    }
  }
  return config;
}

describe('the desk with --remote', () => {
  it('remoteConfig makes database, bucket and mail remote, and nothing else', () => {
    const config = remoteConfig(configWith({ preview: NO_DATABASE, production: 'deadbeef' }));
    const { production, preview } = config.env ?? {};
    expect(production).toMatchObject({
      d1_databases: [{ binding: 'DB', database_id: 'deadbeef', remote: true }],
      r2_buckets: [{ binding: 'FILES', remote: true }],
      send_email: [{ name: 'MAIL', remote: true }],
    });
    expect(JSON.stringify(config).match(/"remote":true/g)).toHaveLength(3);
    expect(JSON.stringify(preview)).not.toContain('"remote"');
  });

  it('remoteConfig keeps the rest of the configuration', () => {
    const own = configWith({ preview: NO_DATABASE, production: 'deadbeef' });
    const text = JSON.stringify(remoteConfig(own)).replaceAll(',"remote":true', '');
    expect(JSON.parse(text)).toEqual(own);
  });

  it('remoteConfig refuses a configuration without a database', () => {
    for (const production of [NO_DATABASE, undefined]) {
      expect(() => remoteConfig(configWith({ preview: '0a1b2c', production }))).toThrow(
        expect.objectContaining({ name: 'RemoteUnreachable', problem: 'remoteNoDatabase' }),
      );
    }
  });

  it.each([
    "Failed to start the remote proxy session. In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN",
    'You are not logged in. Run `wrangler login`.',
    'A request to the Cloudflare API failed: Authentication error [code: 10000]',
  ])('explainRemote says how to sign in after "%s"', (message) => {
    expect(explainRemote(new Error(message)).problem).toBe('remoteSignIn');
  });

  it('explainRemote returns any other error in one line', () => {
    const explained = explainRemote(new Error('getaddrinfo ENOTFOUND api.example\n    at somewhere'));
    expect(explained).toMatchObject({
      problem: 'remoteFailed',
      message: expect.stringMatching(/: getaddrinfo ENOTFOUND api\.example$/),
    });
  });
});
