/** Prints one application. */
import { presentApplication } from '../../src/domain/application/application-copy.ts';
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus, type StatusEntry } from '../../src/domain/application/status.ts';
import { formatDate } from '../../src/domain/i18n/dates.ts';
import { fileSizeText } from '../../src/domain/input/files.ts';
import { storedValues } from '../admin/application/record.ts';
import { formWords } from '../admin/mail/words.ts';
import { listActions } from '../admin/store/actions.ts';
import type { Applicant } from '../admin/store/applicants.ts';
import { listNotes, type Note } from '../admin/store/notes.ts';
import { listVersions } from '../admin/store/versions.ts';
import { type CommandResult, type Commands, findApplicant, type Run } from './command.ts';
import { stageDeadline } from './deadlines.ts';
import { deletionStatusText } from './deletion-requests.ts';
import { type Change, changesOf } from './differences.ts';
import { dayOf, officeClock } from './office-clock.ts';
import { fieldLabel, fileLabel, statusName, typeName } from './site-words.ts';

export const VIEWS: Commands = { show: { args: [1], takesNumber: true, options: [], run: show } };

/** `show`: an application in the operator's language; `data` as stored. */
async function show(run: Run): Promise<CommandResult> {
  const applicant = await findApplicant(run, run.args[0] ?? '');
  const { DB } = run.desk.env;
  const [actions, notes, earlier] = await Promise.all([
    listActions(DB, applicant.id),
    listNotes(DB, applicant.id),
    listVersions(DB, applicant.id),
  ]);
  const changes = changesOf(applicant, earlier, run.locale);
  const sections = [
    headSection(run, applicant),
    ...(applicant.anonymisedAt === null ? answerSections(run, applicant) : []),
    historySection(run, applicant),
    changesSection(run, changes),
    filesSection(run, applicant),
    notesSection(run, notes),
    actionsSection(run, actions),
  ];
  const { id, type, status, version, fields, history: entries, visa, requestId, anonymisedAt } = applicant;
  const terms = applicant.terms && { version: applicant.terms.version, accepted_at: iso(applicant.terms) };
  return {
    lines: sections.filter((lines) => lines.length > 0).flatMap((lines, at) => (at > 0 ? ['', ...lines] : lines)),
    data: {
      ...{ id, type, status, version, fields, history: entries, terms, requestId, visa },
      ...{ assignee: applicant.assignee, changes: changes.map(withoutItems), deletion: applicant.deletion },
      emailConfirmedAt: applicant.emailConfirmedAt,
      ...{ files: applicant.files, notes, actions, anonymisedAt: anonymisedAt && new Date(anonymisedAt).toISOString() },
    },
  };
}

const withoutItems = ({ differences, ...change }: Change) => ({
  ...change,
  differences: differences.map(({ items: _, ...difference }) => difference),
});

const iso = ({ acceptedAt }: { acceptedAt: number }) => new Date(acceptedAt).toISOString();

function headSection(run: Run, applicant: Applicant): string[] {
  const { id, type, status, history: entries } = applicant;
  const { t, locale, now } = run;
  const [first, last] = [entries[0], entries.at(-1)];
  const since = Date.parse(last?.created_at ?? '') || now;
  const { days, expectedBy, isOverdue } = stageDeadline({ status, since }, now);
  const due = expectedBy && formatDate(expectedBy, locale);
  const { anonymisedAt } = applicant;
  const next = anonymisedAt === null && isStatus(status) ? STAGES[status].next : [];
  return [
    t('show.title', { id, type: typeName(type, locale) }),
    t('show.status', { status: statusText(run, status), days: t('days', { count: days }) }),
    ...(due ? [t(isOverdue ? 'show.overdue' : 'show.expected', { date: due })] : []),
    t('show.next', { next: next.map((one) => statusText(run, one)).join(', ') || t('final') }),
    ...(first ? [t('show.received', { date: officeClock(locale).instant(first.created_at) })] : []),
    ...(anonymisedAt === null
      ? personalSection(run, applicant)
      : [t('anonymisedOn', { date: formatDate(dayOf(anonymisedAt), locale) })]),
  ];
}

