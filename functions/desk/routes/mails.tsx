/** Mails: which wait or failed, and sending one again. */
import { Hono } from 'hono';
import { type ListedMail, listMails } from '../../admin/store/outbox.ts';
import { htmlOf, Page } from '../pages/Page.tsx';
import { Action, applicationPath, Notice, Table } from '../pages/ui.tsx';
import type { DeskEnv } from '../request/env.ts';
import { type DeskVariables, type Office, run } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const mailRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

const LISTED = 100;

/** `failed`: waits for another try. */
const stateOf = ({ state, tries }: ListedMail) => (state === 'waiting' && tries > 0 ? 'failed' : state);

mailRoutes.get('/mails', async (c) => {
  const office = c.get('office');
  const { t } = office;
  const { all, done } = c.req.query();
  const mails = await listMails(office.env.DB, { applicantId: null, sent: all !== undefined }, LISTED);
  return c.html(
    htmlOf(
      <Page office={office} title={t('places.mails')} place="mails" wide>
        {done && <Notice tone="success" title={t('done.resent')} />}
        <h1>{t('places.mails')}</h1>
        <p>
          <a href={all === undefined ? '/mails?all' : '/mails'}>{t(all === undefined ? 'mails.all' : 'mails.open')}</a>
        </p>
        {mails.length === 0 ? <p className="empty">{t('mails.none')}</p> : <Mails office={office} mails={mails} />}
      </Page>,
    ),
  );
});

function Mails({ office, mails }: { office: Office; mails: readonly ListedMail[] }) {
  const { t, clock } = office;
  const head = ['kind', 'application', 'state', 'when', 'next'].map((name) => t(`mails.${name}`));
  return (
    <Table label={t('places.mails')} head={head}>
      {mails.map((mail) => (
        <tr key={mail.id}>
          <td>{t(`mails.kinds.${mail.kind}`)}</td>
          <td>
            <a className="number" href={applicationPath(mail.applicantId)}>
              {mail.applicantId}
            </a>
          </td>
          <td data-state={stateOf(mail)}>
            {t(`mails.states.${stateOf(mail)}`)}
            {mail.state === 'unclear' && ` ${t('mails.unclear')}`}
            {mail.tries > 0 && mail.error && <span className="soft"> {mail.error}</span>}
          </td>
          <td>{clock.instant(mail.state === 'sent' ? mail.triedAt : mail.dueAt)}</td>
          <td>
            {mail.state !== 'sending' && !mail.isEmptied && office.may('decide') && (
              <Action action={`/mails/${mail.id}`} label={t('mails.resend')} about={mail.id} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

mailRoutes.post('/mails/:id', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  await run(office, { name: 'resend', args: [c.req.param('id')] });
  return c.redirect('/mails?done=resent', 303);
});
