/** Exports applications as CSV, one line each. Rule: only the operator may read the file, and no file is overwritten. */

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { answerText } from '../../src/domain/application/answers.ts';
import { firstPart, labelInPart, partTitle } from '../../src/domain/application/field-names.ts';
import { FIELDS, type FieldName } from '../../src/domain/application/fields.ts';
import type { FieldKind } from '../../src/domain/kinds/index.ts';
import { formWords } from '../admin/mail/words.ts';
import type { StoredFields } from '../admin/store/applicants.ts';
import { cursorOf, type ListedApplicant, type ListFilter, listPage } from '../admin/store/lists.ts';
import { fragment } from '../admin/store/sql.ts';
import { type CommandResult, DeskRefusal, type Operator, type Run } from './command.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { stageDeadline } from './deadlines.ts';
import { readFilter } from './list-filter.ts';
import { dayOf } from './office-clock.ts';
import { statusName, typeName } from './site-words.ts';

const PAGE = 200;

interface Row extends ListedApplicant {
  fields: string;
}

/** Writes the filtered applications, in the order of `list`. @throws DeskRefusal when the file exists */
export async function exportCsv(run: Run, path: string): Promise<CommandResult> {
  const filter = readFilter(run);
  const file = resolve(path);
  const handle = createFile(run, file);
  let count = 0;
  try {
    for await (const lines of generateCsv(run, filter)) {
      writeSync(handle, lines.text);
      count += lines.count;
    }
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  return { lines: [run.t('csvWritten', { count, file })], data: { file, count } };
}

function createFile({ t }: Run, file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw new DeskRefusal(t('csvThere', { file }));
    throw error;
  }
}

export async function* generateCsv(
  operator: Operator,
  filter: ListFilter,
): AsyncGenerator<{ text: string; count: number }> {
  yield { text: BYTE_ORDER_MARK + csvLine(headerCells(operator)), count: 0 };
  for await (const rows of pages(operator, filter))
    yield { text: rows.map((row) => csvLine(rowCells(operator, row))).join(''), count: rows.length };
}

async function* pages({ desk }: Operator, filter: ListFilter): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const after = last ? cursorOf(filter, last) : null;
    const rows = await listPage<Row>(desk.env.DB, filter, { after, limit: PAGE }, fragment`, a.fields`);
    yield rows;
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

/** Exported fields; a list becomes the number of its items. */
const ANSWERS = (Object.keys(FIELDS) as FieldName[]).filter(
  (name) => !['file', 'photo', 'consent', 'tick'].includes(FIELDS[name].kind),
);

function headerCells({ t, locale }: Operator): string[] {
  const forms = formWords(locale);
  const labels = ANSWERS.map((name) => labelInPart(forms, null, name));
  const titled = ANSWERS.map((name, at) => {
    const label = labels[at] ?? name;
    const part = labels.indexOf(label) < at && firstPart(name);
    return part ? `${partTitle(forms, null, part)}: ${label}` : label;
  });
  const names = [t('column.number'), t('column.type'), t('column.status')];
  const standing = [t('column.received'), t('column.since'), t('column.days'), t('column.expected')];
  return [...names, ...standing, ...titled];
}

function rowCells(run: Operator, { fields, ...row }: Row): string[] {
  const values = JSON.parse(fields) as StoredFields;
  return [...standingCells(run, row), ...ANSWERS.map((name) => answerCell(run, name, values[name]))];
}

function standingCells({ locale, now }: Operator, row: ListedApplicant): string[] {
  const { days, expectedBy } = stageDeadline(row, now);
  const names = [row.id, typeName(row.type, locale), statusName(row.status, locale)];
  return [...names, dayOf(row.createdAt), dayOf(row.since), String(days), expectedBy ?? ''];
}

/** Kinds exported as stored, so that a spreadsheet can sort or add them. */
const SORTED: readonly FieldKind[] = ['date', 'birthDate', 'months'];

function answerCell({ locale }: Operator, name: FieldName, value: unknown): string {
  const { kind } = FIELDS[name];
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return String(value.length);
  return SORTED.includes(kind) ? String(value) : answerText(kind, value, { locale, t: formWords(locale) });
}