function personalSection({ t, locale, now }: Run, applicant: Applicant): string[] {
  const { visa, terms, requestId, assignee, locale: theirs, emailConfirmedAt, deletion } = applicant;
  const day = (date: string) => formatDate(date, locale);
  return [
    ...(visa ? [t('show.visa', { code: visa.code, from: day(visa.valid_from), to: day(visa.valid_to) })] : []),
    t('show.language', { language: new Intl.DisplayNames(locale, { type: 'language' }).of(theirs) }),
    terms
      ? t('show.terms', { version: day(terms.version), date: officeClock(locale).instant(iso(terms)) })
      : t('show.noTerms'),
    ...(emailConfirmedAt === null ? [t('show.emailUnconfirmed')] : []),
    ...(deletion?.answeredAt === null ? [deletionStatusText({ t, locale, now }, deletion.askedAt)] : []),
    ...(assignee === null ? [] : [t('show.assignee', { officer: assignee })]),
    ...(requestId === null ? [] : [t('show.request', { request: requestId })]),
  ];
}

/** Such as "In review by the expert group (in_review)"; the name in brackets is the argument of `set`. */
const statusText = ({ locale }: Pick<Run, 'locale'>, status: string) => `${statusName(status, locale)} (${status})`;

/** A section for each part of the form, with answers as the applicant reads them. */
export function answerSections(
  { locale, t }: Pick<Run, 'locale' | 't'>,
  { type, fields, files: rows }: Applicant,
): string[][] {
  const forms = formWords(locale);
  const values = storedValues(type, fields, rows);
  const rowsOf = (list: readonly { label: string; value: string }[], indent: string) =>
    list.flatMap(({ label, value }) =>
      indentLines(`${indent}${label}${label.endsWith('?') ? '' : ':'} ${value || t('show.nothing')}`),
    );
  return presentApplication(type, values, { locale, t: forms }).map(({ part, rows: own, items }) => [
    forms(`parts.${part}.title`, { context: type }),
    ...rowsOf(own, '  '),
    ...items.flatMap((item) => [`  ${item.title}`, ...rowsOf(item.rows, '    ')]),
  ]);
}

export function historySection(run: Pick<Run, 'locale' | 't'>, { type, history: entries }: Applicant): string[] {
  const { t, locale } = run;
  const asked = ({ fields = [] }: StatusEntry) => fields.map((name) => `${fieldLabel(name, type, locale)} (${name})`);
  return [
    t('show.history'),
    ...entries.flatMap((entry) => [
      `  ${officeClock(locale).instant(entry.created_at)}  ${statusText(run, entry.status_type)}`,
      ...(entry.note ? indentLines(`    ${t('show.note', { note: entry.note })}`) : []),
      ...(asked(entry).length > 0 ? [`    ${t('show.asked', { fields: asked(entry).join(', ') })}`] : []),
    ]),
  ];
}

/** The applicant's changes, oldest first like the history. */
function changesSection({ t, locale }: Run, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const text = (value: string) => (value || t('show.nothing')).replaceAll('\n', '; ');
  const lines = changes
    .toReversed()
    .flatMap(({ at, differences }) => [
      `  ${officeClock(locale).instant(at)}`,
      ...differences.flatMap(({ label, before, after, isUnasked }) =>
        indentLines(`    ${label}: ${text(before)} → ${text(after)}${isUnasked ? `  (${t('show.unasked')})` : ''}`),
      ),
    ]);
  return [t('show.changes'), ...lines];
}

export function filesSection({ t, locale }: Pick<Run, 'locale' | 't'>, { type, files: rows }: Applicant): string[] {
  if (rows.length === 0) return [];
  const forms = formWords(locale);
  return [
    t('show.files', { count: rows.length }),
    ...rows.map(
      ({ field, name, size }) => `  ${fileLabel(field, type, locale)}: ${name} (${fileSizeText(size, forms)})`,
    ),
  ];
}

function notesSection({ t, locale }: Run, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.flatMap(({ text, by, at }) =>
    indentLines(`  ${officeClock(locale).instant(at)}  ${by}: ${text}`),
  );
  return [t('show.notes'), ...lines];
}

function actionsSection({ t, locale }: Run, actions: Awaited<ReturnType<typeof listActions>>): string[] {
  if (actions.length === 0) return [];
  const lines = actions.flatMap(({ action, detail, by, at }) =>
    indentLines(
      `  ${officeClock(locale).instant(at)}  ${by}: ${action} ${isStatus(detail) ? statusName(detail, locale) : detail}`,
    ),
  );
  return [t('show.actions'), ...lines];
}

/** Indents further lines of a text, so that they differ from the desk's own lines. */
const indentLines = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : `        ${line}`));
