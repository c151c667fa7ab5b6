/** Statistics over all applications. */
import { refusalName } from '../../../src/content/refusals.ts';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { type Statistics, statistics, sumOf } from '../../office/statistics.ts';
import { countryNames } from '../../office/words.ts';
import { DeskPage } from '../pages/DeskPage.tsx';
import { CaseSection, DeskField, Submit, Table, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office, Routes } from '../request/office.ts';
import { TableLinks } from './lists.tsx';

/** Most rows of the tables of nationalities and officers. */
const ROWS = 40;

async function statisticsPage(office: Office, c: DeskContext) {
  const { t, locale, statusName, typeName, may } = office;
  const { from: asked, to = '' } = c.req.query();
  const numbers = await statistics(office, { ...(asked && { from: asked }), ...(to && { to }) });
  const { from, received, backlog, decisions, outcomes, reasons, overdue, mails } = numbers;
  const { approved, refused, withdrawn, sentBack } = decisions;
  const all = approved + refused + withdrawn;
  const percent = all === 0 ? null : (sentBack / all).toLocaleString(locale, { style: 'percent' });
  const figures = {
    approved,
    refused,
    withdrawn,
    sentBack: percent,
    median: decisions.medianDays,
    ninetieth: decisions.ninetiethDays,
    ownMedian: decisions.ownMedianDays,
    ownNinetieth: decisions.ownNinetiethDays,
    overdue: sumOf(overdue),
    mails: sumOf(mails),
  };
  const late = overdue.map(({ status, count }) => `${statusName(status)}: ${count}`).join('; ');
  const country = countryNames(locale);
  const nameOf = { type: typeName, citizenship: country, officer: (key: string) => key };
  return (
    <DeskPage title={t('places.statistics')} section="statistics" isWide>
      <form method="get" action="/statistics" className="row">
        <DeskField name="from" type="date" label={t('stats.from')} value={from} />
        <DeskField name="to" type="date" label={t('stats.to')} value={to} />
        <Submit label={t('stats.show')} look="quiet" />
        {may('export') && <TableLinks filter={new URLSearchParams({ from, ...(to && { to }) })} />}
      </form>
      <dl className="figures">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name} className="card">
            <dt>{t(`stats.${name}`)}</dt>
            <dd>{value?.toLocaleString(locale) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {late && (
        <p className="late">
          {t('stats.overdue')}: {late}
        </p>
      )}
      <CaseSection id="received" title={t('stats.received')}>
        <Chart bars={received} label={t('stats.received')} />
      </CaseSection>
      <CaseSection id="backlog" title={t('stats.backlog')}>
        <Chart bars={backlog} label={t('stats.backlog')} />
      </CaseSection>
      <CaseSection id="counts" title={t('stats.counts')}>
        <Table label={t('stats.counts')} {...countTable(office, numbers)} />
      </CaseSection>
      {(['type', 'citizenship', 'officer'] as const).map((by) => (
        <CaseSection key={by} id={by} title={t(`stats.by.${by}`)}>
          <Table label={t(`stats.by.${by}`)} {...outcomeTable(office, outcomes[by], nameOf[by])} />
        </CaseSection>
      ))}
      <CaseSection id="reasons" title={t('stats.by.reason')}>
        <Table
          label={t('stats.by.reason')}
          head={[t('stats.reason'), t('stats.refused')]}
          rows={reasons.map(({ key, count }) => [refusalName(key, locale) || t('stats.unknown'), count])}
        />
      </CaseSection>
    </DeskPage>
  );
}

function outcomeTable({ t }: Office, rows: Statistics['outcomes']['type'], nameOf: (key: string) => string) {
  const names = ['approved', 'refused', 'withdrawn'] as const;
  const cells = rows.map((row) => [nameOf(row.key) || t('stats.unknown'), ...names.map((name) => row[name])]);
  return { head: ['', ...names.map((name) => t(`stats.${name}`))], rows: cells.slice(0, ROWS) };
}

const WIDTH = 720;
const HEIGHT = 200;
const MARGIN_BOTTOM = 24;
const MARGIN_TOP = 20;
/** Gap between two bars, as a share of a bar's width. */
const GAP = 0.25;
const MAX_LABELS = 8;

/** A bar chart as SVG, with the same numbers in a table. */
function Chart({ bars, label: title }: { bars: Statistics['received']; label: string }) {
  const { t, clock } = useOffice();
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const place = WIDTH / bars.length;
  const every = Math.ceil(bars.length / MAX_LABELS);
  const base = HEIGHT - MARGIN_BOTTOM;
  const label = (key: string, x: number, y: number, text: string | number) => (
    <text key={key} x={x} y={y} textAnchor="middle" fontSize={11} fill="var(--ink-soft)">
      {text}
    </text>
  );
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}. ${t('stats.chart', { most: max })}`}>
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
          label={title}
          head={[t('stats.from'), t('stats.all')]}
          rows={bars.map(({ from, count }) => [clock.day(from), count])}
        />
      </details>
    </figure>
  );
}

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

export const statisticsRoutes: Routes = { get: { '/statistics': statisticsPage } };
