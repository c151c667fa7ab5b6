/** The list of applications as a table: CSV and XLSX. */
import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { csvLine } from '../../../functions/office/csv-line.ts';
import { exportList } from '../../../functions/office/list-export.ts';
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
  const { stream: csv } = await exportList(officer, filter, locale, 'csv');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(csv).arrayBuffer());
}

const exported = async (filter: Filter = {}, locale: Locale = 'en') =>
  cellsIn((await exportedText(filter, locale)).slice(1));

beforeAll(migrate);

describe('csvLine', () => {
  it('csvLine quotes every cell and doubles quotes', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('"a","b,c","d""e","f\ng",""\r\n');
  });

  it.each(['=1+1', '+1+1', '+998 90-1', '+SUM(A1)', '-1', '@SUM(A1)', '=HYPERLINK("x")', '＝1'])(
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

  const BEGUN = ['=1+1', '+1+1', '-1', '@SUM(A1)', '＝1', ' =1', '"=1', '""=1'];
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
    const texts = [
      '+998 90 123 45 67',
      '+46701234567',
      'Navoi; 5',
      'a - b',
      'a;b',
      '1=1',
      "O'Neil",
      'x\ty',
      'Иванова',
      'a, -b',
    ];
    expect(cellsIn(csvLine(texts))).toEqual([texts]);
  });
});

