/** Numbers over all applications, with a chart that is drawn here; and the log. */
import { Hono } from 'hono';
import { STATUSES } from '../../../src/domain/application/status.ts';
import { isRealDate } from '../../../src/domain/input/date.ts';
import { statusName, typeName } from '../../admin/desk/site-words.ts';
import type { Numbers } from '../../admin/desk/stats.ts';
import { latestActions } from '../../admin/store/desk.ts';
import { Chart } from '../pages/Chart.tsx';
import { Actions } from '../pages/History.tsx';
import { htmlOf, Page } from '../pages/Page.tsx';
import { Section, Table, TextField } from '../pages/ui.tsx';
import type { DeskEnv } from '../request/env.ts';
import { type DeskVariables, type Office, run } from '../request/office.ts';

export const statisticsRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

/** Actions of the log page. */
const LISTED = 100;

statisticsRoutes.get('/statistics', async (c) => {
  const office = c.get('office');
  const { t } = office;
  const { from = '', to = '' } = c.req.query();
  const options = { ...(isRealDate(from) ? { from } : {}), ...(isRealDate(to) ? { to } : {}) };
  const numbers = (await run(office, { name: 'stats', options })).data as Numbers;
  return c.html(
    htmlOf(
      <Page office={office} title={t('places.statistics')} place="statistics" wide>
        <h1>{t('places.statistics')}</h1>
        <form method="get" action="/statistics" className="period">
          <TextField name="from" type="date" label={t('stats.from')} value={from} />
          <TextField name="to" type="date" label={t('stats.to')} value={to} />
          <button type="submit" className="button button--quiet">
            {t('stats.show')}
          </button>
          <a href={`/applications.csv?${new URLSearchParams(options)}`}>{t('queue.csv')}</a>
        </form>
        <Section id="received" title={t('stats.received')}>
          <Chart office={office} bars={numbers.received.map(({ from: day, count }) => ({ day, count }))} />
        </Section>
        <Figures office={office} numbers={numbers} />
        <Section id="counts" title={t('stats.counts')}>
          <Counts office={office} numbers={numbers} />
        </Section>
        <p className="soft">{t('stats.days')}</p>
      </Page>,
    ),
  );
});

function Figures({
  office: { t, locale },
  numbers: { decisions, overdue, mails },
}: {
  office: Office;
  numbers: Numbers;
}) {
  const figures = [
    { label: t('stats.decided'), value: decisions.count },
    { label: t('stats.median'), value: decisions.medianDays ?? '–' },
    { label: t('stats.ninetieth'), value: decisions.ninetiethDays ?? '–' },
    { label: t('stats.overdue'), value: overdue.reduce((sum, { count }) => sum + count, 0) },
    { label: t('stats.mails'), value: mails.reduce((sum, { count }) => sum + count, 0) },
  ];
  return (
    <>
      <dl className="figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'number' ? value.toLocaleString(locale) : value}</dd>
          </div>
        ))}
      </dl>
      {overdue.length > 0 && (
        <p className="late">
          {overdue.map(({ status, count }) => `${statusName(status, locale)}: ${count}`).join('; ')}
        </p>
      )}
    </>
  );
}

function Counts({ office: { t, locale }, numbers: { counts } }: { office: Office; numbers: Numbers }) {
  const types = [...new Set(counts.map(({ type }) => type))];
  const statuses = [...new Set([...STATUSES, ...counts.map(({ status }) => status)])];
  const of = (status: string, type?: string) =>
    counts
      .filter((row) => row.status === status && (type === undefined || row.type === type))
      .reduce((sum, { count }) => sum + count, 0);
  const head = [t('stats.status'), ...types.map((type) => typeName(type, locale)), t('stats.all')];
  return (
    <Table label={t('stats.asTable')} head={head}>
      {statuses.map((status) => (
        <tr key={status}>
          <th scope="row">{statusName(status, locale)}</th>
          {types.map((type) => (
            <td key={type}>{of(status, type)}</td>
          ))}
          <td>{of(status)}</td>
        </tr>
      ))}
    </Table>
  );
}

statisticsRoutes.get('/log', async (c) => {
  const office = c.get('office');
  const { t } = office;
  const actions = await latestActions(office.env.DB, null, LISTED);
  return c.html(
    htmlOf(
      <Page office={office} title={t('places.log')} place="log" wide>
        <h1>{t('places.log')}</h1>
        <p className="soft">{t('log.text', { count: LISTED })}</p>
        <Actions office={office} actions={actions} />
      </Page>,
    ),
  );
});
