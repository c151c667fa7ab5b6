/** Exports applications as CSV, one line each. */
import { answerText, isAnswer } from '../../src/domain/application/answers.ts';
import { firstPart, labelInPart, partTitle } from '../../src/domain/application/field-names.ts';
import { FIELDS, type FieldName } from '../../src/domain/application/fields.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import type { FieldKind } from '../../src/domain/kinds/index.ts';
import { formWords, wordsOf } from '../admin/mail/words.ts';
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

/** The filtered applications as CSV; logged with filter and number of rows. @throws Problem */
export async function exportCsv(
  officer: Officer,
  asked: Filter,
  locale: Locale,
): Promise<{ stream: ReadableStream<Uint8Array>; count: number }> {
  requireRole(officer, 'export');
  const { env, now } = officer;
  const filter = readFilter(asked, now);
  const count = await new ApplicationLists(env.DB).count(filter);
  const detail = [...Object.entries(asked).map((pair) => pair.join('=')), `rows=${count}`].join(' ');
  await traceExport(officer, '', 'csv', detail);
  const stream = streamOf(generateCsv({ officer, locale }, filter), (text) => new TextEncoder().encode(text));
  return { stream, count };
}

const PAGE = 200;

interface Row extends ListedApplicant {
  fields: string;
}

async function* generateCsv(reader: Reader, filter: ListFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headerCells(reader));
  const lists = new ApplicationLists(reader.officer.env.DB);
  let last: Row | undefined;
  do {
    const after = last ? cursorOf(filter, last) : null;
    const rows = await lists.page<Row>(filter, { after, limit: PAGE }, fragment`, a.fields`);
    yield rows.map((row) => csvLine(rowCells(reader, row))).join('');
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

/** Exported fields; a list becomes the number of its items. */
const ANSWERS = (Object.keys(FIELDS) as FieldName[]).filter(
  (name) => !['file', 'photo', 'consent'].includes(FIELDS[name].kind) && isAnswer(FIELDS[name]),
);

function headerCells({ locale }: Reader): string[] {
  const [t, forms] = [wordsOf(locale, 'office'), officeFormWords(locale)];
  const labels = ANSWERS.map((name) => labelInPart(forms, null, name));
  const titled = ANSWERS.map((name, at) => {
    const label = labels[at] ?? name;
    const part = labels.indexOf(label) < at && firstPart(name);
    return part ? `${partTitle(forms, null, part)}: ${label}` : label;
  });
  const names = [t('column.number'), t('column.type'), t('column.status')];
  return [...names, t('column.received'), t('column.since'), t('column.days'), t('column.expected'), ...titled];
}

function rowCells(reader: Reader, { fields, ...row }: Row): string[] {
  const { locale, officer } = reader;
  const { days, expectedBy } = stageDeadline(row, officer.now);
  const values = JSON.parse(fields) as StoredFields;
  const names = [row.id, typeName(row.type, locale), statusName(row.status, locale)];
  const standing = [dayOf(row.createdAt), dayOf(row.since), String(days), expectedBy ?? ''];
  return [...names, ...standing, ...ANSWERS.map((name) => answerCell(reader, name, values[name]))];
}

/** Kinds exported as stored, so that a spreadsheet can sort or add them. */
const SORTED: readonly FieldKind[] = ['date', 'birthDate', 'months'];

function answerCell({ locale }: Reader, name: FieldName, value: unknown): string {
  const { kind } = FIELDS[name];
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return String(value.length);
  return SORTED.includes(kind) ? String(value) : answerText(kind, value, { locale, t: formWords(locale) });
}

/** Without it Excel assumes the machine's own encoding. */
const BYTE_ORDER_MARK = '\ufeff';
