/** Statistics over all applications; and the log of actions. */
import { STATUSES } from '../../../src/domain/application/status.ts';
import { statusName, typeName } from '../../admin/desk/site-words.ts';
import type { Statistics } from '../../admin/desk/stats.ts';
import { latestActions } from '../../admin/store/desk.ts';
import { Chart } from '../pages/Chart.tsx';
import { Actions } from '../pages/History.tsx';
import { Page } from '../pages/Page.tsx';
import { render, Section, Submit, Table, TextField, useOffice } from '../pages/ui.tsx';
import { createRoutes, run } from '../request/office.ts';

export const statisticsRoutes = createRoutes();

/** Entries of the log. */
const LISTED = 100;
/** The default period. */
const WEEKS_MS = 12 * 7 * 24 * 60 * 60 * 1000;

statisticsRoutes.get('/statistics', async (c) => {
  const { office } = c.var;
  const { t, clock, now } = office;
  const { from = clock.dateOf(now - WEEKS_MS), to = '' } = c.req.query();
  const options = { ...(from && { from }), ...(to && { to }) };
  const numbers = (await run(office, { name: 'stats', options })).data as Statistics;
  return render(
    c,
    <Page title={t('places.statistics')} section="statistics" isWide>
      <form method="get" action="/statistics" className="facts">
        <TextField name="from" type="date" label={t('stats.from')} value={from} />
        <TextField name="to" type="date" label={t('stats.to')} value={to} />
        <Submit label={t('stats.show')} look="quiet" />
        <a href={`/applications.csv?${new URLSearchParams(options)}`}>{t('queue.csv')}</a>
      </form>
      <Section id="received" title={t('stats.received')}>
        <Chart bars={numbers.received.map(({ from: day, count }) => ({ day, count }))} />
      </Section>
      <Figures numbers={numbers} />
      <Section id="counts" title={t('stats.counts')}>
        <Counts numbers={numbers} />
      </Section>
    </Page>,
  );
});

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

function Figures({ numbers: { decisions, overdue, mails } }: { numbers: Statistics }) {
  const { t, locale } = useOffice();
  const late = overdue.map(({ status, count }) => `${statusName(status, locale)}: ${count}`).join('; ');
  const figures = {
    decided: decisions.count,
    median: decisions.medianDays,
    ninetieth: decisions.ninetiethDays,
    overdue: sumOf(overdue),
    mails: sumOf(mails),
  };
  return (
    <>
      <dl className="figures">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name} className="card">
            <dt>{t(`stats.${name}`)}</dt>
            <dd>{value?.toLocaleString(locale) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {late && <p className="late">{late}</p>}
    </>
  );
}

function Counts({ numbers: { counts } }: { numbers: Statistics }) {
  const { t, locale } = useOffice();
  const types = [...new Set(counts.map(({ type }) => type))];
  const statuses = [...new Set([...STATUSES, ...counts.map(({ status }) => status)])];
  const head = [t('stats.status'), ...types.map((type) => typeName(type, locale)), t('stats.all')];
  return (
    <Table label={t('stats.asTable')} head={head}>
      {statuses.map((status) => {
        const own = counts.filter((row) => row.status === status);
        return (
          <tr key={status}>
            <th scope="row">{statusName(status, locale)}</th>
            {types.map((type) => (
              <td key={type}>{sumOf(own.filter((row) => row.type === type))}</td>
            ))}
            <td>{sumOf(own)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

statisticsRoutes.get('/log', async (c) => {
  const { env, t } = c.var.office;
  const actions = await latestActions(env.DB, null, LISTED);
  return render(
    c,
    <Page title={t('places.log')} section="log" lead={t('log.text', { count: LISTED })} isWide>
      <Actions actions={actions} />
    </Page>,
  );
});
