/** The running portal seen from behind: its real D1 and R2, read while it runs. */
import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { getPlatformProxy } from 'wrangler';

/** D1 and R2 of the portal under test. */
export interface Storage {
  DB: DatabaseSync;
  FILES: {
    get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
    list(): Promise<{ objects: { key: string }[] }>;
  };
}

export interface OpenStorage {
  env: Storage;
  dispose: () => Promise<void>;
}

/** How long a statement waits while the portal writes, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Opens D1 and R2 of a running portal beside its own workers. D1 through its SQLite file: a second D1 on the same file
 * would write with every read (its bookmark), and the portal would now and then have to wait for it.
 * @param state the portal's state folder
 */
export async function openStorage(state: string): Promise<OpenStorage> {
  const [file, ...others] = globSync(`${state}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (path) => !path.endsWith('/metadata.sqlite'),
  );
  if (!file || others.length > 0) throw new Error(`not one D1 database in ${state}`);
  const DB = new DatabaseSync(file, { timeout: PATIENCE_MS });
  const { env, dispose } = await getPlatformProxy<Pick<Storage, 'FILES'> & Record<string, unknown>>({
    configPath: fileURLToPath(new URL('../../../functions/admin/wrangler.toml', import.meta.url)),
    persist: { path: `${state}/v3` },
  });
  const close = async () => {
    DB.close();
    await dispose();
  };
  return { env: { DB, FILES: env.FILES }, dispose: close };
}
