import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wordsOf } from '../../../functions/admin/mail/words.ts';
import type { Run } from '../../../functions/office/command.ts';
import { exportCsv } from '../../../functions/office/export-csv.ts';

it('only the operator can read an exported list', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'it-visa-csv-'));
  const file = join(folder, 'list.csv');
  const statement = { bind: () => statement, all: () => Promise.resolve({ results: [] }) };
  const desk = { env: { DB: { prepare: () => statement } } };
  const run = { desk, t: wordsOf('ru', 'desk'), locale: 'ru', options: {}, now: 0 } as unknown as Run;
  await exportCsv(run, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^\ufeff"Номер","Тип","Статус",[^\n]*\r\n$/);
  rmSync(folder, { recursive: true });
});
