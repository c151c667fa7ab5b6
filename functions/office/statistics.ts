/** Statistics over all applications. Chart and tables count the same days of the office. */
import { FIRST_STATUS, STAGES, WITHDRAWN } from '../../src/domain/application/stages.ts';
import { STATUSES } from '../../src/domain/application/status.ts';
import { DAY_MS } from '../../src/domain/input/date.ts';
import { ApplicationStatistics, type DecisionGroup } from '../admin/store/statistics.ts';
import { isRefusal } from './decisions.ts';
import { type Filter, overdueStages, readPeriod } from './lists.ts';
import type { Officer } from './officer.ts';
import { dayOf, startOfDay } from './words.ts';

const APPROVED = STATUSES.filter((status) => STAGES[status].next.some((next) => STAGES[next].issuesVisa));
const REFUSED = STATUSES.filter(isRefusal);
const DECIDING = {
  first: FIRST_STATUS,
  deciding: [...APPROVED, ...REFUSED, WITHDRAWN],
  waiting: STATUSES.filter((status) => STAGES[status].actor === 'applicant'),
  withdrawn: WITHDRAWN,
  open: STATUSES.filter((status) => STAGES[status].phase === 'now'),
  all: STATUSES,
};

/** The result of {@link statistics}. */
export type Statistics = Awaited<ReturnType<typeof statistics>>;

/** All numbers of a period in one round trip; by default of the last twelve weeks. @throws OfficeRefusal for invalid dates */
export async function statistics({ env, now }: Officer, asked: Pick<Filter, 'from' | 'to'>) {
  const end = readPeriod(asked).to ?? startOfDay(dayOf(now), 1);
  const { from = dayOf(end - WEEKS * 7 * DAY_MS) } = asked;
  const period = readPeriod({ ...asked, from });
  const edges = periodEdges(from, end);
  const { counts, received, times, groups, backlog, overdue, mails } = await new ApplicationStatistics(env.DB).read({
    period,
    edges,
    statuses: DECIDING,
    overdue: overdueStages(now),
  });
  const [openNow = 0, ...opened] = backlog;
  const days = edges.slice(0, -1).map((edge) => dayOf(edge));
  const total = outcomesBy(groups, () => 'all').at(0) ?? { approved: 0, refused: 0, withdrawn: 0 };
  const refusals = groups.filter(({ status }) => REFUSED.some((one) => one === status));
  return {
    from,
    // Applications received in the period, by their present status.
    counts,
    // By day, week or several weeks; `from` is `YYYY-MM-DD`.
    received: days.map((from, at) => ({ from, count: received[at] ?? 0 })),
    // How many applications were open at the end of each of these intervals.
    backlog: days.map((from, at) => ({
      from,
      count: opened.slice(at + 1).reduce((left, more) => left - more, openNow),
    })),
    decisions: {
      approved: total.approved,
      refused: total.refused,
      withdrawn: total.withdrawn,
      // From the submission to approval or refusal, in days; `own` without the applicant's share.
      medianDays: toDays(times?.median),
      ninetiethDays: toDays(times?.ninetieth),
      ownMedianDays: toDays(times?.ownMedian),
      ownNinetiethDays: toDays(times?.ownNinetieth),
      // Of all decisions, how many had asked for changes before.
      sentBack: sumOf(groups.filter(({ wasSentBack }) => wasSentBack)),
    },
    outcomes: {
      type: outcomesBy(groups, ({ type }) => type),
      citizenship: outcomesBy(groups, ({ citizenship }) => citizenship ?? ''),
      officer: outcomesBy(groups, ({ officer }) => officer ?? ''),
    },
    reasons: [...Map.groupBy(refusals, ({ reason }) => reason ?? '')]
      .map(([key, some]) => ({ key, count: sumOf(some) }))
      .toSorted((a, b) => b.count - a.count),
    // The numbers of the present moment, whatever the period.
    overdue,
    mails,
  };
}

export const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

const toDays = (ms: number | null | undefined) => (ms == null ? null : Math.round((ms / DAY_MS) * 10) / 10);

/** Decisions of each key, which is `''` where it is unknown. */
function outcomesBy(groups: readonly DecisionGroup[], keyOf: (group: DecisionGroup) => string) {
  const countOf = (some: readonly DecisionGroup[], statuses: readonly string[]) =>
    sumOf(some.filter(({ status }) => statuses.includes(status)));
  return [...Map.groupBy(groups, keyOf)]
    .toSorted(([, a], [, b]) => sumOf(b) - sumOf(a))
    .map(([key, some]) => ({
      key,
      approved: countOf(some, APPROVED),
      refused: countOf(some, REFUSED),
      withdrawn: countOf(some, [WITHDRAWN]),
    }));
}

/** Longer periods are counted by week. */
const MAX_DAYS = 31;
/** Longer periods are counted by several weeks. */
const MAX_WEEKS = 104;
const WEEKS = 12;

/** The period's first midnight, those of its days or Mondays, and its end: the intervals cover the period and no other day. */
function periodEdges(start: string, end: number): number[] {
  const length = Math.round((end - startOfDay(start)) / DAY_MS);
  const step = length <= MAX_DAYS ? 1 : 7 * Math.ceil(length / 7 / MAX_WEEKS);
  const weekday = (new Date(start).getUTCDay() + 6) % 7;
  const edges = [startOfDay(start)];
  for (let day = step === 1 ? 1 : 7 - weekday; startOfDay(start, day) < end; day += step)
    edges.push(startOfDay(start, day));
  return [...edges, end];
}
