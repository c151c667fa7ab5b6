/** Copies of the workers' configurations for another folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { readConfig, writeConfig } from '../../functions/wrangler-config.ts';

const root = mkdtempSync(join(tmpdir(), 'it-visa-config-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'host'));
writeFileSync(
  join(root, 'host/wrangler.toml'),
  `name = "a-host" # with a comment
main = "index.ts"
compatibility_date = "2026-11-01"
assets = { directory = "../pages" }

[vars]
ORIGIN = 'http://localhost'

[env.preview]
d1_databases = [{ binding = "DB", database_name = "of-preview", migrations_dir = "migrations" }]
`,
);

it('a wrangler configuration is read with absolute paths, also in its environments', () => {
  expect(readConfig('host/wrangler.toml', root)).toMatchObject({
    name: 'a-host',
    main: join(root, 'host/index.ts'),
    assets: { directory: join(root, 'pages') },
    env: { preview: { d1_databases: [{ migrations_dir: join(root, 'host/migrations') }] } },
  });
});

it('wrangler reads a copied configuration like the original', () => {
  const config = writeConfig(join(root, 'elsewhere/wrangler.json'), readConfig('host/wrangler.toml', root));
  expect(unstable_readConfig({ config, env: 'preview' }, { hideWarnings: true })).toMatchObject({
    name: 'a-host-preview',
    main: join(root, 'host/index.ts'),
    d1_databases: [{ database_name: 'of-preview', migrations_dir: join(root, 'host/migrations') }],
  });
});
