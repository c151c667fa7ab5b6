/** Exports applications as a table, one row each: XLSX with typed cells for people, CSV for machines. */
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { answerText, isAnswer } from '../../src/domain/application/answers.ts';
import { firstPart, labelInPart, partTitle } from '../../src/domain/application/field-names.ts';
import { FIELDS, type FieldName } from '../../src/domain/application/fields.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { isRealDate } from '../../src/domain/input/date.ts';
import type { FieldKind } from '../../src/domain/kinds/index.ts';
import { formWords, mailTextsIn } from '../admin/mail/words.ts';
import type { StoredFields } from '../admin/store/applicants.ts';
import { fragment } from '../admin/store/database.ts';
import { ApplicationLists, cursorOf, type ListedApplicant, type ListFilter } from '../admin/store/lists.ts';
import { csvLine } from './csv-line.ts';
import { streamOf } from './export-archive.ts';
import { type Filter, readFilter, stageDeadline } from './lists.ts';
import { type Officer, requireRole, traceExport } from './officer.ts';
import { dayOf, officeFormWords, statusName, typeName } from './words.ts';

interface Reader {
  officer: Officer;
  locale: Locale;
}

export type ListFormat = 'xlsx' | 'csv';

/** The filtered applications as a table; logged with filter and number of rows. @throws OfficeRefusal */
export async function exportList(
  officer: Officer,
  asked: Filter,
  locale: Locale,
  format: ListFormat,
): Promise<{ stream: ReadableStream<Uint8Array>; count: number }> {
  requireRole(officer, 'export');
  const { env, now } = officer;
  const filter = readFilter(asked, now);
  const count = await new ApplicationLists(env.DB).count(filter);
  const detail = [...Object.entries(asked).map((pair) => pair.join('=')), `rows=${count}`].join(' ');
  await traceExport(officer, '', format, detail);
  const reader = { officer, locale };
  if (format === 'xlsx') return { stream: xlsxStream(reader, filter), count };
  return { stream: streamOf(generateCsv(reader, filter), (text) => new TextEncoder().encode(text)), count };
}

const PAGE = 200;

interface Row extends ListedApplicant {
  fields: string;
}

/** Pages of rows, each read when it is needed, since all of them may exceed the worker's memory. */
async function* rowPages(reader: Reader, filter: ListFilter): AsyncGenerator<string[][]> {
  const lists = new ApplicationLists(reader.officer.env.DB);
  let last: Row | undefined;
  do {
    const after = last ? cursorOf(filter, last) : null;
    const rows = await lists.page<Row>(filter, { after, limit: PAGE }, fragment`, a.fields`);
    yield rows.map((row) => rowCells(reader, row));
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

async function* generateCsv(reader: Reader, filter: ListFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columnsOf(reader).map(({ header }) => header));
  for await (const rows of rowPages(reader, filter)) yield rows.map(csvLine).join('');
}

type CellType = 'text' | 'date' | 'number';

/** Number formats by type of cell. In a column of texts, what is edited there later becomes neither a number nor a formula. */
const NUMBER_FORMATS: Record<CellType, string> = { text: '@', date: 'yyyy-mm-dd', number: '0' };

function xlsxStream(reader: Reader, filter: ListFilter): ReadableStream<Uint8Array> {
  const t = mailTextsIn(reader.locale, 'office');
  const columns = columnsOf(reader);
  async function* rows() {
    for await (const page of rowPages(reader, filter))
      for (const cells of page) yield cells.map((cell, at) => typedCell(columns[at]?.type, cell));
  }
  return writeXlsxStream(rows(), {
    name: t('column.sheet'),
    columns: columns.map(({ header, type }) => ({ header, numFmt: NUMBER_FORMATS[type] })),
    freezePane: { rows: 1 },
  });
}

/** Spreadsheets count a 29 February 1900, so that they disagree about earlier dates. */
const FIRST_DATE = '1900-03-01';

/** Spreadsheets read `_x0041_` as the letter of that code (ECMA-376, ST_Xstring); `_x005F_` stands for its first sign. */
const CHARACTER_CODE = /_(?=x[\da-f]{4}_)/gi;

function typedCell(type: CellType = 'text', cell: string): CellValue {
  if (cell === '') return null;
  if (type === 'date' && isRealDate(cell) && cell >= FIRST_DATE) return new Date(`${cell}T00:00Z`);
  return type === 'number' && /^\d+$/.test(cell) ? Number(cell) : cell.replace(CHARACTER_CODE, '_x005F$&');
}

/** Exported fields; of a list only the number of its items is exported. */
const ANSWERS = (Object.keys(FIELDS) as FieldName[]).filter(
  (name) => !['file', 'photo', 'consent'].includes(FIELDS[name].kind) && isAnswer(FIELDS[name]),
);

interface Column {
  header: string;
  type: CellType;
}

function columnsOf({ locale }: Reader): Column[] {
  const [t, forms] = [mailTextsIn(locale, 'office'), officeFormWords(locale)];
  const labels = ANSWERS.map((name) => labelInPart(forms, null, name));
  const answers = ANSWERS.map((name, at): Column => {
    const label = labels[at] ?? name;
    const part = labels.indexOf(label) < at && firstPart(name);
    return {
      header: part ? `${partTitle(forms, null, part)}: ${label}` : label,
      type: CELL_TYPES[FIELDS[name].kind] ?? 'text',
    };
  });
  return [
    { header: t('column.number'), type: 'text' },
    { header: t('column.type'), type: 'text' },
    { header: t('column.status'), type: 'text' },
    { header: t('column.received'), type: 'date' },
    { header: t('column.since'), type: 'date' },
    { header: t('column.days'), type: 'number' },
    { header: t('column.expected'), type: 'date' },
    ...answers,
  ];
}

function rowCells(reader: Reader, { fields, ...row }: Row): string[] {
  const { locale, officer } = reader;
  const { days, expectedBy } = stageDeadline(row, officer.now);
  const values = JSON.parse(fields) as StoredFields;
  const names = [row.id, typeName(row.type, locale), statusName(row.status, locale)];
  const standing = [dayOf(row.createdAt), dayOf(row.since), String(days), expectedBy ?? ''];
  return [...names, ...standing, ...ANSWERS.map((name) => answerCell(reader, name, values[name]))];
}

/** Kinds exported as stored, so that a spreadsheet can sort or add them, and lists, of which their number is exported. */
const CELL_TYPES: Partial<Record<FieldKind, CellType>> = {
  date: 'date',
  birthDate: 'date',
  months: 'number',
  relatives: 'number',
  previousTrips: 'number',
  lastTrips: 'number',
};

function answerCell({ locale }: Reader, name: FieldName, value: unknown): string {
  const { kind } = FIELDS[name];
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return String(value.length);
  return kind in CELL_TYPES ? String(value) : answerText(kind, value, { locale, t: formWords(locale) });
}

/** Without it Excel assumes the machine's own encoding. */
const BYTE_ORDER_MARK = '\ufeff';