describe('exportList as CSV', () => {
  it("exportList writes a row for each application under headings in the officer's language", async () => {
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
      '+998 90 123 45 67',
      '1',
    ]);
    expect(cell('Passport expiry date')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(row.join()).not.toMatch(/undefined|\[object/);
  });

  it('exportList writes a byte order mark, and Russian headings for a Russian officer', async () => {
    expect(await exportedText()).toMatch(/^\ufeff/);
    const [head = []] = await exported({}, 'ru');
    expect(head[0]).toBe('Номер');
    expect(head).toContain('Гражданство');
  });

  it('exportList writes every matching application of all pages once, and logs filter and number of rows', async () => {
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
});

type TypedCell = { value: string; type: string | undefined; format: string | undefined };

/** The cells of the first sheet by their places such as `B2`, read by ECMA-376 alone, with the number format of each. */
async function sheetOf(stream: ReadableStream<Uint8Array>): Promise<Map<string, TypedCell>> {
  const parts = partsIn(Buffer.from(await new Response(stream).arrayBuffer()));
  const [, styles = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(parts.get('xl/styles.xml') ?? '') ?? [];
  const formats = new Map(
    [...(parts.get('xl/styles.xml') ?? '').matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(
      ([, id, code]) => [id, code],
    ),
  );
  const formatIds = [...styles.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(([, id]) => id);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).not.toContain('<f');
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
    ([, place = '', attributes = '', content = '']) => {
      const [, type] = / t="(\w+)"/.exec(attributes) ?? [];
      const [, style] = / s="(\d+)"/.exec(attributes) ?? [];
      const value = content
        .replace(/<[^>]+>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      return [place, { value, type, format: formats.get(formatIds[Number(style)]) }] as const;
    },
  );
  return new Map(cells);
}

/** The files of a ZIP archive by its central directory (APPNOTE 4.3.12). */
function partsIn(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const parts = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  while (parts.size < archive.readUInt16LE(end + 10)) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const header = archive.readUInt32LE(at + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const content = archive.subarray(start, start + size);
    parts.set(
      archive.toString('utf8', at + 46, at + 46 + name),
      String(method === 8 ? inflateRawSync(content) : content),
    );
    at += 46 + name + extra + comment;
  }
  return parts;
}

describe('exportList as XLSX', () => {
  /** Excel's day 1 is 1 January 1900, and it counts a 29 February 1900. */
  const serial = (date: string) => String(Date.parse(date) / 86_400_000 + 25_569);

  it('exportList writes dates, numbers and texts as such, and starts no formula', async () => {
    const formula = '=HYPERLINK("https://example.org","x")';
    const fields = {
      ...{ surname: 'Sample', passport_number: '0012345', company_name: '1/2', phone: '+998 90 123 45 67' },
      ...{
        applicant_position: formula,
        project: '1234567890123456',
        petitioner_name: '_x003D_1+1',
        activity: 'a <b> & c',
      },
      ...{ date_birth: '1990-02-03', passport_date: '31.12.2020', validity_time: '12', formatted_relatives: [{}, {}] },
    };
    await addRows([
      { id: 'ITV-TYPED00001', type: 'investor', fields, history: [['submitted', Date.parse('2024-03-04T08:00Z')]] },
    ]);
    const { stream, count } = await exportList(officer, { to: '2024-12-31' }, 'en', 'xlsx');
    const cells = await sheetOf(stream);
    expect(count).toBe(1);
    const placeOf = new Map(
      [...cells].filter(([place]) => /\D1$/.test(place)).map(([place, { value }]) => [value, place]),
    );
    const cell = (header: string) => cells.get(String(placeOf.get(header)).replace(/1$/, '2'));
    const text = (value: string) => ({ value, type: 'inlineStr', format: '@' });
    const number = (value: string) => ({ value, type: undefined, format: '0' });
    const date = (value: string) => ({ value: serial(value), type: undefined, format: 'yyyy-mm-dd' });
    expect(cell('Number')).toEqual(text('ITV-TYPED00001'));
    expect(cell('Received')).toEqual(date('2024-03-04'));
    expect(cell('Days')).toEqual(number(String(Math.floor((NOW - Date.parse('2024-03-04T08:00Z')) / 86_400_000))));
    expect(cell(forms.fields.passport_number.label)).toEqual(text('0012345'));
    expect(cell(forms.fields.phone.label)).toEqual(text('+998 90 123 45 67'));
    expect(cell(forms.fields.date_birth.label)).toEqual(date('1990-02-03'));
    expect(cell(forms.fields.passport_date.label)).toMatchObject({ value: '31.12.2020', type: 'inlineStr' });
    expect(cell(forms.fields.middlename.label)).toMatchObject({ value: '', type: undefined });
    const values = new Map([...cells].map(([, { value, ...rest }]) => [value, rest]));
    const asText = { type: 'inlineStr', format: '@' };
    for (const value of [formula, '1/2', '1234567890123456', '_x005F_x003D_1+1', 'a <b> & c'])
      expect(values.get(value), value).toEqual(asText);
    for (const value of ['12', '2']) expect(values.get(value), value).toEqual({ type: undefined, format: '0' });
  });

  it('exportList reads pages of rows only when they are wanted', async () => {
    const ids = Array.from({ length: 1001 }, (_, nth) => `ITV-LAZY${String(nth).padStart(4, '0')}`);
    await addRows(ids.map((id) => ({ id, history: [['submitted', Date.parse('2023-05-05T08:00Z')]] })));
    let statements = 0;
    const DB = new Proxy(bindings.DB, {
      get(db, name) {
        if (name === 'prepare') statements += 1;
        const member = Reflect.get(db, name);
        return typeof member === 'function' ? member.bind(db) : member;
      },
    });
    const counting = officerWith({ now: NOW, env: { ...officer.env, DB } });
    const { stream, count } = await exportList(counting, { to: '2023-12-31' }, 'en', 'xlsx');
    expect(count).toBe(1001);
    const before = statements;
    const reader = stream.getReader();
    expect((await reader.read()).done).toBe(false);
    expect(statements - before).toBeLessThan(4);
    await reader.cancel();
    const { stream: whole } = await exportList(officer, { to: '2023-12-31' }, 'en', 'xlsx');
    const cells = await sheetOf(whole);
    expect([...cells].filter(([place]) => /^A\d/.test(place)).length).toBe(1002);
  });

  it('exportList is refused without its role', async () => {
    const reader = officerWith({ may: (role) => role !== 'export' });
    expect(await expectRefusal(() => exportList(reader, {}, 'en', 'xlsx'))).toContain('export role');
  });
});
