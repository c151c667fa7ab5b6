/** Contents of database and bucket, to compare before and after. */
import { createHash } from 'node:crypto';
import { bindings } from './host.ts';

/** Returns what the host stores of a token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');

/** Returns every row of every table, except the portal's own and the trace of reading, and every object with its digest. */
export async function everythingStored(): Promise<Record<string, unknown[]>> {
  const { results } = await bindings.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
       AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT IN ('d1_migrations', 'last_runs', 'reads', 'officers') ORDER BY name`,
  ).all<{ name: string }>();
  const [tables, objects] = await Promise.all([
    bindings.DB.batch(results.map(({ name }) => bindings.DB.prepare(`SELECT * FROM ${name}`))),
    objectKeys(),
  ]);
  return { ...Object.fromEntries(results.map(({ name }, at) => [name, tables[at]?.results ?? []])), objects };
}

/** Returns the keys of all objects in the bucket. */
export async function objectKeys(): Promise<string[]> {
  const { objects } = await bindings.FILES.list();
  return objects.map(({ key }) => key).sort();
}
