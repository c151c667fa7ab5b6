/** The list of applications as CSV. */
import { beforeAll, describe, expect, it } from 'vitest';
import { exportCsv } from '../../../functions/office/csv.ts';
import { csvLine } from '../../../functions/office/csv-line.ts';
import type { Filter } from '../../../functions/office/lists.ts';
import forms from '../../../locales/forms/en.json' with { type: 'json' };
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { createApplication, validValues } from './support/applications.ts';
import { NOW } from './support/clock.ts';
import { desk, expectRefusal, officerWith } from './support/desk.ts';
import { bindings, migrate } from './support/host.ts';
import { addRows } from './support/many.ts';

/** The cells of a CSV file by RFC 4180. */
function cellsIn(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const officer = officerWith({ now: NOW });

async function exportedText(filter: Filter = {}, locale: Locale = 'en'): Promise<string> {
  const { stream: csv } = await exportCsv(officer, filter, locale);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(csv).arrayBuffer());
}

const exported = async (filter: Filter = {}, locale: Locale = 'en') =>
  cellsIn((await exportedText(filter, locale)).slice(1));

beforeAll(migrate);

describe('csvLine', () => {
  it('csvLine quotes every cell and doubles quotes', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('"a","b,c","d""e","f\ng",""\r\n');
  });

  it.each(['=1+1', '+998 90', '-1', '@SUM(A1)', '=HYPERLINK("x")', '＝1'])(
    'csvLine prefixes the formula %j with an apostrophe',
    (cell) => {
      expect(cellsIn(csvLine([cell]))).toEqual([[`'${cell}`]]);
    },
  );

  /** Reads a line like a spreadsheet that separates cells by this character: quotes count at the start of a cell only. */
  function cellsBy(sign: string, line: string): string[] {
    const cells: string[] = [];
    let rest = line.replace(/\r\n$/, '');
    for (;;) {
      const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
      const start = quoted?.[0].length ?? 0;
      const found = rest.slice(start).search(new RegExp(`[${sign}\\r\\n]`));
      const end = found < 0 ? rest.length : start + found;
      cells.push((quoted?.[1] ?? '').replaceAll('""', '"') + rest.slice(start, end));
      if (end === rest.length) return cells;
      rest = rest.slice(end + 1);
    }
  }

  const BEGUN = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', ' =1', '"=1', '""=1'];
  const CELLS = BEGUN.flatMap((cell) =>
    ['', 'a;', 'a\t', 'a\r', 'a\n', 'a\r\n', ';;', '\t', '\r', 'a";', 'a"\t', 'a; '].map((before) => before + cell),
  );

  it.each([',', ';', '\t'])('csvLine has no formula for a spreadsheet that separates cells by %j', (sign) => {
    for (const cell of CELLS) {
      const line = csvLine(['1', cell, `x${cell}`, 'end']);
      for (const read of cellsBy(sign, line))
        expect(read.replace(/^["\s]+/, ''), JSON.stringify([cell, line])).not.toMatch(/^[=+\-@＝＋－＠]/);
    }
  });

  it('csvLine leaves a text without a formula unchanged', () => {
    const texts = ['Navoi; 5', 'a - b', 'a;b', '1=1', "O'Neil", 'x\ty', 'Иванова', 'a, -b'];
    expect(cellsIn(csvLine(texts))).toEqual([texts]);
  });
});

describe('exportCsv', () => {
  it("exportCsv writes a row for each application under headings in the officer's language", async () => {
    const { id } = await createApplication({
      type: 'specialist',
      values: validValues({ surname: 'Sample', name: 'Anna', citizenship: 'DE' }),
    });
    const [head = [], ...rows] = await exported();
    expect(head.slice(0, 7)).toEqual([
      'Number',
      'Type',
      'Status',
      'Received',
      'In this stage since',
      'Days',
      'News by',
    ]);
    expect(new Set(head).size).toBe(head.length);
    expect(head).toContain(`${forms.parts.petitioner.title}: Surname`);
    const row = rows.find(([number]) => number === id) ?? [];
    expect(row).toHaveLength(head.length);
    const cell = (name: string) => row[head.indexOf(name)];
    expect([cell('Type'), cell('Status'), cell('Received')]).toEqual(['Specialist', 'Application sent', '2026-11-21']);
    expect([cell('Surname'), cell('Citizenship'), cell('Phone'), cell('Relatives')]).toEqual([
      'Sample',
      'Germany',
      "'+998 90 123 45 67",
      '1',
    ]);
    expect(cell('Passport expiry date')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(row.join()).not.toMatch(/undefined|\[object/);
  });

  it('exportCsv writes a byte order mark, and Russian headings for a Russian officer', async () => {
    expect(await exportedText()).toMatch(/^\ufeff/);
    const [head = []] = await exported({}, 'ru');
    expect(head[0]).toBe('Номер');
    expect(head).toContain('Гражданство');
  });

  it('exportCsv writes every matching application of all pages once, and logs filter and number of rows', async () => {
    const ids = Array.from({ length: 401 }, (_, nth) => `ITV-MANY${String(nth).padStart(4, '0')}`);
    await addRows(
      ids.map((id, nth) => ({
        id,
        history: [['submitted', Date.parse('2025-05-05T08:00:00Z') + Math.floor(nth / 150)]],
      })),
    );
    const [, ...rows] = await exported({ to: '2025-12-31' });
    expect(rows.map(([id]) => id)).toEqual(ids.toReversed());
    const [last] = (await desk('log')).data as { action: string; detail: string }[];
    expect(last).toMatchObject({ action: 'csv', detail: 'to=2025-12-31 rows=401' });
    const read = await bindings.DB.prepare("SELECT kind FROM reads WHERE kind = 'export'").all();
    expect(read.results).toHaveLength(1);
  });

  it('exportCsv is refused without its role', async () => {
    const reader = officerWith({ may: (role) => role !== 'export' });
    expect(await expectRefusal(() => exportCsv(reader, {}, 'en'))).toContain('export role');
  });
});
