/** Statistics over all applications: counts, time to decision, overdue stages, unsent mails. */
import { FIRST_STATUS, STAGES } from '../../src/domain/application/stages.ts';
import { STATUSES } from '../../src/domain/application/status.ts';
import { APPLICATION_TYPES } from '../../src/domain/application/types.ts';
import { deskKey } from '../admin/mail/words.ts';
import {
  countsStatement,
  type DecisionTimes,
  decisionsStatement,
  mailsStatement,
  overdueStatement,
  type Period,
  receivedStatement,
  type TypeAndStatus,
} from '../admin/store/statistics.ts';
import type { CommandResult, Commands, Run } from './command.ts';
import { overdueStages } from './deadlines.ts';
import { readPeriod } from './list-filter.ts';
import { dayOf, startOfDay } from './office-clock.ts';
import { statusName, typeName } from './site-words.ts';
import { alignColumns } from './table.ts';

export const STATS: Commands = { stats: { args: [0], options: ['from', 'to'], run: stats } };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deciding statuses: the application is closed, or a visa can be issued. */
const DECISIONS = STATUSES.filter(
  (status) => STAGES[status].phase === 'stopped' || STAGES[status].next.some((next) => STAGES[next].issuesVisa),
);

export interface Statistics {
  counts: TypeAndStatus[];
  received: { from: string; count: number }[];
  decisions: { count: number; medianDays: number | null; ninetiethDays: number | null };
  overdue: { status: string; count: number }[];
  mails: { state: string; count: number }[];
}

/** `stats`: all counts in one round trip. Overdue stages and mails are counted now, whatever the period. */
async function stats(run: Run): Promise<CommandResult> {
  const { desk, now } = run;
  const period = readPeriod(run);
  const edges = periodEdges(period, now);
  const answers = await desk.env.DB.batch([
    countsStatement(desk.env.DB, period),
    receivedStatement(desk.env.DB, edges),
    decisionsStatement(desk.env.DB, { first: FIRST_STATUS, decisions: DECISIONS }, period),
    overdueStatement(desk.env.DB, overdueStages(now)),
    mailsStatement(desk.env.DB),
  ]);
  const rows = <Row>(at: number) => (answers[at]?.results ?? []) as Row[];
  const [times] = rows<DecisionTimes>(2);
  const data: Statistics = {
    counts: rows<TypeAndStatus>(0),
    received: rows<{ start: number; count: number }>(1)
      .slice(0, -1)
      .map(({ start, count }) => ({ from: dayOf(start), count })),
    decisions: {
      count: times?.count ?? 0,
      medianDays: toDays(times?.median ?? null),
      ninetiethDays: toDays(times?.ninetieth ?? null),
    },
    overdue: rows(3),
    mails: rows(4),
  };
  return { lines: statisticsLines(run, data), data };
}

const toDays = (ms: number | null) => (ms === null ? null : Math.round((ms / DAY_MS) * 10) / 10);

/** Longer periods are counted by week. */
const MAX_DAYS = 31;
/** Longer periods are counted by several weeks. */
const MAX_WEEKS = 104;
/** The period without `--from`. */
const WEEKS = 12;

/** Midnights at the start of each day, week (Monday) or several weeks of a period, and the end of the last. */
function periodEdges({ from, to }: Period, now: number): number[] {
  const end = dayOf((to ?? now + DAY_MS) - 1);
  const start = dayOf(from ?? startOfDay(end, -7 * WEEKS));
  const isShort = startOfDay(end) - startOfDay(start) < MAX_DAYS * DAY_MS;
  const weeks = (startOfDay(end) - startOfDay(start)) / DAY_MS / 7;
  const step = isShort ? 1 : 7 * Math.ceil(weeks / MAX_WEEKS);
  const weekday = (new Date(start).getUTCDay() + 6) % 7;
  const edges: number[] = [];
  for (let day = isShort ? 0 : -weekday; startOfDay(start, day) <= startOfDay(end); day += step)
    edges.push(startOfDay(start, day));
  return [...edges, startOfDay(dayOf(edges.at(-1) ?? startOfDay(end)), step)];
}

function statisticsLines({ t, locale }: Run, { counts, received, decisions, overdue, mails }: Statistics): string[] {
  const of = (type: string, status: string) =>
    counts.find((row) => row.type === type && row.status === status)?.count ?? 0;
  const types = [...new Set([...APPLICATION_TYPES, ...counts.map(({ type }) => type)])];
  const statuses = [...new Set([...STATUSES, ...counts.map(({ status }) => status)])];
  const sum = (list: readonly { count: number }[]) => String(list.reduce((total, { count }) => total + count, 0));
  const byType = statuses.map((status) => [
    `  ${statusName(status, locale)}`,
    ...types.map((type) => String(of(type, status))),
    sum(counts.filter((row) => row.status === status)),
  ]);
  const totals = types.map((type) => sum(counts.filter((row) => row.type === type)));
  const pairs = (rows: readonly { label: string; count: number }[]) =>
    alignColumns(rows.map(({ label, count }) => [`  ${label}`, String(count)]));
  const none = [`  ${t('stats.none')}`];
  return [
    t('stats.counts'),
    ...alignColumns([
      ['', ...types.map((type) => typeName(type, locale)), t('stats.sum')],
      ...byType,
      [`  ${t('stats.sum')}`, ...totals, sum(counts)],
    ]),
    '',
    t('stats.received'),
    ...pairs(received.map(({ from, count }) => ({ label: from, count }))),
    '',
    t('stats.decisions', { count: decisions.count }),
    ...(decisions.count > 0
      ? [`  ${t('stats.times', { median: decisions.medianDays, ninetieth: decisions.ninetiethDays })}`]
      : []),
    '',
    t('stats.overdue'),
    ...(overdue.length > 0
      ? pairs(overdue.map(({ status, count }) => ({ label: statusName(status, locale), count })))
      : none),
    '',
    t('stats.mails'),
    ...(mails.length > 0
      ? pairs(mails.map(({ state, count }) => ({ label: t(deskKey('mailStates', state)), count })))
      : none),
  ];
}
