/** The query plans of the statements that a piece of code runs. */
import { expect } from 'vitest';
import { bindings } from './host.ts';

interface Statement {
  sql: string;
  values: unknown[];
}

/** The tests' database with a list of every statement that is bound or run. */
export function watchDatabase(): { DB: D1Database; statements: Statement[] } {
  const statements: Statement[] = [];
  const prepare = (sql: string) => {
    const statement = { sql, values: [] as unknown[] };
    statements.push(statement);
    const prepared = bindings.DB.prepare(sql);
    const bind = (...values: unknown[]) => {
      statement.values = values;
      return prepared.bind(...values);
    };
    return new Proxy(prepared, {
      get: (target, name) => {
        if (name === 'bind') return bind;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  const batch = (list: D1PreparedStatement[]) => bindings.DB.batch(list);
  return { DB: { prepare, batch } as unknown as D1Database, statements };
}

/** Lines of EXPLAIN QUERY PLAN. */
export async function planOf({ sql, values }: Statement): Promise<string[]> {
  const { results } = await bindings.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** Scans that are allowed: of values in the statement. */
const WHOLE = /^SCAN (CONSTANT ROW|\(subquery|given|edge|json_each)/;

/** Expects each statement to search by an index, without a full scan of a table or index. */
export async function expectSearches(statements: readonly Statement[]): Promise<void> {
  expect(statements.length).toBeGreaterThan(0);
  // A new row searches for nothing.
  for (const statement of statements.filter(({ sql }) => !sql.startsWith('INSERT'))) {
    const plan = await planOf(statement);
    const scans = plan.filter((line) => line.startsWith('SCAN ') && !WHOLE.test(line));
    expect(scans, statement.sql).toEqual([]);
    expect(plan.join('\n'), statement.sql).toMatch(/USING .*INDEX/);
  }
}
