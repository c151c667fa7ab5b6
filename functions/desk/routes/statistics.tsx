/** Statistics over all applications; and the log of actions. */
import { STATUSES } from '../../../src/domain/application/status.ts';
import { latestActions } from '../../admin/store/actions.ts';
import { loggedChanges } from '../../office/differences.ts';
import type { Statistics } from '../../office/stats.ts';
import { Actions } from '../pages/History.tsx';
import { Page } from '../pages/Page.tsx';
import { skippedEntries } from '../pages/paths.ts';
import { Field, Section, Submit, Table, useOffice } from '../pages/ui.tsx';
import { type DeskContext, type Office, run } from '../request/office.ts';

/** Entries of a page of the log. */
const LISTED = 100;
/** The default period. */
const WEEKS_MS = 12 * 7 * 24 * 60 * 60 * 1000;

export async function statisticsPage(office: Office, c: DeskContext) {
  const { t, locale, clock, now, statusName } = office;
  const { from = clock.dateOf(now - WEEKS_MS), to = '' } = c.req.query();
  const options = { ...(from && { from }), ...(to && { to }) };
  const numbers = (await run(office, { name: 'stats', args: [], options })).data as Statistics;
  const { received, decisions, overdue, mails } = numbers;
  const figures = {
    decided: decisions.count,
    median: decisions.medianDays,
    ninetieth: decisions.ninetiethDays,
    overdue: sumOf(overdue),
    mails: sumOf(mails),
  };
  const late = overdue.map(({ status, count }) => `${statusName(status)}: ${count}`).join('; ');
  return (
    <Page title={t('places.statistics')} section="statistics" isWide>
      <form method="get" action="/statistics" className="row">
        <Field name="from" type="date" label={t('stats.from')} value={from} />
        <Field name="to" type="date" label={t('stats.to')} value={to} />
        <Submit label={t('stats.show')} look="quiet" />
        <a href={`/applications.csv?${new URLSearchParams(options)}`}>{t('queue.csv')}</a>
      </form>
      <Section id="received" title={t('stats.received')}>
        <Chart bars={received} />
      </Section>
      <dl className="figures">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name} className="card">
            <dt>{t(`stats.${name}`)}</dt>
            <dd>{value?.toLocaleString(locale) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {late && <p className="late">{late}</p>}
      <Section id="counts" title={t('stats.counts')}>
        <Table label={t('stats.asTable')} {...countTable(office, numbers)} />
      </Section>
    </Page>
  );
}

/** Sizes of the chart. */
const WIDTH = 720;
const HEIGHT = 200;
const MARGIN_BOTTOM = 24;
const MARGIN_TOP = 20;
/** Share of a bar's width. */
const GAP = 0.25;
/** Labels that fit below the bars. */
const MAX_LABELS = 8;

/** A bar chart as SVG, with the same numbers in a table. */
function Chart({ bars }: { bars: Statistics['received'] }) {
  const { t, clock } = useOffice();
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const place = WIDTH / bars.length;
  const every = Math.ceil(bars.length / MAX_LABELS);
  const base = HEIGHT - MARGIN_BOTTOM;
  const label = (key: string, x: number, y: number, text: string | number) => (
    <text {...{ key, x, y, textAnchor: 'middle', fontSize: 11, fill: 'var(--ink-soft)' }}>{text}</text>
  );
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('stats.chart', { most: max })}>
        <line x1="0" x2={WIDTH} y1={base} y2={base} stroke="var(--line)" />
        {bars.map(({ from: day, count }, index) => {
          const height = (count / max) * (base - MARGIN_TOP);
          const bar = { x: place * (index + GAP / 2), y: base - height, width: place * (1 - GAP), height };
          const middle = place * (index + 0.5);
          return [
            <rect key={day} {...bar} rx={2} fill="var(--tile)" />,
            count > 0 && label(`${day} count`, middle, base - height - 5, count),
            index % every === 0 && label(`${day} day`, middle, HEIGHT - 6, `${day.slice(8)}.${day.slice(5, 7)}`),
          ];
        })}
      </svg>
      <details>
        <summary>{t('stats.asTable')}</summary>
        <Table
          label={t('stats.received')}
          head={[t('stats.from'), t('stats.all')]}
          rows={bars.map(({ from, count }) => [clock.day(from), count])}
        />
      </details>
    </figure>
  );
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** Applications by status and type. */
function countTable({ t, statusName, typeName }: Office, { counts }: Statistics) {
  const types = [...new Set(counts.map(({ type }) => type))];
  const statuses = [...new Set([...STATUSES, ...counts.map(({ status }) => status)])];
  const rows = statuses.map((status) => {
    const own = counts.filter((row) => row.status === status);
    const byType = types.map((type) => sumOf(own.filter((row) => row.type === type)));
    return [statusName(status), ...byType, sumOf(own)];
  });
  return { head: [t('stats.status'), ...types.map(typeName), t('stats.all')], rows };
}

export async function logPage({ env, t, locale, path }: Office) {
  const skipped = skippedEntries(path);
  // One more tells that there are others.
  const actions = await latestActions(env.DB, null, skipped + LISTED + 1);
  const changes = await loggedChanges(env.DB, actions.slice(skipped), locale);
  return (
    <Page title={t('places.log')} section="log" isWide>
      <Actions actions={actions} changes={changes} most={LISTED} />
    </Page>
  );
}
