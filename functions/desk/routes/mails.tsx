/** The outbox: unsent mails, with `?all` also sent ones. */
import { mailsPerDay } from '../../admin/runtime/settings.ts';
import { ceilingsOf, type ListedMail, listMails, mailsLeft, shownState } from '../../admin/store/outbox.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath, messagePath, numberOf, skipTo } from '../pages/paths.ts';
import { Form, Table } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';

/** Mails of a page. */
const LISTED = 50;

export async function mailsPage(office: Office, c: DeskContext) {
  const { env, t, path } = office;
  const all = c.req.query('all') !== undefined;
  const skipped = numberOf(path, 'skip');
  // One more tells that there are others.
  const found = await listMails(env.DB, { applicantId: null, sent: all }, skipped + LISTED + 1);
  const [mails, others] = [found.slice(skipped, skipped + LISTED), found.slice(skipped + LISTED)];
  const left = Object.entries(await mailsLeft(env.DB, ceilingsOf(mailsPerDay(env)), office.now));
  const leftToday = left.map(([kind, count]) => `${t(`mails.kinds.${kind}`)}: ${count}`).join(', ');
  const head = ['kind', 'application', 'state', 'when', 'next'].map((name) => t(`mails.${name}`));
  return (
    <Page title={t('places.mails')} section="mails" isWide>
      <p className="soft">{t('mails.left', { left: leftToday })}</p>
      <a href={all ? '/mails' : '/mails?all'}>{t(all ? 'mails.open' : 'mails.all')}</a>
      {mails.length === 0 && <p className="empty">{t('mails.none')}</p>}
      {mails.length > 0 && (
        <Table label={t('places.mails')} head={head} rows={mails.map((mail) => rowOf(office, mail))} />
      )}
      {others.length > 0 && <a href={skipTo(path, skipped + LISTED)}>{t('entries.next')}</a>}
    </Page>
  );
}

function rowOf({ t, clock, may }: Office, mail: ListedMail) {
  const { id, applicantId, message, kind, tries, error } = mail;
  const state = shownState(mail);
  const about = applicantId ? applicationPath(applicantId) : messagePath(message ?? '');
  const maySend = state !== 'sending' && !mail.isEmptied && may('decide');
  return [
    t(`mails.kinds.${kind}`),
    <a href={about}>{applicantId ?? message}</a>,
    <>
      {t(`mails.states.${state}`)} {state === 'unclear' && t('mails.unclear')}
      {tries > 0 && <span className="soft"> {error}</span>}
    </>,
    clock.instant(state === 'sent' ? mail.triedAt : mail.dueAt),
    maySend && <Form to={`/mails/${id}`} submit={t('mails.resend')} look="quiet" about={id} />,
  ];
}
