/** Prints how many tables of the local database hold a row. Needs Node 24 (`node:sqlite`); reads only. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const folder = join(process.argv[2] ?? '', 'v3/d1/miniflare-D1DatabaseObject');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{16,}\.sqlite$/.test(name)) : [];
let filled = 0;
for (const file of files) {
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'",
    )
    .all();
  for (const { name } of tables) {
    if (database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get()) filled += 1;
  }
  database.close();
}
process.stdout.write(`${filled}\n`);
