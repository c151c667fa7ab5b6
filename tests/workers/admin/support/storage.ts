/** Contents of database and bucket, to compare before and after. */
import { FILLED_BY_ITSELF } from '../../../../functions/admin/store/restored.ts';
import { bindings } from './host.ts';

/** Reading leaves rows of these two. */
const LEFT_OUT = [...FILLED_BY_ITSELF, 'reads', 'officers'].map((name) => `'${name}'`).join(', ');

/** Returns every row of every table, except the portal's own and the trace of reading, and every object with its digest. */
export async function everythingStored(): Promise<Record<string, unknown[]>> {
  const { results } = await bindings.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
       AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT IN (${LEFT_OUT}) ORDER BY name`,
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
