/** The outbox: unsent mails, with `?all` also sent ones. */
import { type ListedMail, listMails, shownState } from '../../admin/store/listed-mails.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath, Form, messagePath, render, Table, useOffice } from '../pages/ui.tsx';
import { createRoutes } from '../request/office.ts';

export const mailRoutes = createRoutes();

const LISTED = 100;

mailRoutes.get('/mails', async (c) => {
  const { env, t } = c.var.office;
  const all = c.req.query('all') !== undefined;
  const mails = await listMails(env.DB, { applicantId: null, sent: all }, LISTED);
  const head = ['kind', 'application', 'state', 'when', 'next'].map((name) => t(`mails.${name}`));
  return render(
    c,
    <Page title={t('places.mails')} section="mails" isWide>
      <a href={all ? '/mails' : '/mails?all'}>{t(all ? 'mails.open' : 'mails.all')}</a>
      {mails.length === 0 && <p className="empty">{t('mails.none')}</p>}
      {mails.length > 0 && (
        <Table label={t('places.mails')} head={head}>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </Table>
      )}
    </Page>,
  );
});

function MailRow({ mail }: { mail: ListedMail }) {
  const { t, clock, may } = useOffice();
  const { id, applicantId, message, kind, tries, error } = mail;
  const state = shownState(mail);
  const about = applicantId ? applicationPath(applicantId) : messagePath(message ?? '');
  const maySend = state !== 'sending' && !mail.isEmptied && may('decide');
  return (
    <tr>
      <td>{t(`mails.kinds.${kind}`)}</td>
      <td>
        <a href={about}>{applicantId ?? message}</a>
      </td>
      <td>
        {t(`mails.states.${state}`)} {state === 'unclear' && t('mails.unclear')}
        {tries > 0 && <span className="soft"> {error}</span>}
      </td>
      <td>{clock.instant(state === 'sent' ? mail.triedAt : mail.dueAt)}</td>
      <td>{maySend && <Form to={`/mails/${id}`} submit={t('mails.resend')} look="quiet" about={id} />}</td>
    </tr>
  );
}
