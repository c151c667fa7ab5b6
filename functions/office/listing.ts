/** Commands that list applications. */
import { cursorOf, type ListedApplicant, listPage } from '../admin/store/lists.ts';
import { findApplications } from '../admin/store/search.ts';
import type { CommandResult, Commands, Run } from './command.ts';
import { stageDeadline } from './deadlines.ts';
import { FILTER_OPTIONS, formatOptions, readCursor, readFilter, writeCursor } from './list-filter.ts';
import { dayOf } from './office-clock.ts';
import { readSearch } from './search-query.ts';
import { statusName, typeName } from './site-words.ts';
import { alignColumns } from './table.ts';

export const LISTS: Commands = {
  find: { args: [1, Number.POSITIVE_INFINITY], options: [], run: find },
  list: { args: [0, 1], options: [...FILTER_OPTIONS, 'after'], run: list },
};

const PAGE = 50;

/** `find`: searches by number, e-mail, name, passport number or request; arguments are joined by spaces. */
async function find(run: Run): Promise<CommandResult> {
  const text = run.args.join(' ');
  const rows = await findApplications(run.desk.env.DB, readSearch(text), PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const { t } = run;
  const lines = [
    ...(shown.length > 0 ? table(shown, run) : [t('nothingFound')]),
    ...(rows.length > PAGE ? [t('foundMore', { count: PAGE })] : []),
  ];
  return { lines, data: { found: shown.map((row) => dataOf(row, run.now)) } };
}

/** `list`: a page of applications, newest first, with `--overdue` longest waiting first. `data` is a list of rows. */
async function list(run: Run): Promise<CommandResult> {
  const { desk, t, args, now } = run;
  const [status] = args;
  const options = { ...(status === undefined ? {} : { status }), ...run.options };
  const filter = readFilter({ t, options, now });
  const page = { after: readCursor(run), limit: PAGE + 1 };
  const rows = await listPage(desk.env.DB, filter, page);
  const shown = rows.slice(0, PAGE);
  const data = shown.map((row) => ({ ...dataOf(row, now), cursor: writeCursor(cursorOf(filter, row)) }));
  const none = Object.keys(options).length > 0 ? t('noneFound') : t('empty');
  if (shown.length === 0) return { lines: [none], data };
  const last = data.at(-1);
  const next = `npm run desk -- list ${formatOptions({ ...options, after: last?.cursor ?? '' })}`;
  return { lines: [...table(shown, run), ...(rows.length > PAGE ? ['', t('more', { next })] : [])], data };
}

/** Names come last, since they are not cut. */
function table(rows: readonly ListedApplicant[], { t, now, locale }: Pick<Run, 't' | 'now' | 'locale'>): string[] {
  const head = [t('column.number'), t('column.type'), t('column.status'), t('column.received'), t('column.days')];
  const cells = rows.map((row) => {
    const { days, expectedBy, isOverdue } = stageDeadline(row, now);
    const due = isOverdue ? t('overdue', { date: expectedBy }) : (expectedBy ?? '');
    const known = row.anonymisedAt === null ? row.name : t('anonymisedOn', { date: dayOf(row.anonymisedAt) });
    const name = [known ?? '', row.isSample ? `(${t('sample')})` : ''].join(' ').trim();
    return [
      row.id,
      typeName(row.type, locale),
      statusName(row.status, locale),
      dayOf(row.createdAt),
      String(days),
      due,
      name,
    ];
  });
  return alignColumns([[...head, t('column.expected'), t('column.name')], ...cells]);
}

function dataOf(
  { isSample, createdAt, since, anonymisedAt, emailConfirmedAt: _, ...row }: ListedApplicant,
  now: number,
) {
  const { days, expectedBy, isOverdue } = stageDeadline({ ...row, since }, now);
  const times = { createdAt: iso(createdAt), since: iso(since), anonymisedAt: anonymisedAt && iso(anonymisedAt) };
  return { ...row, isSample: isSample === 1, ...times, daysInStage: days, expectedBy, isOverdue };
}

const iso = (at: number) => new Date(at).toISOString();
